import type { Client } from '../../src/client/client.js';
import type { ClientOptions } from '../../src/client/client-types.js';
import type { Operation } from '../../src/contract/operation.js';
import { type JsonObject, openService, type Service } from '../support/sandbox.js';

export interface CallOptions {
  path?: Record<string, string>;
  query?: JsonObject;
  body?: unknown;
}

/** A service and a client that accepts operations of any kind and records which succeeded. */
export interface ContractSuite extends Service {
  /** Calls an operation with its scope. A response of another shape than declared is an error. */
  call(operation: Operation, options?: CallOptions): Promise<JsonObject>;
  /** Content of the envelope of a response. */
  get(operation: Operation, options?: CallOptions): Promise<JsonObject>;
  list(operation: Operation, options?: CallOptions): Promise<JsonObject[]>;
  /** Operations that succeeded. */
  done: Set<string>;
}

/** `call` without the types of each operation. */
export const looseCall = (client: Client, operation: Operation, input: JsonObject): Promise<JsonObject> =>
  client.perform(operation, input);

export async function openContractSuite(
  options: Parameters<typeof openService>[0] = {},
): Promise<ContractSuite> {
  const service = await openService(options);
  const { sandbox } = service;
  const strict: ClientOptions['hooks'] = {
    onMismatch: (where, problems) => {
      throw new Error(`${where} answers in another shape than declared: ${problems.join('; ')}`);
    },
  };
  const client = service.client({ hooks: strict });
  const done = new Set<string>();
  const call: ContractSuite['call'] = async (operation, { path, ...rest } = {}) => {
    const scope = {
      organizationId: sandbox.organizationId,
      landscapeId: sandbox.landscapeId,
      versionId: 'latest',
      ...path,
    };
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const parameters = Object.entries(scope).filter(([name]) => names.includes(name));
    // The client paces itself to 60 writes a minute, and this clock does not move.
    service.clock.advance(1100);
    const answer = await looseCall(client, operation, { path: Object.fromEntries(parameters), ...rest });
    done.add(operation.id);
    return answer;
  };
  const inside = async (operation: Operation, given: CallOptions = {}): Promise<unknown> =>
    (await call(operation, given))[operation.envelope ?? ''];
  return {
    ...service,
    done,
    call,
    get: async (operation, given) => (await inside(operation, given)) as JsonObject,
    list: async (operation, given) => {
      const items = await inside(operation, given);
      if (!Array.isArray(items)) throw new Error(`${operation.id} answers no list.`);
      return items as JsonObject[];
    },
  };
}

/**
 * A service for tests of the documented behaviour: a sandbox in this process, or the service at
 * ARCHCTL_TEST_BASE_URL, with the key ARCHCTL_TEST_API_KEY (`id:secret`) in the landscape
 * ARCHCTL_TEST_LANDSCAPE_ID (default: the first one). Suites create their own records, which are removed at
 * the end.
 */

import { createClient } from '../../src/client/client.js';
import type { Client } from '../../src/client/client-types.js';
import { nodeTransport } from '../../src/client/transport/transport.js';
import type { Family } from '../../src/contract/families.js';
import type { Operation } from '../../src/contract/operation.js';
import { createApiKey } from '../../src/contract/resources/api-key.js';
import { getLandscape, listLandscapes } from '../../src/contract/resources/landscape.js';
import { listOrganizations } from '../../src/contract/resources/organization.js';
import { randomId } from '../../src/sandbox/ids.js';
import { ADMIN, type JsonObject, openService, type Service, textOf } from '../support/sandbox.js';

/** Time limit of a test, in milliseconds: over a network the client waits for the rate limit. */
export const PATIENCE_MS = process.env.ARCHCTL_TEST_BASE_URL ? 600_000 : 20_000;

export interface CallOptions {
  path?: Record<string, string>;
  query?: JsonObject;
  body?: unknown;
}

/** A response of any status. `data` is undefined without a body. */
export interface Answer {
  status: number;
  data: JsonObject | undefined;
}

/** Reach of a key: everything, change records, read them, or nothing (a plan without the API). */
export type Reach = 'admin' | 'write' | 'read' | 'nothing';

export interface Behaved {
  readonly reach: Reach;
  /** A text that no other name contains. */
  readonly mark: string;
  /** An unused id. */
  newId(): string;
  /** Calls an operation that must succeed, and returns the content of its envelope. */
  get(operation: Operation, options?: CallOptions): Promise<JsonObject>;
  list(operation: Operation, options?: CallOptions): Promise<JsonObject[]>;
  /** Sends the request of an operation without validating it. */
  send(operation: Operation, options?: CallOptions): Promise<Answer>;
  /** Creates a record of a family, which is removed at the end. */
  make(family: Family, body: unknown): Promise<JsonObject>;
  /** Registers a record of the suite for removal at the end. */
  remember(family: Family, id: string): void;
  close(): Promise<void>;
}

interface Opened {
  client: Client;
  landscapeId: string;
  /** Called before each request. */
  tick(): void;
  close(): Promise<void>;
}

/** Deletes a missing record, which changes nothing and shows whether the key may delete. */
async function reachOf(client: Client, landscapeId: string): Promise<Reach> {
  const records = `landscapes/${landscapeId}/versions/latest/tag-groups`;
  const isRefused = async (method: 'GET' | 'DELETE', path: string) =>
    (await client.raw({ method, path })).status === 403;
  if (await isRefused('GET', records)) return 'nothing';
  if (await isRefused('DELETE', `${records}/${randomId()}`)) return 'read';
  const { landscape } = await client.call(getLandscape, { path: { landscapeId } });
  const keys = `organizations/${landscape.organizationId}/api-keys`;
  return (await isRefused('DELETE', `${keys}/${randomId()}`)) ? 'write' : 'admin';
}

async function openRemote(baseUrl: string): Promise<Opened> {
  const [, id = '', secret = ''] = /^([^:]+):(.+)$/.exec(process.env.ARCHCTL_TEST_API_KEY ?? '') ?? [];
  // With a rate limit of its own.
  const client = createClient({
    baseUrl,
    credentials: { id, secret },
    transport: nodeTransport({ proxyEnv: process.env }),
  });
  return {
    client,
    landscapeId: process.env.ARCHCTL_TEST_LANDSCAPE_ID ?? (await firstLandscape(client)) ?? '',
    tick: () => {},
    close: () => client.close(),
  };
}

/** Undefined if the plan has no API. */
async function firstLandscape(client: Client): Promise<string | undefined> {
  const asked = await client.raw({ method: 'GET', path: 'organizations' });
  if (asked.status === 403) return undefined;
  const { organizations } = await client.call(listOrganizations, {});
  for (const { id } of organizations) {
    const { landscapes } = await client.call(listLandscapes, { path: { organizationId: id } });
    if (landscapes[0]) return landscapes[0].id;
  }
  throw new Error('The key reaches no landscape.');
}

async function openLocal(reach: Reach): Promise<Opened> {
  const service = await openService(reach === 'nothing' ? { plan: 'free' } : {});
  const credentials = reach === 'read' ? await readerOf(service) : ADMIN;
  return {
    client: service.client({ credentials }),
    landscapeId: service.sandbox.landscapeId,
    // The client paces itself by the rate limit, and this clock does not move.
    tick: () => service.clock.advance(1_100),
    close: service.close,
  };
}

/** A read-only key of the sandbox. */
async function readerOf({ client, sandbox: { organizationId } }: Service) {
  const body = { name: 'Reader', permission: 'read' } as const;
  const { apiKey, secret } = await client().call(createApiKey, { path: { organizationId }, body });
  return { id: apiKey.id, secret };
}

/**
 * Opens the service: in this process with a key of this reach, otherwise with the key of the environment.
 */
export async function openBehaved(wanted: Reach = 'admin'): Promise<Behaved> {
  const baseUrl = process.env.ARCHCTL_TEST_BASE_URL;
  const { client, landscapeId, tick, close } = baseUrl ? await openRemote(baseUrl) : await openLocal(wanted);
  tick();
  const reach = landscapeId === '' ? 'nothing' : await reachOf(client, landscapeId);
  const made: { family: Family; id: string }[] = [];
  const pathOf = (operation: Operation, given: Record<string, string> = {}): Record<string, string> => {
    const scope: Record<string, string> = { landscapeId, versionId: 'latest', ...given };
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return Object.fromEntries(names.map((name) => [name, scope[name] ?? '']));
  };
  const call = async (operation: Operation, { path, ...rest }: CallOptions = {}): Promise<unknown> => {
    tick();
    const answer = await client.perform(operation, { path: pathOf(operation, path), ...rest });
    return operation.envelope === null ? answer : answer[operation.envelope];
  };
  const send: Behaved['send'] = async (operation, { path, query, body } = {}) => {
    tick();
    const values = pathOf(operation, path);
    const response = await client.raw({
      method: operation.method,
      path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')),
      ...(query && { query }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    return { status: response.status, data: text === '' ? undefined : (JSON.parse(text) as JsonObject) };
  };
  const remember: Behaved['remember'] = (family, id) => void made.push({ family, id });
  const get: Behaved['get'] = async (operation, options) => (await call(operation, options)) as JsonObject;
  return {
    reach,
    mark: `behaviour ${randomId()}`,
    newId: randomId,
    get,
    send,
    remember,
    list: async (operation, options) => (await call(operation, options)) as JsonObject[],
    async make(family, body) {
      const record = await get(family.create, { body });
      remember(family, textOf(record, 'id'));
      return record;
    },
    async close() {
      // Removes records in reverse order, since later ones may refer to earlier ones. Some are gone by then.
      for (const { family, id } of made.reverse())
        await send(family.delete, { path: { [family.shape.param]: id } });
      await close();
    },
  };
}

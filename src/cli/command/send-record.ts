import { ArchctlError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json-object.js';
import type { Operation } from '../../contract/operation.js';
import type { WrittenFamily } from './family/command-family.js';
import { checkedBody, type Finish } from './input/request-parts.js';
import { printsOneLine } from './one-line.js';
import type { Context } from './spec.js';
import type { OptionSpec } from './value-spec.js';

/** Sends the request of a command for one record, with ids instead of names. */

export const resourceOf = ({ envelope }: Operation, response: JsonObject): JsonObject =>
  envelope === null ? response : (response[envelope] as JsonObject);

/** Result of an update that changes nothing. */
export const unchanged = (operation: Operation, response: JsonObject): Sent => ({
  response,
  before: resourceOf(operation, response),
});

/**
 * Sends data with names. A text that looks like an id is looked up only if the service does not know it; the first request
 * changed nothing.
 */
export async function sendNamed(
  context: Context,
  operation: Operation,
  options: Readonly<Record<string, OptionSpec>>,
  input: Parameters<typeof send>[3],
  spec: SendOptions,
): Promise<Sent> {
  const { data } = input;
  if (data === undefined) return send(context, operation, options, input, spec);
  const { withoutNames } = await import('../names/body-names.js');
  const resolve = async (all: boolean): Promise<JsonObject | undefined> =>
    (await withoutNames(context, [{ where: '', value: data }], { operation, options, all }))[0]?.value;
  const first = await resolve(false);
  try {
    return await send(context, operation, options, { ...input, data: first }, spec);
  } catch (error) {
    const isRefused = error instanceof ArchctlError && [404, 422].includes(error.facts.status ?? 0);
    const second = isRefused ? await resolve(true).catch(() => first) : first;
    if (JSON.stringify(second) === JSON.stringify(first)) throw error;
    return send(context, operation, options, { ...input, data: second }, spec);
  }
}

/** Facts of a command that its request depends on; see `OperationCommand`. */
interface SendOptions {
  finish?: Finish | undefined;
  confirm?: ((context: Context) => string | Promise<string>) | undefined;
  written?: WrittenFamily | undefined;
}

export interface Sent {
  response: JsonObject;
  /** The record before the request; null if the request creates it, undefined if it was not read. */
  before: JsonObject | null | undefined;
}

async function send(
  context: Context,
  operation: Operation,
  options: Readonly<Record<string, OptionSpec>>,
  { data, ...input }: { path: JsonObject; query: JsonObject; data: JsonObject | undefined },
  { finish, confirm, written }: SendOptions,
): Promise<Sent> {
  const body =
    'body' in operation
      ? await checkedBody<JsonObject>(context, operation, options, finish, data)
      : undefined;
  if (confirm) await context.confirm(await confirm(context));
  const before =
    written && printsOneLine(context)
      ? await stateBefore(context, operation, written, input.path)
      : undefined;
  const client = await context.client();
  return { response: await client.perform(operation, { ...input, ...(body ? { body } : {}) }), before };
}

/** The record before the request; null if the request creates it, undefined if it deletes it. */
async function stateBefore(
  context: Context,
  { method }: Operation,
  { family }: WrittenFamily,
  path: JsonObject,
): Promise<JsonObject | null | undefined> {
  if (method === 'POST') return null;
  if (method === 'DELETE') return undefined;
  const { recordBefore } = await import('./family/change-line.js');
  return recordBefore(context, family, path as Record<string, string>);
}

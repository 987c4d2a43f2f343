import type { JsonObject } from '../../../base/json-object.js';
import type { Client } from '../../../client/client.js';
import type { Operation } from '../../../contract/operation.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import { getVersion } from '../../../contract/resources/version.js';
import { pathOf } from '../input/request-parts.js';
import type { Context } from '../spec.js';
import { called } from './called.js';

/** Cascaded deletes that the question announced, by context; the result repeats them. */
const announcedLosses = new WeakMap<Context, string>();

/** Stores `loss` for the result, and returns it for the question. */
export function announce(context: Context, loss: string): string {
  announcedLosses.set(context, loss);
  return loss;
}

/** The loss that the question announced: ` with 2 tags`, or empty. */
export const announcedLoss = (context: Context): string => announcedLosses.get(context) ?? '';

/** A record that is about to be deleted. */
export interface DeleteTarget {
  /** Display name of the kind, for example "tag group". */
  noun: string;
  id: string;
  /** Operation that reads it, with the path of the command. */
  get: Operation;
  /** Display text of a record without a name. */
  calls?: (record: JsonObject) => unknown;
  /** Text about records that are deleted with it, for example ` with 2 tags`; evaluated only for a prompt. */
  along?: (found: {
    client: Client;
    path: Readonly<Record<string, string>>;
    record: JsonObject;
  }) => Promise<string>;
}

/**
 * Confirmation question of a delete. For a prompt, reads the record and names it with its dependents and its
 * landscape; with `--yes`, reads nothing. Errors: `not-found` before asking.
 */
export async function deleteQuestion(
  context: Context,
  { noun, id, get, calls, along }: DeleteTarget,
): Promise<string> {
  if (!context.asks) return `Delete the ${noun} ${id}?`;
  const client = await context.client();
  const path = await pathOf(context, get);
  const answer = await client.perform(get, { path });
  const record = get.envelope === null ? answer : (answer[get.envelope] as JsonObject);
  const [loss, where] = await Promise.all([
    along?.({ client, path, record }),
    placeOf(context, client, path),
  ]);
  const name = called(context, { id, name: record.name ?? calls?.(record) });
  return `Delete the ${noun} ${name}${announce(context, loss ?? '')}${where}?`;
}

/** Location of a record as a phrase: ` in the landscape "Shop"`, with the version unless it is live. */
export async function placeOf(
  context: Context,
  client: Client,
  path: Readonly<Record<string, string>>,
): Promise<string> {
  const { landscapeId, versionId } = path;
  if (landscapeId === undefined || versionId === undefined) return '';
  const isLive = versionId === 'latest';
  const [{ landscape }, version] = await Promise.all([
    client.perform(getLandscape, { path: { landscapeId } }),
    isLive ? undefined : client.perform(getVersion, { path: { landscapeId, versionId } }),
  ]);
  const place = ` in the landscape ${called(context, landscape as JsonObject)}`;
  return version ? `${place}, version ${called(context, version.version as JsonObject)}` : place;
}

import type { JsonObject } from '../../../base/json/json-object.js';
import type { Client } from '../../../client/client.js';
import type { Operation } from '../../../contract/operation.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import { getVersion } from '../../../contract/resources/version.js';
import { pathOf } from '../input/request-parts.js';
import type { Context } from '../spec.js';
import { displayName } from './display-name.js';

/** Cascaded deletes that the question announced, by context; the result repeats them. */
const rememberedLosses = new WeakMap<Context, string>();

/** Stores `loss` for the result, and returns it for the question. */
export function rememberLoss(context: Context, loss: string): string {
  rememberedLosses.set(context, loss);
  return loss;
}

/** The loss that the question announced: ` with 2 tags`, or empty. */
export const rememberedLoss = (context: Context): string => rememberedLosses.get(context) ?? '';

/** The question before a delete that `archctl undo` cannot restore. */
export const withUndoWarning = ({ asks }: Context, question: string): string =>
  asks ? `${question} This cannot be undone.` : question;

/** A record that is about to be deleted. */
export interface DeleteTarget {
  /** Display name of the kind, for example "tag group". */
  noun: string;
  id: string;
  /** Operation that reads it, with the path of the command. */
  get: Operation;
  /** Display text of a record without a name. */
  labelOf?: (record: JsonObject) => unknown;
  /** Text about records that are deleted with it, for example ` with 2 tags`; evaluated only for a prompt. */
  losses?: (found: {
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
  { noun, id, get, labelOf, losses }: DeleteTarget,
): Promise<string> {
  if (!context.asks) return `Delete the ${noun} ${displayName(context, { id })}?`;
  const client = await context.client();
  const path = await pathOf(context, get);
  const answer = await client.perform(get, { path });
  const record = get.envelope === null ? answer : (answer[get.envelope] as JsonObject);
  const [loss, where] = await Promise.all([
    losses?.({ client, path, record }),
    locationOf(context, client, path),
  ]);
  const name = displayName(context, { id, name: record.name ?? labelOf?.(record) });
  return `Delete the ${noun} ${name}${rememberLoss(context, loss ?? '')}${where}?`;
}

/** Location of a record as a phrase: ` in the landscape "Shop"`, with the version unless it is live. */
export async function locationOf(
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
  const place = ` in the landscape ${displayName(context, landscape as JsonObject)}`;
  return version ? `${place}, version ${displayName(context, version.version as JsonObject)}` : place;
}

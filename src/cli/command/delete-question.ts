import type { Client } from '../../client/client.js';
import type { Operation } from '../../contract/operation.js';
import { getLandscape } from '../../contract/resources/landscape.js';
import { getVersion } from '../../contract/resources/version.js';
import { called } from './called.js';
import { pathOf } from './request-parts.js';
import type { Context } from './spec.js';

type Json = Record<string, unknown>;

/** Words for the loss that the question announced, by run, so that the result repeats them. */
const announced = new WeakMap<Context, string>();

/** Stores `loss` for the result, and returns it for the question. */
export function announce(context: Context, loss: string): string {
  announced.set(context, loss);
  return loss;
}

/** The loss that the question announced: ` with 2 tags`, or empty. */
export const announcedLoss = (context: Context): string => announced.get(context) ?? '';

/** What is about to go. */
export interface Doomed {
  /** For people: "tag group". */
  noun: string;
  id: string;
  /** Reads it, with the path of the command. */
  get: Operation;
  /** What it is called, where it has no name. */
  calls?: (record: Json) => unknown;
  /** What goes with it, as ` with 2 tags`; asked for only where a person is asked. */
  along?: (found: {
    client: Client;
    path: Readonly<Record<string, string>>;
    record: Json;
  }) => Promise<string>;
}

/**
 * The question before a delete. A person is told what goes by name, with what, and where, which takes some reads; a
 * script knows what it asked for, and nothing is read.
 * Errors: `not-found` before anything is asked.
 */
export async function deleteQuestion(
  context: Context,
  { noun, id, get, calls, along }: Doomed,
): Promise<string> {
  if (!context.asks) return `Delete the ${noun} ${id}?`;
  const client = await context.client();
  const path = await pathOf(context, get);
  const answer = await client.perform(get, { path });
  const record = get.envelope === null ? answer : (answer[get.envelope] as Json);
  const [lost, where] = await Promise.all([
    along?.({ client, path, record }),
    placeOf(context, client, path),
  ]);
  const name = called(context, { id, name: record.name ?? calls?.(record) });
  return `Delete the ${noun} ${name}${announce(context, lost ?? '')}${where}?`;
}

/** ` in the landscape "Shop"`, and in which version where it is not the live one. */
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
  const place = ` in the landscape ${called(context, landscape as Json)}`;
  return version ? `${place}, version ${called(context, version.version as Json)}` : place;
}

import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { wordOf } from '../../../contract/fields/facts.js';
import type { WebKind } from '../../../contract/web-app.js';
import { truncate } from '../../../terminal/width.js';
import { pathOf } from '../input/request-parts.js';
import { pageAddress, webPattern } from '../page-address.js';
import type { Context } from '../spec.js';
import { changedFields, changesInWords, type NameOf } from './change-words.js';
import type { CommandFamily } from './command-family.js';

/** One line for a person about a created or changed record. */

/** A record that a request wrote; `before` is null for a new one, and undefined if it was not read. */
export interface RecordChange {
  before: JsonObject | null | undefined;
  after: JsonObject;
}

type Family = Pick<CommandFamily, 'shape' | 'list'>;

const MAX_NAME = 60;

/** Returns the line: `Booking API: status live → deprecated`, or `Created app Fares in Booking`. */
export async function changeLine(
  context: Context,
  { shape }: Family,
  { before, after }: RecordChange,
  label: unknown = undefined,
): Promise<string> {
  const title = titleOf(context, before ?? after, label);
  const nouns = { type: typeof after.type === 'string' ? after.type : shape.noun };
  const kind = shape.singular === 'modelObject' ? nouns.type : shape.noun;
  if (before === null) return `Created ${kind} ${title}${await placeOf(context, shape, after)}`;
  if (before === undefined) return `${title}: saved`;
  const changed = changedFields(shape.fields, before, after);
  const kinds = changed.flatMap((name) => shape.fields[name]?.to ?? []);
  const changes = changesInWords(shape.fields, before, after, await namesOf(context, kinds));
  return `${title}: ${changes.length === 0 ? 'nothing changed' : changes.join('; ')}`;
}

/** Name of the record on one line, or its id. */
function titleOf(context: Context, record: JsonObject, label: unknown): string {
  const text = [record.name, label, record.id].find((it) => typeof it === 'string' && it !== '');
  const name = truncate(String(text).replace(/\s+/g, ' '), MAX_NAME);
  return context.showsIds && name !== record.id ? `${name} (${record.id})` : name;
}

/** Fields that locate a new record, the first that is set. */
const PLACES = ['parentId', 'modelId', 'diagramId', 'groupId'];

/** ` in Booking`, or the ends of a connection; empty if the place has no name. */
async function placeOf(context: Context, { fields }: Family['shape'], record: JsonObject): Promise<string> {
  const nameIn = async (field: string): Promise<string | undefined> => {
    const { to } = fields[field] ?? {};
    const id = record[field];
    if (to === undefined || typeof id !== 'string') return undefined;
    return (await namesOf(context, [to]))(to, id);
  };
  const [origin, target] = [await nameIn('originId'), await nameIn('targetId')];
  if (origin !== undefined && target !== undefined) return ` (${origin} → ${target})`;
  for (const field of PLACES) {
    const name = await nameIn(field);
    if (name !== undefined) return ` in ${name}`;
  }
  return '';
}

/** Names of records of these kinds; ids remain for kinds that cannot be listed. */
async function namesOf(context: Context, kinds: readonly string[]): Promise<NameOf> {
  const nouns = context.registry.nouns;
  const found = new Map<string, (id: string) => string | undefined>();
  for (const kind of new Set(kinds.map(wordOf))) {
    if (!nouns.some((it) => it.kinds?.includes(kind))) continue;
    const names = await (await context.names()).of(kind).catch(() => undefined);
    if (names) found.set(kind, (id) => names.nameOf(id));
  }
  return (kind, id) => context.knownNames.get(id) ?? found.get(wordOf(kind))?.(id);
}

const PAGES: Readonly<Record<string, WebKind>> = { modelObject: 'object', diagram: 'diagram' };

/** URL of the record in the web app; undefined if it has no page, or the web app is unknown. */
export async function changeLink(
  context: Context,
  { shape, list }: Family,
  { id, handleId }: JsonObject,
): Promise<string | undefined> {
  const kind = PAGES[shape.singular];
  const { pattern, isKnown } = webPattern(context);
  if (kind === undefined || !isKnown || typeof id !== 'string') return undefined;
  const { landscapeId = '', versionId = '' } = await pathOf(context, list, {});
  const handle = typeof handleId === 'string' ? handleId : undefined;
  return pageAddress(pattern, { kind, id, handle, landscape: landscapeId, version: versionId });
}

/** Records that were read before a change, by run and request path. */
const read = new WeakMap<Context, Map<string, Promise<JsonObject | null>>>();

/** Reads a record once per run; null if it does not exist. Errors: those of the client. */
export async function recordBefore(
  context: Context,
  { get }: Pick<CommandFamily, 'get'>,
  path: Readonly<Record<string, string>>,
): Promise<JsonObject | null> {
  const known = read.get(context) ?? new Map<string, Promise<JsonObject | null>>();
  read.set(context, known);
  const key = `${get.id} ${JSON.stringify(path)}`;
  const found = known.get(key) ?? readRecord(context, get, path);
  known.set(key, found);
  return found;
}

async function readRecord(
  context: Context,
  get: CommandFamily['get'],
  path: Readonly<Record<string, string>>,
): Promise<JsonObject | null> {
  const client = await context.client();
  const answer = await client.perform(get, { path }).catch((error: unknown) => {
    if (isObject(error) && error.kind === 'not-found') return null;
    throw error;
  });
  return answer && (get.envelope === null ? answer : (answer[get.envelope] as JsonObject));
}

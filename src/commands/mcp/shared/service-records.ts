import type { JsonObject } from '../../../base/json/json-object.js';
import type { Context } from '../../../cli/command/spec.js';
import { versionPath } from '../../../cli/command/version-path.js';
import { matchOf } from '../../../contract/rules/text-match.js';
import type { EventFilter, LatestEntries, LogFilter } from '../../../mcp/workspace.js';
import { nameIn } from '../../../webhooks/event-name.js';
import { openEventReader } from '../../../webhooks/event-store/reader.js';
import type { StoredEvent } from '../../../webhooks/types.js';
import { serverFilter } from '../../logs/shared/log-filters.js';
import { changeOf, type Row } from '../../logs/shared/log-line.js';
import { readLogs } from '../../logs/shared/read-logs.js';
import { subjectInWords } from '../../logs/shared/subject.js';
import { pathsOf } from '../../search/shared/paths.js';
import { candidatesFor, SEARCH_KINDS } from '../../search/shared/sources.js';
import { moment } from '../../shared/moment.js';
import { eventDirectory } from '../../webhook/shared/options.js';

/** Records that models do not contain: comments, drafts, log entries and webhook events. */

/** Maximum number of results of the service's search. */
const MAX_RESULTS = 100;

export async function searchNotes(
  context: Context,
  text: string,
  kinds: readonly string[],
): Promise<JsonObject[]> {
  const path = await versionPath(context);
  const client = await context.client();
  const wanted = SEARCH_KINDS.filter((it) => kinds.includes(it));
  const candidates = await candidatesFor(client, path, { text, kinds: wanted, most: MAX_RESULTS });
  const found = candidates.filter((it) => matchOf(text, it) !== undefined);
  const pathOf = await pathsOf(client, path, found);
  return found.map((it) => {
    const where = pathOf(it);
    return { kind: it.kind, name: it.name, ...(where !== '' && where !== it.name && { path: where }) };
  });
}

export async function readLogEntries(context: Context, filter: LogFilter): Promise<LatestEntries> {
  const { limit, type, actor, entity } = filter;
  const now = context.world.now();
  const idOf = async (kind: string, typed: string): Promise<string> =>
    (await context.names()).idOf(kind, typed, kind === 'user' ? '"actor"' : '"entity"');
  const time = (key: 'since' | 'until'): string | undefined =>
    filter[key] === undefined ? undefined : moment(filter[key], now, key);
  const { items, hasMore } = await readLogs(context, {
    filter: serverFilter({
      type: type === undefined ? undefined : [type],
      actor: actor === undefined ? undefined : [await idOf('user', actor)],
      entity: entity === undefined ? undefined : await idOf('object', entity),
      notType: undefined,
      actorKind: undefined,
      importance: undefined,
      inContext: undefined,
      since: undefined,
      until: undefined,
    }),
    since: time('since'),
    until: time('until'),
    order: 'desc',
    limit,
  });
  const entries = (items as Row[]).slice(0, limit).map((row) => {
    const change = changeOf(row);
    return {
      time: row.performedAt,
      action: row.action?.type,
      subject: subjectInWords(row),
      by: row.performedByName,
      ...(change !== '' && { change }),
    };
  });
  return { items: entries, hasMore: hasMore || items.length > limit };
}

export function readEvents(
  context: Context,
  { since, collection, operation, limit }: EventFilter,
): LatestEntries {
  const stored = openEventReader({ directory: eventDirectory(context) }).read({
    limit: limit + 1,
    sinceMs: since === undefined ? undefined : Date.parse(moment(since, context.world.now(), 'since')),
    collections: collection === undefined ? undefined : [collection],
    operations: operation === undefined ? undefined : [operation],
  });
  const items = [...stored].map(factsOf);
  return { items: items.slice(0, limit), hasMore: items.length > limit };
}

export function readEvent(context: Context, id: string): JsonObject {
  const stored = openEventReader({ directory: eventDirectory(context) }).get(id);
  return { ...factsOf(stored), subscription: stored.subscriptionId, body: bodyOf(stored) };
}

/** Facts of an event. Its headers contain the signature, so they are left out. */
function factsOf({
  id,
  receivedAt,
  collection,
  operation,
  resourceId,
  verified,
  duplicate,
  body,
}: StoredEvent): JsonObject {
  return {
    receivedAt,
    collection,
    operation,
    resource: nameIn(Buffer.from(body).toString('utf8')) ?? resourceId,
    ...(!verified && { verified }),
    ...(duplicate && { duplicate }),
    id,
  };
}

function bodyOf({ body }: StoredEvent): unknown {
  const text = Buffer.from(body).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import type { JsonObject } from '../../../base/json/json-object.js';
import type { VersionPath } from '../../../cli/command/version-path.js';
import type { Client } from '../../../client/client.js';
import { MAX_LIST_BYTES } from '../../../client/send/limits.js';
import { DIAGRAM_TYPES, MODEL_OBJECT_TYPES } from '../../../contract/enums.js';
import type { Operation } from '../../../contract/operation.js';
import { adrs } from '../../../contract/resources/adr.js';
import { comments } from '../../../contract/resources/comment.js';
import { diagramGroups } from '../../../contract/resources/diagram-group.js';
import { domains } from '../../../contract/resources/domain.js';
import { drafts } from '../../../contract/resources/draft.js';
import { searchLandscape } from '../../../contract/resources/landscape.js';
import { tagGroups, tags } from '../../../contract/resources/tag.js';
import { selectTechnologies } from '../../../contract/resources/technology.js';

/**
 * Sources of a search: the service's own search if it covers a kind, and lists for the rest, requested concurrently.
 */

export const SEARCH_KINDS = [
  'object',
  'connection',
  'diagram',
  'flow',
  'tag',
  'tag-group',
  'domain',
  'diagram-group',
  'comment',
  'draft',
  'adr',
  'technology',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A record that may match a search. */
export interface Candidate {
  kind: SearchKind;
  id: string;
  name: string;
  /** Subtype of its kind: an app, a context diagram. */
  type: string;
  /** Texts besides the name. */
  texts: Readonly<Record<string, string>>;
  /** The record. */
  data: Readonly<Record<string, unknown>>;
  /** Whether the service reported the record as a match. */
  isHit: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Types of the service's search, by kind. */
const SERVED: Readonly<Partial<Record<SearchKind, readonly string[]>>> = {
  object: MODEL_OBJECT_TYPES,
  connection: ['connection'],
  diagram: DIAGRAM_TYPES,
  flow: ['flow'],
};

/** Kinds whose lists are short enough to be read completely. */
const LISTED: readonly { kind: SearchKind; list: Operation }[] = [
  { kind: 'tag', list: tags.list },
  { kind: 'tag-group', list: tagGroups.list },
  { kind: 'domain', list: domains.list },
  { kind: 'diagram-group', list: diagramGroups.list },
  { kind: 'comment', list: comments.list },
  { kind: 'draft', list: drafts.list },
  { kind: 'adr', list: adrs.list },
];

/**
 * All records of these kinds that may match.
 *
 * @param most Maximum number of results of the service's search.
 */
export async function candidatesFor(
  client: Client,
  path: VersionPath,
  { text, kinds, most }: { text: string; kinds: readonly SearchKind[]; most: number },
): Promise<Candidate[]> {
  const types = kinds.flatMap((kind) => SERVED[kind] ?? []);
  const found = await Promise.all([
    types.length === 0 ? [] : served(client, path, { text, types, most }),
    ...LISTED.filter(({ kind }) => kinds.includes(kind)).map(({ kind, list }) =>
      listed(client, path, kind, list),
    ),
    kinds.includes('technology') ? technologies(client, text) : [],
  ]);
  return found.flat();
}

async function served(
  client: Client,
  path: VersionPath,
  { text, types, most }: { text: string; types: readonly string[]; most: number },
): Promise<Candidate[]> {
  const query = { search: text, includeData: true, maxResults: most, filter: { type: types } };
  const { results } = (await client.perform(searchLandscape, { path: { ...path }, query })) as {
    results: { id: string; name: string; type: string; data?: JsonObject }[];
  };
  const kindOf = (type: string): SearchKind =>
    SEARCH_KINDS.find((kind) => SERVED[kind]?.includes(type)) ?? 'object';
  return results.map(({ id, name, type, data = {} }) => ({
    kind: kindOf(type),
    id,
    name,
    type,
    texts: { caption: textOf(data.caption), description: textOf(data.description) },
    data,
    isHit: true,
  }));
}

async function listed(
  client: Client,
  path: VersionPath,
  kind: SearchKind,
  list: Operation,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for await (const item of client.performPages(list, { path: { ...path } }, { maxBytes: MAX_LIST_BYTES }))
    found.push(candidateOf(kind, item as JsonObject));
  return found;
}

function candidateOf(kind: SearchKind, data: JsonObject): Candidate {
  const body = (data.body ?? {}) as JsonObject;
  return {
    kind,
    id: textOf(data.id),
    // Comments have no name, so their content is used.
    name: textOf(data.name) || textOf(body.content),
    type: textOf(body.type) || textOf(data.type) || kind,
    texts: { description: textOf(data.description) },
    data,
    isHit: false,
  };
}

/** Technologies of the whole catalog with a matching name; one page is enough. */
async function technologies(client: Client, text: string): Promise<Candidate[]> {
  const query = { fields: ['name', 'provider', 'description', 'type'], search: text, limit: 30 };
  const { catalogTechnologies } = (await client.perform(selectTechnologies, { query })) as {
    catalogTechnologies: JsonObject[];
  };
  return catalogTechnologies.map((it) => candidateOf('technology', it));
}

import { mapConcurrently } from '../../base/concurrency.js';
import { ArchctlError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import type { ReadClient } from '../../client/read-only.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { type Doc, textsOf } from '../../contract/doc.js';
import { FAMILIES, type Family } from '../../contract/families.js';
import type { ReadOperation } from '../../contract/operation.js';
import { adrs } from '../../contract/resources/adr.js';
import { getDiagramContent } from '../../contract/resources/diagram-content.js';
import { getLandscape } from '../../contract/resources/landscape.js';
import { listTeams } from '../../contract/resources/team.js';
import { listOrganizationTechnologies, selectTechnologies } from '../../contract/resources/technology.js';
import { ELEMENT_KINDS, type ElementKind } from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import type { LiveLandscape } from './landscape.js';

/** A version of a landscape, in the form of path parameters. */
export interface VersionPath {
  /** Id of the landscape. */
  landscapeId: string;
  /** Id of the version, or `latest`. */
  versionId: string;
}

/** Number of diagram contents read concurrently. */
const CONTENTS_AT_ONCE = 8;

type LandscapeClient = Pick<ReadClient, 'call' | 'performPages'>;

/** A client that also interns texts, see `interner`. */
type Reader = LandscapeClient & { intern(text: string): string };

/**
 * Reads a version of a landscape: all lists concurrently, and the contents of diagrams once the list of diagrams has
 * arrived. Sends one request per page and one per diagram. Errors: client errors. A diagram that is deleted during the
 * read is left out, together with its flows. @param drawn Whether to read the contents of diagrams; without them they
 * are empty and cost no requests. @param withDecisions Whether to read the decisions, which most models do not contain.
 */
export async function readLandscape(
  client: LandscapeClient,
  path: VersionPath,
  drawn = true,
  withDecisions = false,
): Promise<LiveLandscape> {
  const reader: Reader = { ...client, intern: interner() };
  const [[landscape, lists, technologies, [teams, own]], decisions] = await Promise.all([
    readAll(reader, path, drawn),
    withDecisions ? listOf(reader, adrs.list, { ...path }) : undefined,
  ]);
  const records = new Map<ElementKind, readonly Doc[]>(lists.map(({ kind, docs }) => [kind, docs]));
  const contents = lists.find((it) => it.contents)?.contents ?? new Map<string, Doc>();
  const objects = records.get('object') ?? [];
  const isRoot = ({ type }: Doc): boolean => type === 'root';
  const isThere = (id: unknown): boolean => !drawn || contents.has(String(id));
  records.set(
    'object',
    objects.filter((it) => !isRoot(it)),
  );
  records.set(
    'diagram',
    (records.get('diagram') ?? []).filter(({ id }) => isThere(id)),
  );
  records.set(
    'flow',
    (records.get('flow') ?? []).filter(({ diagramId }) => isThere(diagramId)),
  );
  return {
    landscape,
    version: path.versionId,
    records,
    roots: rootsOf(objects.filter(isRoot), records.get('domain') ?? []),
    contents,
    technologies: uniqueNames([...technologies, ...own], slugOf),
    teams: uniqueNames(teams, ({ name }) => name),
    ...(decisions && { decisions }),
  };
}

/**
 * Reads everything concurrently; records of the organization wait for the landscape, which has the organization's id.
 */
async function readAll(client: Reader, path: VersionPath, drawn: boolean) {
  const landscape = client
    .call(getLandscape, { path: { landscapeId: path.landscapeId } })
    .then(({ landscape: { id, name, organizationId } }) => ({ id, name, organizationId }));
  const ofOrganization = landscape.then(({ organizationId }) =>
    Promise.all([
      listOf(client, listTeams, { organizationId }),
      listOf(client, listOrganizationTechnologies, { organizationId }),
    ]),
  );
  return Promise.all([
    landscape,
    Promise.all(ELEMENT_KINDS.map((kind) => readKind(client, kind, path, drawn))),
    listOf(client, selectTechnologies, {}, { fields: ['defaultSlug', 'slugs'] }),
    ofOrganization,
  ]);
}

const familyOf = (kind: ElementKind): Family => {
  const family = FAMILIES.find(({ record }) => record.kind === KINDS[kind].record);
  if (!family) throw new TypeError(`The kind ${KINDS[kind].record} has no family of records.`);
  return family;
};

async function readKind(client: Reader, kind: ElementKind, path: VersionPath, drawn: boolean) {
  const docs = await listOf(client, familyOf(kind).list, { ...path });
  const hasContents = drawn && kind === 'diagram';
  return { kind, docs, ...(hasContents && { contents: await contentsOf(client, docs, path) }) };
}

async function listOf(
  client: Reader,
  operation: ReadOperation,
  path: Record<string, string>,
  query?: Record<string, unknown>,
): Promise<Doc[]> {
  const docs: Doc[] = [];
  const input = { path, ...(query && { query }) };
  const options = { maxBytes: MAX_LIST_BYTES };
  for await (const doc of client.performPages(operation, input, options)) {
    const last = docs.at(-1);
    docs.push(interned(last, doc as Doc, client.intern));
  }
  return docs;
}

const NO_ITEMS = Object.freeze([]);
const NO_FIELDS = Object.freeze({});

/** A function that interns texts: equal texts become one string in memory. */
function interner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first !== undefined) return first;
    known.set(text, text);
    return text;
  };
}

/**
 * Interns ids, which thousands of records contain. Shares other texts with the record before, because many are the same in
 * a whole list, and empty lists and maps, which half of the fields are.
 */
function interned(before: Doc | undefined, doc: Doc, intern: (text: string) => string): Doc {
  const fields: Record<string, unknown> = doc;
  for (const key in doc) {
    const value = fields[key];
    if (typeof value === 'string') {
      if (key === 'id' || key.endsWith('Id')) fields[key] = intern(value);
      else if (before?.[key] === value) fields[key] = before[key];
    } else if (Array.isArray(value)) {
      fields[key] =
        value.length === 0 ? NO_ITEMS : value.map((it) => (typeof it === 'string' ? intern(it) : it));
    } else if (isObject(value)) {
      const entries = Object.entries(value);
      if (entries.length === 0) fields[key] = NO_FIELDS;
      else if (key === 'labels')
        for (const [label, text] of entries) if (typeof text === 'string') value[label] = intern(text);
    }
  }
  return doc;
}

async function contentsOf(
  client: LandscapeClient,
  diagrams: readonly Doc[],
  path: VersionPath,
): Promise<Map<string, Doc>> {
  const contents = new Map<string, Doc>();
  const found = await mapConcurrently(diagrams, CONTENTS_AT_ONCE, async ({ id }) => {
    try {
      const { diagramContent } = await client.call(getDiagramContent, { path: { ...path, diagramId: id } });
      return [id, diagramContent as Doc] as const;
    } catch (error) {
      if (error instanceof ArchctlError && error.kind === 'not-found') return undefined;
      throw error;
    }
  });
  for (const entry of found) if (entry) contents.set(...entry);
  return contents;
}

/** Domains by root object; a root without a domain belongs to the only domain. */
function rootsOf(roots: readonly Doc[], domains: readonly Doc[]): Map<string, string> {
  const [only] = domains.length === 1 ? domains : [];
  return new Map(
    roots.flatMap(({ id, domainId }): [string, string][] => {
      const domain = typeof domainId === 'string' ? domainId : only?.id;
      return domain === undefined ? [] : [[id, domain]];
    }),
  );
}

const slugOf = ({ defaultSlug, slugs }: Doc): unknown => defaultSlug ?? textsOf(slugs)[0];

/** Names by id; duplicate names are left out after the first. */
function uniqueNames(docs: readonly Doc[], nameOf: (doc: Doc) => unknown): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const doc of docs) {
    const name = nameOf(doc);
    if (names.has(doc.id) || typeof name !== 'string' || name === '' || taken.has(name)) continue;
    taken.add(name);
    names.set(doc.id, name);
  }
  return names;
}

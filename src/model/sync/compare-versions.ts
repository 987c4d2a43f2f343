import { BOOLEAN, checkOptions, type OptionTypes, required, SIGNAL, TEXT } from '../../base/check-options.js';
import { mapConcurrently } from '../../base/concurrency.js';
import { isObject } from '../../base/is-object.js';
import { requireArguments } from '../../base/require-arguments.js';
import { versionRecords } from '../../client/jobs/version-records.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import { type Doc, entriesOf, textsOf } from '../../contract/doc.js';
import { FAMILIES, type Family } from '../../contract/families.js';
import type { Kind } from '../../contract/records.js';
import { getDiagramContent } from '../../contract/resources/diagram-content.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import type { DocOfKind } from '../../contract/rules/cascade.js';
import { differencesOf, type RecordChange, type Side } from '../../contract/rules/versions/difference.js';
import type { VersionPath } from '../live/read-landscape.js';

/** Concurrent requests for diagram contents. */
const MAX_CONCURRENT = 4;

/** A record that was added, removed or changed between two versions. */
export interface VersionChange {
  /** Kind of record: `object`, `tag-group`. */
  kind: string;
  /** Type of the change. */
  change: RecordChange['change'];
  /** Handle, which is the same in both versions. */
  handleId: string;
  /** Name of the record; for a removed record, its last name. */
  name: string;
  /** Changed fields; for an added or removed record, those that differ from the defaults. */
  fields: RecordChange['fields'];
}

/** Differences between two versions. */
export interface VersionComparison {
  /** Changed records, by kind. */
  changes: VersionChange[];
  /** Names of handles and technology ids, from the later version. */
  names: ReadonlyMap<string, string>;
  /** Handles of the end objects of a connection, by its handle. */
  ends: ReadonlyMap<string, readonly [string, string]>;
}

/** Versions to compare. */
export interface ComparedVersions {
  /** Id of the landscape. */
  landscapeId: string;
  /** Id of the earlier version, or `latest`. */
  before: string;
  /** Id of the later version, or `latest`. */
  after: string;
  /** Whether positions on diagrams are compared (default: false); drawn elements always are. */
  layout?: boolean;
  /** Aborts the requests. */
  signal?: AbortSignal | undefined;
}

const COMPARED: OptionTypes<ComparedVersions> = {
  landscapeId: required(TEXT),
  before: required(TEXT),
  after: required(TEXT),
  layout: BOOLEAN,
  signal: SIGNAL,
};

/** Display order of kinds; the others follow. */
const FIRST_KINDS: readonly Kind[] = ['modelObject', 'modelConnection', 'diagram', 'flow'];
const rank = (kind: Kind): number =>
  FIRST_KINDS.includes(kind) ? FIRST_KINDS.indexOf(kind) : FIRST_KINDS.length;
const MODEL: readonly Family[] = FAMILIES.filter(({ record }) => record.isModel).sort(
  (a, b) => rank(a.record.kind) - rank(b.record.kind),
);
/** Nouns of kinds in changes. */
export const KIND_NOUNS: ReadonlyMap<Kind, string> = new Map(
  MODEL.map(({ record, shape }) => [record.kind, shape.word.replaceAll(' ', '-')]),
);

/**
 * Compares two versions of a landscape by their lists. Diagram contents are read only with `layout`, or if a step of a
 * flow refers to an element that the lists do not contain.
 * @throws ArchctlError client errors
 */
export async function compareVersions(
  anyClient: ReadClient,
  compared: ComparedVersions,
): Promise<VersionComparison> {
  requireArguments('compareVersions', { client: anyClient, compared });
  const {
    landscapeId,
    before,
    after,
    layout = false,
    signal,
  } = checkOptions('compareVersions', compared, COMPARED);
  const client = readOnly(anyClient, { signal });
  const lists = await Promise.all(
    [before, after].map((versionId) =>
      versionRecords(client, { landscapeId, versionId }, MODEL, expansionsOf),
    ),
  );
  const [then = [], now = []] = lists;
  const [old, recent] = [handlesOf(then), handlesOf(now)];
  const isShared = ({ doc }: DocOfKind): boolean =>
    old.has(String(doc.handleId)) && recent.has(String(doc.handleId));
  const sides = await Promise.all(
    [before, after].map((versionId, at) => {
      const records = lists[at] ?? [];
      const isRead = layout ? isShared : needsContent(records);
      return sideOf(client, { landscapeId, versionId }, { records, isRead, layout });
    }),
  );
  const [left = { records: [] }, right = { records: [] }] = sides;
  const found = [...then, ...now];
  return { changes: mergeContent(differencesOf(left, right)), names: namesIn(found), ends: endsIn(found) };
}

/** Technologies have no list in a version, so their names come as expansions. */
const expansionsOf = ({ list }: Family): Record<string, unknown> =>
  list.id === modelObjects.list.id || list.id === modelConnections.list.id
    ? { expand: ['technologies'] }
    : {};

const handlesOf = (found: readonly DocOfKind[]): Set<string> =>
  new Set(found.flatMap(({ kind, doc }) => (kind === 'diagram' ? [String(doc.handleId)] : [])));

interface SideInput {
  records: readonly DocOfKind[];
  /** Filter of the diagrams whose contents are read. */
  isRead: (diagram: DocOfKind) => boolean;
  layout: boolean;
}

/** A version prepared for comparison, including diagram contents. */
async function sideOf(
  client: ReadClient,
  path: VersionPath,
  { records, isRead, layout }: SideInput,
): Promise<Side> {
  const diagrams = records.filter(({ kind }) => kind === 'diagram');
  const contents = await contentsOf(client, path, diagrams.filter(isRead));
  const aliases = drawnAliases(records);
  for (const { doc } of contents)
    for (const [id, { modelId }] of entriesOf(doc.objects)) aliases.set(id, String(modelId));
  return { records: layout ? [...records, ...contents] : withDrawn(records), aliases };
}

/** Contents of diagrams by the handles of the diagrams. */
export const contentsOf = (
  client: ReadClient,
  path: VersionPath,
  diagrams: readonly DocOfKind[],
): Promise<DocOfKind[]> =>
  mapConcurrently(diagrams, MAX_CONCURRENT, async ({ doc }) => {
    const { diagramContent } = await client.call(getDiagramContent, { path: { ...path, diagramId: doc.id } });
    const { id, handleId, versionId } = doc;
    return { kind: 'diagramContent', doc: { ...diagramContent, id, handleId, versionId } };
  });

/** Objects by the ids of their drawn elements, as far as these records show. */
function drawnAliases(records: readonly DocOfKind[]): Map<string, string> {
  const drawn = new Map<string, string>();
  for (const { kind, doc } of records)
    if (kind === 'modelObject')
      for (const [, { objectId }] of entriesOf(doc.diagrams)) drawn.set(String(objectId), doc.id);
  return drawn;
}

/** Matches diagrams of flows whose steps have ends that the lists do not contain: the object is drawn twice. */
function needsContent(records: readonly DocOfKind[]): (diagram: DocOfKind) => boolean {
  const known = new Set([...drawnAliases(records).keys(), ...records.map(({ doc }) => doc.id)]);
  const unclear = new Set(
    records
      .filter(({ kind, doc }) => kind === 'flow' && stepEnds(doc).some((end) => !known.has(end)))
      .map(({ doc }) => doc.diagramId),
  );
  return ({ doc }) => unclear.has(doc.id);
}

const stepEnds = ({ steps }: Doc): string[] =>
  entriesOf(steps).flatMap(([, { originId, targetId, viaId }]) => textsOf([originId, targetId, viaId]));

/** Adds the ids of drawn elements to diagrams, from objects and connections. */
function withDrawn(records: readonly DocOfKind[]): DocOfKind[] {
  const on = (kind: Kind): Map<string, string[]> => {
    const drawn = new Map<string, string[]>();
    for (const it of records) {
      if (it.kind !== kind || !isObject(it.doc.diagrams)) continue;
      for (const diagramId of Object.keys(it.doc.diagrams)) {
        const ids = drawn.get(diagramId) ?? [];
        drawn.set(diagramId, ids);
        ids.push(it.doc.id);
      }
    }
    return drawn;
  };
  const [objects, lines] = [on('modelObject'), on('modelConnection')];
  return records.map(({ kind, doc }) => {
    if (kind !== 'diagram') return { kind, doc };
    const drawn = { drawnObjectIds: objects.get(doc.id), drawnConnectionIds: lines.get(doc.id) };
    return { kind, doc: { ...doc, ...drawn } };
  });
}

/** Reports changes of drawn elements as changes of their diagram. */
function mergeContent(changes: readonly RecordChange[]): VersionChange[] {
  const byRecord = new Map<string, VersionChange>();
  for (const { kind, change, identity, name, fields } of changes) {
    const of = kind === 'diagramContent' ? 'diagram' : kind;
    const key = `${of} ${identity}`;
    const known = byRecord.get(key);
    if (known) known.fields = [...known.fields, ...fields];
    else byRecord.set(key, { kind: KIND_NOUNS.get(of) ?? of, change, handleId: identity, name, fields });
  }
  const order = [...KIND_NOUNS.values()];
  return [...byRecord.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function namesIn(found: readonly DocOfKind[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { doc } of found) {
    if (typeof doc.handleId === 'string' && doc.name) names.set(doc.handleId, String(doc.name));
    for (const [id, { name }] of entriesOf(doc.technologies)) names.set(id, String(name));
  }
  return names;
}

function endsIn(found: readonly DocOfKind[]): Map<string, readonly [string, string]> {
  const handles = new Map(found.map(({ doc }) => [doc.id, String(doc.handleId)]));
  const handleOf = (id: unknown): string => handles.get(String(id)) ?? String(id);
  const lines = found.filter(({ kind }) => kind === 'modelConnection');
  return new Map(
    lines.map(({ doc }) => [String(doc.handleId), [handleOf(doc.originId), handleOf(doc.targetId)]]),
  );
}

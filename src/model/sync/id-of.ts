import { factsOfRecord } from '../../base/equal-records.js';
import { ambiguousName, unknownName } from '../../base/name-errors.js';
import { type NameIndex, namedItems, nameIndex } from '../../base/name-index.js';
import { requireArguments } from '../../base/require-arguments.js';
import type { CallInput, LooseInput } from '../../client/client-types.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Doc } from '../../contract/doc.js';
import type { ListOperation, ReadOperation } from '../../contract/operation.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { diagramGroups } from '../../contract/resources/diagram-group.js';
import { flows } from '../../contract/resources/flow.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { tagGroups, tags } from '../../contract/resources/tag.js';
import { collect } from './object-graph.js';

type List = ReadOperation & ListOperation;

/** Fields with the parent in a path of names, and the list of the parents if it is another one; by operation id. */
export const PARENTS: ReadonlyMap<string, { field: string; list?: List }> = new Map([
  [modelObjects.list.id, { field: 'parentId' }],
  [modelConnections.list.id, { field: 'originId', list: modelObjects.list }],
  [diagramGroups.list.id, { field: 'parentId' }],
  [diagrams.list.id, { field: 'groupId', list: diagramGroups.list }],
  [flows.list.id, { field: 'diagramId', list: diagrams.list }],
  [tags.list.id, { field: 'groupId', list: tagGroups.list }],
]);

/**
 * Finds the id of a record by id, name, or path of names such as `Shop/API`. An exact match comes before one that
 * ignores case.
 * @param operation List that contains the record, such as `objects.list`.
 * @param input Path and query of the list; its `signal` aborts the requests.
 * @throws ArchctlError `not-found` for an unknown name, with similar ones; `usage` for the name of several records,
 * with their ids; client errors.
 */
export async function idOf<O extends ReadOperation & ListOperation>(
  client: ReadClient,
  operation: O,
  input: CallInput<O>,
  name: string,
): Promise<string> {
  requireArguments('idOf', { client, operation, input, name });
  const { query, ...rest }: LooseInput = input;
  const recordsOf = async (list: List, of: LooseInput): Promise<Doc[]> =>
    (await collect(readOnly(client).performPages(list, of, { maxBytes: MAX_LIST_BYTES }))) as Doc[];
  const indexOf = (list: List, records: readonly Doc[]): NameIndex =>
    nameIndex(namedItems(records, PARENTS.get(list.id)?.field));
  const records = await recordsOf(operation, { ...rest, query });
  const plain = indexOf(operation, records);
  const parents = PARENTS.get(operation.id)?.list;
  const hasPath = name.includes('/') && !plain.has(name) && parents !== undefined;
  const index = hasPath ? nameIndex(plain.items, indexOf(parents, await recordsOf(parents, rest))) : plain;
  const found = index.find(name);
  if (found.kind === 'one') return found.id;
  const typed = { word: wordOf(operation), text: name };
  if (found.kind === 'several')
    throw ambiguousName(typed, index, found.ids, (id) =>
      factsOfRecord(records.find((it) => it.id === id) ?? {}).join(', '),
    );
  throw unknownName(
    typed,
    found.nearest.map((word) => withId(word, index)),
    'Names are those of the list; a part of a name is not enough.',
  );
}

/** `"Payments" (id)`. */
function withId(word: string, index: NameIndex): string {
  const found = index.find(word);
  return found.kind === 'one' && found.id !== word ? `"${word}" (${found.id})` : word;
}

/** A record of a list within a sentence: `tag group` for `tagGroups`. */
const wordOf = ({ envelope }: List): string =>
  (envelope ?? 'record')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/ies$/, 'y')
    .replace(/s$/, '');

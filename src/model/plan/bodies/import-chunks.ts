import type { ImportData, ModelObjectImport } from '../../../contract/resources/landscape-import.js';

/**
 * Splits a document of objects and connections into documents to import in order, each at most `maxBytes` of JSON. Objects
 * come with their ancestors, because parents are only looked up in the same document; ends of connections are also found
 * among earlier imports (docs/service.md#imports). A document that is small enough is returned as it is.
 */
export function importChunks(document: ImportData, maxBytes: number): ImportData[] {
  const { modelObjects = [], modelConnections = [], ...rest } = document;
  if (sizeOf(document) <= maxBytes) return [document];
  const byId = new Map(modelObjects.map((it) => [it.id, it]));
  const places = modelObjects.filter(({ type }) => type === 'domain' || type === 'group');
  const others = modelObjects.filter(({ type }) => type !== 'domain' && type !== 'group');
  return [
    // Groups first: other objects may name them.
    ...pack([...places, ...others], maxBytes, (it) => [...ancestorsOf(it, byId), it]).map((it) => ({
      ...rest,
      modelObjects: it,
    })),
    ...pack(modelConnections, maxBytes, (it) => [it]).map((it) => ({ ...rest, modelConnections: it })),
  ];
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Distributes entries over lists of at most `maxBytes`, each with what its entries need. */
function pack<T>(entries: readonly T[], maxBytes: number, neededFor: (entry: T) => readonly T[]): T[][] {
  const lists: T[][] = [];
  let list = new Set<T>();
  let size = 0;
  const close = (): void => {
    if (list.size > 0) lists.push([...list]);
    list = new Set();
    size = 0;
  };
  for (const entry of entries) {
    const isMissing = (it: T): boolean => !list.has(it);
    const added = (): number =>
      neededFor(entry)
        .filter(isMissing)
        .reduce((sum, it) => sum + sizeOf(it) + 1, 0);
    let more = added();
    if (size + more > maxBytes) {
      close();
      more = added();
    }
    for (const it of neededFor(entry)) list.add(it);
    size += more;
  }
  close();
  return lists;
}

/** Parents of an entry in the document, the outermost first. */
function ancestorsOf(
  { parentId }: ModelObjectImport,
  byId: ReadonlyMap<string, ModelObjectImport>,
): ModelObjectImport[] {
  const found: ModelObjectImport[] = [];
  for (
    let at = byId.get(parentId ?? '');
    at !== undefined && !found.includes(at);
    at = byId.get(at.parentId ?? '')
  )
    found.unshift(at);
  return found;
}

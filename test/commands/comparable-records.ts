/** Lists of a version that an undo restores, by path. */
export const KINDS = {
  'model/objects': 'modelObjects',
  'model/connections': 'modelConnections',
  diagrams: 'diagrams',
  'diagram-groups': 'diagramGroups',
  flows: 'flows',
  tags: 'tags',
  'tag-groups': 'tagGroups',
  domains: 'domains',
} as const;

/** Fields that a restored record does not keep. */
const IGNORED =
  /^(commit|version|(created|updated|deleted|viewed|pinned)(At|By|ById|Via)|pinnedIndex|urlDark|urlLight)$/;

/** The value without these fields, in an order that does not depend on the order of changes. */
export const stable = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(stable).map((it) => ({ it, key: JSON.stringify(it) }));
    return items.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ it }) => it);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !IGNORED.test(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => [key, stable(it)]),
  );
};

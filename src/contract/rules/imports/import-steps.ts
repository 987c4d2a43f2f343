import type { ImportData, ModelObjectImport } from '../../resources/landscape-import.js';

/**
 * Splits a document into documents to import in order, so that each group finds its parent group and those in
 * `groupIds` (docs/service.md#imports). The first ones contain domains and groups from the outside in, with nothing but
 * their placement; the last is the document itself. Most documents need no extra steps.
 */
export function importSteps(document: ImportData): ImportData[] {
  const entries = document.modelObjects ?? [];
  const domains = entries.filter(({ type }) => type === 'domain');
  const depths = groupDepths(entries);
  const deepest = Math.max(0, ...depths.values());
  const namesGroups = [...depths.keys()].some(({ groupIds }) => (groupIds ?? []).length > 0);
  const { namespace } = document;
  const before = Array.from({ length: namesGroups ? deepest : Math.max(0, deepest - 1) }, (_, at) => ({
    ...(namespace !== undefined && { namespace }),
    modelObjects: [
      ...domains,
      ...[...depths].filter(([, depth]) => depth <= at + 1).map(([group]) => placeOf(group)),
    ],
  }));
  return [...before, document];
}

const placeOf = ({ id, name, type, parentId }: ModelObjectImport): ModelObjectImport => ({
  id,
  name,
  type,
  parentId,
});

/**
 * Nesting depth of each group: 1 directly in a domain. Groups in a cycle are omitted, because the import rejects them.
 */
function groupDepths(entries: readonly ModelObjectImport[]): Map<ModelObjectImport, number> {
  const groups = new Map(entries.filter(({ type }) => type === 'group').map((it) => [it.id, it]));
  const depthOf = (group: ModelObjectImport): number => {
    let depth = 0;
    let at: ModelObjectImport | undefined = group;
    for (; at && depth <= groups.size; depth += 1) at = groups.get(at.parentId ?? '');
    return depth;
  };
  const depths = [...groups.values()].map((it) => [it, depthOf(it)] as const);
  return new Map(depths.filter(([, depth]) => depth <= groups.size));
}

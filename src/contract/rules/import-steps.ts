import type { ImportData, ModelObjectImport } from '../resources/landscape-import.js';

/**
 * The document as those to import one after the other, so that each group finds the one it is in, and those it names in
 * `groupIds` (docs/service.md#imports): domains and groups from the outside in, with nothing but their places, and the
 * document itself as the last. Most documents need no other before them.
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

/** How deep each group stands: 1 in a domain. Groups that go round in a circle are left out: they are refused. */
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

import { entriesOf, type Fields, textsOf } from '../doc.js';
import type { ModelObject } from '../resources/model-object.js';
import { graphOf, partsOf } from './dependencies.js';
import { decisionImpacts, dependentImpacts, ownerImpacts } from './impact-around.js';
import type { Impact, ImpactChange, ImpactRecords } from './impact-types.js';

/**
 * Impact analysis: the records of a version that deleting or deprecating an object would affect
 * (docs/service.md#deletes). Pure.
 */

/**
 * Effects of a change of an object on other records, by kind in the order of `IMPACT_KINDS`; each record appears once in
 * its kind. A deprecation changes no other record.
 */
export function impactOf(id: string, records: ImpactRecords, change: ImpactChange = 'delete'): Impact[] {
  const names = new Map(records.objects.map((it) => [it.id, it.name]));
  const subtree = partsOf(graphOf(records.objects, []), id);
  const affectedObjects = records.objects.filter((it) => subtree.has(it.id));
  const drawn = drawnIds(affectedObjects);
  const analysis: Analysis = { id, records, subtree, drawn, nameOf: (it) => names.get(it) ?? it };
  const around = impactAround(analysis);
  if (change === 'deprecate') return [...deprecated(analysis), ...around];
  const diagrams = diagramImpacts(analysis);
  const deletedDiagrams = new Set(
    diagrams.flatMap(({ id: it, effect }) => (effect === 'deleted' ? [it] : [])),
  );
  const connections = connectionImpacts(analysis);
  return [
    ...objectImpacts(analysis),
    ...connections,
    ...diagrams,
    ...flowImpacts(analysis, deletedDiagrams),
    ...commentImpacts(analysis),
    ...draftImpacts(analysis, connections),
    ...tagImpacts(analysis, affectedObjects),
    ...around,
  ];
}

/** Records that show or use the object and its descendants. */
function deprecated(analysis: Analysis): Impact[] {
  const connections = connectionImpacts(analysis);
  return [
    ...objectImpacts(analysis).filter(({ effect }) => effect === 'deleted'),
    ...connections,
    ...diagramImpacts(analysis),
    ...flowImpacts(analysis, new Set()),
    ...draftImpacts(analysis, connections),
  ].map((it) => ({ ...it, effect: 'affected' }));
}

function impactAround({ id, records, subtree, drawn, nameOf }: Analysis): Impact[] {
  const dependents = dependentImpacts(id, records);
  return [
    ...dependents,
    ...ownerImpacts({ records, subtree, dependents, nameOf }),
    ...decisionImpacts(records, new Set(drawn.keys())),
  ];
}

/** Input of the analysis of one object. */
interface Analysis {
  id: string;
  records: ImpactRecords;
  /** The object and its descendants. */
  subtree: ReadonlySet<string>;
  /** Ids of drawn objects that represent these, by diagram. */
  drawn: ReadonlyMap<string, ReadonlySet<string>>;
  nameOf(id: string): string;
}

function drawnIds(objects: readonly ModelObject[]): Map<string, Set<string>> {
  const drawn = new Map<string, Set<string>>();
  for (const [diagramId, { objectId }] of objects.flatMap(({ diagrams }) => entriesOf(diagrams))) {
    const ids = drawn.get(diagramId) ?? new Set();
    drawn.set(diagramId, ids.add(String(objectId)));
  }
  return drawn;
}

function objectImpacts({ id, records, subtree, nameOf }: Analysis): Impact[] {
  return records.objects.flatMap((it): Impact[] => {
    const facts = { kind: 'object', id: it.id, name: it.name } as const;
    if (it.id === id) return [];
    if (subtree.has(it.id))
      return [{ ...facts, where: `inside ${nameOf(it.parentId ?? id)}`, effect: 'deleted' }];
    const group = textsOf(it.groupIds).find((groupId) => subtree.has(groupId));
    return group === undefined
      ? []
      : [{ ...facts, where: `in the group ${nameOf(group)}`, effect: 'updated' }];
  });
}

function connectionImpacts({ records, subtree, nameOf }: Analysis): Impact[] {
  return records.connections.flatMap((it): Impact[] => {
    const ends = `${nameOf(it.originId)} → ${nameOf(it.targetId)}`;
    const facts = { kind: 'connection', id: it.id, name: it.name } as const;
    if (subtree.has(it.originId) || subtree.has(it.targetId))
      return [{ ...facts, where: ends, effect: 'deleted' }];
    if (!it.viaId || !subtree.has(it.viaId)) return [];
    return [{ ...facts, where: `${ends} via ${nameOf(it.viaId)}`, effect: 'updated' }];
  });
}

function diagramImpacts({ records, subtree, drawn, nameOf }: Analysis): Impact[] {
  return records.diagrams.flatMap((it): Impact[] => {
    const facts = { kind: 'diagram', id: it.id, name: it.name } as const;
    if (it.modelId && subtree.has(it.modelId))
      return [{ ...facts, where: `shows ${nameOf(it.modelId)} from within`, effect: 'deleted' }];
    return drawn.has(it.id) ? [{ ...facts, where: 'drawn on it', effect: 'updated' }] : [];
  });
}

function flowImpacts({ records, subtree, drawn }: Analysis, deletedDiagrams: ReadonlySet<string>): Impact[] {
  return records.flows.flatMap((it): Impact[] => {
    const facts = { kind: 'flow', id: it.id, name: it.name } as const;
    const isEnd = (end: unknown): boolean =>
      typeof end === 'string' && (subtree.has(end) || drawn.get(it.diagramId)?.has(end) === true);
    const steps = entriesOf(it.steps).filter(([, { originId, viaId, targetId }]: [string, Fields]) =>
      [originId, viaId, targetId].some(isEnd),
    ).length;
    if (deletedDiagrams.has(it.diagramId))
      return [{ ...facts, where: 'on a deleted diagram', effect: 'deleted' }];
    if (steps === 0) return [];
    return [{ ...facts, where: `in ${steps} ${steps === 1 ? 'step' : 'steps'}`, effect: 'updated' }];
  });
}

function commentImpacts({ records, drawn }: Analysis): Impact[] {
  const diagramNames = new Map(records.diagrams.map(({ id, name }) => [id, name]));
  return records.comments.flatMap((it): Impact[] => {
    const [on] = Object.keys(it.diagrams ?? {}).filter((diagramId) => drawn.has(diagramId));
    if (on === undefined) return [];
    const where = `on ${diagramNames.get(on) ?? on}`;
    return [{ kind: 'comment', id: it.id, name: it.body.content ?? '', where, effect: 'updated' }];
  });
}

function draftImpacts({ records, subtree, drawn }: Analysis, connections: readonly Impact[]): Impact[] {
  const lines = new Set(connections.map(({ id }) => id));
  return records.drafts.flatMap(({ draft, changes }): Impact[] => {
    const { id, name, diagramIds } = draft;
    const facts = { kind: 'draft', id, name, effect: 'updated' } as const;
    if (changes.some((it) => subtree.has(it))) return [{ ...facts, where: 'changes it' }];
    if (changes.some((it) => lines.has(it))) return [{ ...facts, where: 'changes a connection of it' }];
    const touches = [...changes, ...(diagramIds ?? [])].some((it) => drawn.has(it));
    return touches ? [{ ...facts, where: 'changes a diagram that it is drawn on' }] : [];
  });
}

function tagImpacts({ records, nameOf }: Analysis, affectedObjects: readonly ModelObject[]): Impact[] {
  return records.tags.flatMap((it): Impact[] => {
    const [tagged] = affectedObjects.filter(({ tagIds }) => textsOf(tagIds).includes(it.id));
    if (tagged === undefined) return [];
    return [{ kind: 'tag', id: it.id, name: it.name, where: `on ${nameOf(tagged.id)}`, effect: 'updated' }];
  });
}

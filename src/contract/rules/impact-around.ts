import { push } from '../../base/grouped.js';
import { isObject } from '../../base/is-object.js';
import { textsOf } from '../doc.js';
import type { ModelObject } from '../resources/model-object.js';
import { graphOf, walk } from './dependencies.js';
import { levelOf, liftConnections } from './dependency-levels.js';
import type { Impact, ImpactRecords } from './impact-types.js';
import { NAMESPACE_LABEL } from './imports/import-entities.js';

/** Impact on records that do not refer to the object: its dependents, the owners of both, and decisions. Pure. */

/** Objects that depend on the object, at its level, nearest first. */
export function dependentImpacts(
  id: string,
  { objects, connections }: Pick<ImpactRecords, 'objects' | 'connections'>,
): Impact[] {
  const byId = new Map(objects.map((it) => [it.id, it]));
  const level = levelOf(byId.get(id)?.type);
  const lifted = level ? liftConnections(connections, byId, { level, focus: id }).connections : connections;
  return [...walk(graphOf(objects, lifted), id, 'in').reached]
    .filter(([, depth]) => depth > 0)
    .map(([dependent, depth]) => ({
      kind: 'dependent',
      id: dependent,
      name: byId.get(dependent)?.name ?? dependent,
      where: depth === 1 ? 'uses it directly' : `uses it over ${depth} connections`,
      effect: 'affected',
      depth,
    }));
}

/** Maximum number of names in the description of an owner. */
const MAX_NAMES = 3;

/** Teams and namespaces that own the object, a descendant or a dependent. */
export function ownerImpacts({
  records,
  subtree,
  dependents,
  nameOf,
}: {
  records: Pick<ImpactRecords, 'objects' | 'teams'>;
  /** The object and its descendants. */
  subtree: ReadonlySet<string>;
  dependents: readonly Impact[];
  nameOf(id: string): string;
}): Impact[] {
  const byId = new Map(records.objects.map((it) => [it.id, it]));
  const teams = new Map<string, string[]>();
  const namespaces = new Map<string, string[]>();
  for (const id of [...subtree, ...dependents.map((it) => it.id)]) {
    for (const team of textsOf(byId.get(id)?.teamIds)) push(teams, team, id);
    const namespace = namespaceOf(byId.get(id));
    if (namespace !== undefined) push(namespaces, namespace, id);
  }
  const where = (owned: readonly string[]): string => {
    const names = owned.slice(0, MAX_NAMES).map(nameOf).join(', ');
    return owned.length > MAX_NAMES ? `owns ${names} and ${owned.length - MAX_NAMES} more` : `owns ${names}`;
  };
  const impacts = (kind: 'team' | 'namespace', owners: ReadonlyMap<string, readonly string[]>): Impact[] =>
    [...owners].map(([id, owned]) => ({
      kind,
      id,
      name: records.teams.get(id) ?? id,
      where: where(owned),
      effect: 'affected',
    }));
  return [...impacts('team', teams), ...impacts('namespace', namespaces)];
}

function namespaceOf(object: ModelObject | undefined): string | undefined {
  const namespace = isObject(object?.labels) ? object.labels[NAMESPACE_LABEL] : undefined;
  return typeof namespace === 'string' && namespace !== '' ? namespace : undefined;
}

/** Decisions about diagrams that show the object: the service does not relate decisions to objects. */
export function decisionImpacts(
  { decisions, diagrams }: Pick<ImpactRecords, 'decisions' | 'diagrams'>,
  drawn: ReadonlySet<string>,
): Impact[] {
  const names = new Map(diagrams.map(({ id, name }) => [id, name]));
  return decisions.flatMap(({ id, number, name, relatedItems }): Impact[] => {
    const about = Object.values(relatedItems ?? {}).flatMap(({ diagramId }) =>
      diagramId && drawn.has(diagramId) ? [names.get(diagramId) ?? diagramId] : [],
    );
    if (about.length === 0) return [];
    const title = `ADR-${String(number).padStart(4, '0')} ${name}`;
    return [{ kind: 'decision', id, name: title, where: `about ${about.join(', ')}`, effect: 'affected' }];
  });
}

import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { NAMESPACE_LABEL } from '../../contract/rules/imports/import-entities.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementKey,
  elementOf,
  type Model,
} from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import { type Owner, ownerOf } from '../live/labels.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import type { ElementRef, KeptElement, Named, Prune } from './plan-types.js';
import type { RecordIds } from './record-ids.js';

/** Deletions of elements that are missing from the document, with their cascades, and the elements that are kept. */

export interface Deletion extends Named {
  kind: ElementKind;
  record: Doc;
  goesAlong: Named[];
  /** Whether it follows the other steps, because they move dependents of the element elsewhere. */
  isLate: boolean;
  /** Names of the objects that it deletes, with their places, by record id. */
  frees: ReadonlyMap<string, string>;
}

export interface DeletionsInput {
  live: LiveLandscape;
  wanted: Model;
  ids: RecordIds;
  prune: Prune;
  /** Whether an element may be deleted or moved (default: all). */
  isSelected?: (element: ElementRef) => boolean;
  /** The name of an object with its place, in the format of `frees`. */
  nameOf(record: Doc): string;
}

interface Node extends Named {
  kind: ElementKind;
  key: string;
  record: Doc;
  owner: Owner;
  /** Whether the document contains it. */
  isWanted: boolean;
  /** Whether the document refers to it. Such an element is never deleted. */
  isReferenced: boolean;
  isDeleted: boolean;
  /** Keys of the records that it depends on: now, and after all moves. */
  dependsOn: readonly string[];
  willDependOn: readonly string[];
}

const keyOf = (kind: ElementKind, recordId: string): string => `${kind} ${recordId}`;

/** Determines the deletions of a plan, and the elements that it keeps. */
export function deletionsOf(from: DeletionsInput): { deletions: Deletion[]; left: KeptElement[] } {
  if (isComplete(from)) return { deletions: [], left: [] };
  const nodes = new Map(nodesOf(from).map((it) => [it.key, it]));
  const isDeleting = [...nodes.values()].some((it) => it.isDeleted);
  const currentDependents = isDeleting ? indexDependents(nodes, ({ dependsOn }) => dependsOn) : NONE;
  const plannedDependents = isDeleting ? indexDependents(nodes, ({ willDependOn }) => willDependOn) : NONE;
  const isNew = driftTest(nodes, from);
  const keptElement = (node: Node, why: string): KeptElement => ({
    ...named(node),
    owner: node.owner,
    why,
    isNew: isNew(node),
  });
  const left: KeptElement[] = [];
  const deletable = new Map<string, Node>();
  for (const node of nodes.values()) {
    if (!node.isDeleted) {
      if (!node.isWanted && !node.isReferenced) left.push(keptElement(node, reasonKept(node, from)));
      continue;
    }
    const stays = dependentsOf(node.key, plannedDependents).find((key) => nodes.get(key)?.isDeleted !== true);
    const holder = stays === undefined ? undefined : nodes.get(stays);
    if (!holder) deletable.set(node.key, node);
    else
      left.push(keptElement(node, `the ${KINDS[holder.kind].noun} ${holder.id} is kept and depends on it`));
  }
  const covered = new Set<string>();
  const deletions = [...deletable.values()]
    .filter(({ dependsOn }) => !dependsOn.some((key) => deletable.has(key)))
    .map((node): Deletion => {
      const along = dependentsOf(node.key, plannedDependents).filter((key) => !covered.has(key));
      for (const key of along) covered.add(key);
      const gone = [node, ...along.flatMap((key) => nodes.get(key) ?? [])];
      return {
        ...named(node),
        record: node.record,
        goesAlong: gone.slice(1).map(named),
        isLate: dependentsOf(node.key, currentDependents).some((key) => !deletable.has(key)),
        frees: new Map(
          gone.filter(({ kind }) => kind === 'object').map(({ record }) => [record.id, from.nameOf(record)]),
        ),
      };
    });
  return { deletions, left };
}

/** Whether the document contains or refers to every element of the landscape, as most documents do. */
const isComplete = ({ live, wanted, ids }: DeletionsInput): boolean =>
  ELEMENT_KINDS.every((kind) =>
    recordsOf(live, kind).every((record) => {
      const id = ids.elementOf(kind, record.id);
      return (
        id === undefined || elementOf(wanted, kind, id) || wanted.references.has(elementKey({ kind, id }))
      );
    }),
  );

const named = ({ kind, id, name }: Node) => ({ kind, id, name });

function nodesOf(from: DeletionsInput): Node[] {
  const { live, wanted, ids, isSelected = () => true } = from;
  return ELEMENT_KINDS.flatMap((kind) =>
    recordsOf(live, kind).flatMap((record): Node[] => {
      const id = ids.elementOf(kind, record.id);
      if (id === undefined) return [];
      const element = elementOf(wanted, kind, id);
      const dependsOn = currentDependencies(kind, record, live);
      const owner = ownerOf(kind, record, wanted);
      const isReferenced = wanted.references.has(elementKey({ kind, id }));
      const isChosen = isSelected({ kind, id });
      return [
        {
          kind,
          id,
          name: String(record.name ?? id),
          key: keyOf(kind, record.id),
          record,
          owner,
          isWanted: element !== undefined && !isReferenced,
          isReferenced,
          isDeleted: element === undefined && !isReferenced && isChosen && isPruned(owner, from),
          dependsOn,
          willDependOn: element && !isReferenced && isChosen ? plannedDependencies(element, ids) : dependsOn,
        },
      ];
    }),
  );
}

/** `--prune` deletes elements that this document owns, by label or by adoption. */
const isPruned = (owner: Owner, { prune }: DeletionsInput): boolean =>
  prune === 'all' || (prune === 'namespace' && (owner === 'own' || owner === 'adopted'));

function reasonKept({ owner, record: { labels } }: Node, from: DeletionsInput): string {
  if (isPruned(owner, from)) return 'left out by `only`';
  if (owner === 'own') return '`prune` deletes it';
  if (owner === 'adopted') return 'adopted by a pull; `prune` deletes it';
  if (owner === 'nobody') return 'not owned by a namespace, and not adopted by a pull';
  const { [NAMESPACE_LABEL]: namespace } = isObject(labels) ? labels : {};
  return typeof namespace === 'string'
    ? `owned by the namespace ${namespace}`
    : 'owned by an import without a namespace';
}

/**
 * Returns a test whether an element that the document lacks is drift. A document with a namespace covers the elements
 * that it owns, and unowned elements inside them; one without a namespace covers the whole landscape.
 */
function driftTest(nodes: ReadonlyMap<string, Node>, { wanted }: DeletionsInput): (node: Node) => boolean {
  const known = new Map<string, boolean>();
  const isInside = (key: string): boolean => {
    const node = nodes.get(key);
    if (!node || node.isWanted) return node !== undefined;
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, false);
    known.set(key, node.dependsOn.some(isInside));
    return known.get(key) === true;
  };
  return ({ key, owner }) =>
    owner === 'own' ||
    owner === 'adopted' ||
    (owner === 'nobody' && (wanted.namespace === undefined || isInside(key)));
}

/** The elements that a record depends on; a root object counts as its domain. */
function currentDependencies(kind: ElementKind, record: Doc, { roots }: LiveLandscape): string[] {
  const inside = (id: unknown): string => {
    const domain = roots.get(String(id));
    return domain === undefined ? keyOf('object', String(id)) : keyOf('domain', domain);
  };
  switch (kind) {
    case 'object':
      return [inside(record.parentId)];
    case 'connection':
      return [inside(record.originId), inside(record.targetId)];
    case 'diagram':
    case 'diagramGroup':
      return [inside(record.modelId)];
    case 'tag':
      return [keyOf('tagGroup', String(record.groupId))];
    case 'flow':
      return [keyOf('diagram', String(record.diagramId))];
    default:
      return [];
  }
}

/** The dependencies of an element according to the document. */
function plannedDependencies({ kind, fields }: Element, ids: RecordIds): string[] {
  const to = (of: ElementKind, id: unknown): string[] =>
    typeof id === 'string' ? [keyOf(of, ids.of(of, id))] : [];
  const inside = (object: unknown): string[] =>
    object === undefined ? to('domain', fields.domain) : to('object', object);
  switch (kind) {
    case 'object':
      return inside(fields.parent);
    case 'connection':
      return [...to('object', fields.origin), ...to('object', fields.target)];
    case 'diagram':
    case 'diagramGroup':
      return inside(fields.of);
    case 'tag':
      return to('tagGroup', fields.group);
    case 'flow':
      return to('diagram', fields.diagram);
    default:
      return [];
  }
}

type Dependents = ReadonlyMap<string, readonly string[]>;

const NONE: Dependents = new Map();

function indexDependents(
  nodes: ReadonlyMap<string, Node>,
  needs: (node: Node) => readonly string[],
): Dependents {
  const found = new Map<string, string[]>();
  for (const node of nodes.values()) {
    for (const key of needs(node)) {
      const list = found.get(key) ?? [];
      found.set(key, list);
      list.push(node.key);
    }
  }
  return found;
}

/** Keys of all direct and indirect dependents. */
function dependentsOf(key: string, of: Dependents): string[] {
  const found = new Set<string>();
  const visit = [key];
  for (let at = visit.pop(); at !== undefined; at = visit.pop()) {
    for (const next of of.get(at) ?? []) {
      if (found.has(next) || next === key) continue;
      found.add(next);
      visit.push(next);
    }
  }
  return [...found];
}

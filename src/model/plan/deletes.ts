import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { NAMESPACE_LABEL } from '../../contract/rules/imports/import-entities.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  type Model,
  referenceKey,
} from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import { type Owner, ownerOf } from '../live/labels.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import type { ElementRef, KeptElement, Named, Prune } from './plan-types.js';
import type { RecordIds } from './record-ids.js';

/**
 * Elements missing from the document: which of them are deleted, the cascade of each deletion, and which are kept and
 * why.
 */

export interface Deletion extends Named {
  kind: ElementKind;
  record: Doc;
  goesAlong: Named[];
  /** Whether dependents have to be moved away first. */
  isLate: boolean;
  /** The object and everything deleted with it, by record id: each name with its domain. */
  frees: ReadonlyMap<string, string>;
}

export interface DeletesFrom {
  live: LiveLandscape;
  wanted: Model;
  ids: RecordIds;
  prune: Prune;
  /** Whether an element may be deleted or moved (default: all). */
  isSelected?: (element: ElementRef) => boolean;
  /** The name of an object with its domain, in the format of `frees`. */
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
  /** The records it depends on: now, and after all moves. */
  needs: readonly string[];
  willNeed: readonly string[];
}

const keyOf = (kind: ElementKind, recordId: string): string => `${kind} ${recordId}`;

export function deletionsOf(from: DeletesFrom): { deletions: Deletion[]; left: KeptElement[] } {
  if (isComplete(from)) return { deletions: [], left: [] };
  const nodes = new Map(nodesOf(from).map((it) => [it.key, it]));
  const isDeleting = [...nodes.values()].some((it) => it.isDeleted);
  const now = isDeleting ? dependents(nodes, ({ needs }) => needs) : NONE;
  const then = isDeleting ? dependents(nodes, ({ willNeed }) => willNeed) : NONE;
  const isNew = newIn(nodes, from);
  const leftOver = (node: Node, why: string): KeptElement => ({
    ...named(node),
    owner: node.owner,
    why,
    isNew: isNew(node),
  });
  const left: KeptElement[] = [];
  const goes = new Map<string, Node>();
  for (const node of nodes.values()) {
    if (!node.isDeleted) {
      if (!node.isWanted && !node.isReferenced) left.push(leftOver(node, whyLeft(node, from)));
      continue;
    }
    const stays = below(node.key, then).find((key) => nodes.get(key)?.isDeleted !== true);
    const holder = stays === undefined ? undefined : nodes.get(stays);
    if (!holder) goes.set(node.key, node);
    else left.push(leftOver(node, `the ${KINDS[holder.kind].noun} ${holder.id} is kept and depends on it`));
  }
  const told = new Set<string>();
  const deletions = [...goes.values()]
    .filter(({ needs }) => !needs.some((key) => goes.has(key)))
    .map((node): Deletion => {
      const along = below(node.key, then).filter((key) => !told.has(key));
      for (const key of along) told.add(key);
      const gone = [node, ...along.flatMap((key) => nodes.get(key) ?? [])];
      return {
        ...named(node),
        record: node.record,
        goesAlong: gone.slice(1).map(named),
        isLate: below(node.key, now).some((key) => !goes.has(key)),
        frees: new Map(
          gone.filter(({ kind }) => kind === 'object').map(({ record }) => [record.id, from.nameOf(record)]),
        ),
      };
    });
  return { deletions, left };
}

/** Whether the document contains or refers to every element of the landscape, as most documents do. */
const isComplete = ({ live, wanted, ids }: DeletesFrom): boolean =>
  ELEMENT_KINDS.every((kind) =>
    recordsOf(live, kind).every((record) => {
      const id = ids.elementOf(kind, record.id);
      return (
        id === undefined || elementOf(wanted, kind, id) || wanted.references.has(referenceKey({ kind, id }))
      );
    }),
  );

const named = ({ kind, id, name }: Node) => ({ kind, id, name });

function nodesOf(from: DeletesFrom): Node[] {
  const { live, wanted, ids, isSelected = () => true } = from;
  return ELEMENT_KINDS.flatMap((kind) =>
    recordsOf(live, kind).flatMap((record): Node[] => {
      const id = ids.elementOf(kind, record.id);
      if (id === undefined) return [];
      const element = elementOf(wanted, kind, id);
      const needs = needsOf(kind, record, live);
      const owner = ownerOf(kind, record, wanted);
      const isReferenced = wanted.references.has(referenceKey({ kind, id }));
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
          needs,
          willNeed: element && !isReferenced && isChosen ? willNeed(element, ids) : needs,
        },
      ];
    }),
  );
}

/** `--prune` deletes elements that this document owns, by label or by adoption. */
const isPruned = (owner: Owner, { prune }: DeletesFrom): boolean =>
  prune === 'all' || (prune === 'namespace' && (owner === 'own' || owner === 'adopted'));

function whyLeft({ owner, record: { labels } }: Node, from: DeletesFrom): string {
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
 * Returns whether an element is drift. A document with a namespace covers the elements that it owns, and unowned
 * elements inside them; one without a namespace covers the whole landscape.
 */
function newIn(nodes: ReadonlyMap<string, Node>, { wanted }: DeletesFrom): (node: Node) => boolean {
  const known = new Map<string, boolean>();
  const isInside = (key: string): boolean => {
    const node = nodes.get(key);
    if (!node || node.isWanted) return node !== undefined;
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, false);
    known.set(key, node.needs.some(isInside));
    return known.get(key) === true;
  };
  return ({ key, owner }) =>
    owner === 'own' ||
    owner === 'adopted' ||
    (owner === 'nobody' && (wanted.namespace === undefined || isInside(key)));
}

/** The elements that a record depends on; a root object counts as its domain. */
function needsOf(kind: ElementKind, record: Doc, { roots }: LiveLandscape): string[] {
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
function willNeed({ kind, fields }: Element, ids: RecordIds): string[] {
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

function dependents(nodes: ReadonlyMap<string, Node>, needs: (node: Node) => readonly string[]): Dependents {
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

/** All direct and indirect dependents. */
function below(key: string, of: Dependents): string[] {
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

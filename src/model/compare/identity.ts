import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { NAMESPACE_LABEL, ORIGINAL_ID_LABEL } from '../../contract/rules/import-entities.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Model,
} from '../document/element.js';
import { freeId, slugOf } from '../document/propose-ids.js';
import { type Ids, type LiveLandscape, recordsOf } from '../live/landscape.js';

/**
 * Which element of a document a record is. One rule for create, compare and delete: the label that imports write, then
 * the handle id, then `moved`, then the same type, parent and name. What no element is gets an id made of its name.
 */

/** How a record was known again. */
export type KnownBy = 'label' | 'handle' | 'moved' | 'name';

export interface Identity {
  /** The id of every record, known again or made of its name. */
  ids: Ids;
  /** How those were known that an element of the document stands for, by kind and id of the element. */
  known: ReadonlyMap<ElementKind, ReadonlyMap<string, KnownBy>>;
}

/** Knows the records of a landscape again in a document; without one, every id is that of its label or its name. */
export function identify(live: LiveLandscape, wanted?: Model): Identity {
  const finder = new Finder(live, wanted);
  for (const kind of ELEMENT_KINDS) finder.find(kind);
  return { ids: finder.ids, known: finder.known };
}

class Finder {
  readonly ids = new Map<ElementKind, Map<string, string>>();
  readonly known = new Map<ElementKind, Map<string, KnownBy>>();
  readonly #live: LiveLandscape;
  readonly #wanted: Model | undefined;
  readonly #moves: ReadonlyMap<string, string>;

  constructor(live: LiveLandscape, wanted: Model | undefined) {
    this.#live = live;
    this.#wanted = wanted;
    this.#moves = new Map((wanted?.moved ?? []).map(({ from, to }) => [from, to]));
  }

  find(kind: ElementKind): void {
    const ids = new Map<string, string>();
    const known = new Map<string, KnownBy>();
    this.ids.set(kind, ids);
    this.known.set(kind, known);
    const elements = new Map(this.#wanted ? elementsOf(this.#wanted, kind).map((it) => [it.id, it]) : []);
    const isFree = (id: string): boolean => elements.has(id) && !known.has(id);
    const take = (record: Doc, id: string, by: KnownBy): void => {
      ids.set(record.id, id);
      known.set(id, by);
    };
    const records = parentsFirst(recordsOf(this.#live, kind));
    for (const record of records) {
      const id = this.#labelled(record);
      if (id !== undefined && isFree(id)) take(record, id, 'label');
    }
    for (const record of records.filter(({ id }) => !ids.has(id))) {
      if (typeof record.handleId === 'string' && isFree(record.handleId))
        take(record, record.handleId, 'handle');
    }
    for (const record of records.filter(({ id }) => !ids.has(id))) {
      const to = this.#moves.get(this.#labelled(record) ?? '');
      if (to !== undefined && isFree(to)) take(record, to, 'moved');
    }
    this.#findByName(kind, records, elements, take, isFree);
    this.#propose(kind, records, elements);
  }

  /** The id that an import gave it, in this namespace or, where the document tells none, in any. */
  #labelled({ labels }: Doc): string | undefined {
    if (!isObject(labels)) return undefined;
    const { [ORIGINAL_ID_LABEL]: id, [NAMESPACE_LABEL]: namespace } = labels;
    const isOurs = this.#wanted?.namespace === undefined || namespace === this.#wanted.namespace;
    return isOurs && typeof id === 'string' && id !== '' ? id : undefined;
  }

  /** Names tell one from another only where there is one of a name, on either side. */
  #findByName(
    kind: ElementKind,
    records: readonly Doc[],
    elements: ReadonlyMap<string, Element>,
    take: (record: Doc, id: string, by: KnownBy) => void,
    isFree: (id: string) => boolean,
  ): void {
    const ids = this.ids.get(kind);
    const wanted = grouped(
      [...elements.values()].filter(({ id }) => isFree(id)),
      (it) => keyOfElement(it),
    );
    const nameless = (record: Doc): boolean => ids?.has(record.id) === false;
    // Parents first, one level at a time: what something is below is known before it is looked for.
    for (const level of levelsOf(records)) {
      const there = grouped(level.filter(nameless), (it) => this.#keyOfRecord(kind, it));
      for (const [key, [record, ...others]] of there) {
        const [element, ...more] = (wanted.get(key) ?? []).filter(({ id }) => isFree(id));
        if (record && element && others.length === 0 && more.length === 0) take(record, element.id, 'name');
      }
      this.#pairDoubles(kind, there, wanted, take, isFree);
    }
  }

  /** Several of one name are known by the ids that a pull would propose for them. */
  #pairDoubles(
    kind: ElementKind,
    there: ReadonlyMap<string, readonly Doc[]>,
    wanted: ReadonlyMap<string, readonly Element[]>,
    take: (record: Doc, id: string, by: KnownBy) => void,
    isFree: (id: string) => boolean,
  ): void {
    for (const [key, records] of there) {
      if (records.length < 2 || (wanted.get(key) ?? []).length === 0) continue;
      const taken = new Set<string>();
      for (const record of byHandle(records)) {
        const id = freeId(slugOf(nameOf(record), kind), taken);
        if (isFree(id) && (wanted.get(key) ?? []).some((it) => it.id === id)) take(record, id, 'name');
      }
    }
  }

  #propose(kind: ElementKind, records: readonly Doc[], elements: ReadonlyMap<string, Element>): void {
    const ids = this.ids.get(kind) as Map<string, string>;
    const taken = new Set([...elements.keys(), ...ids.values()]);
    const left = byHandle(records.filter(({ id }) => !ids.has(id)));
    for (const record of left) {
      const labelled = this.#labelled(record);
      if (labelled === undefined || taken.has(labelled)) continue;
      ids.set(record.id, freeId(labelled, taken));
    }
    for (const record of left) {
      if (!ids.has(record.id)) ids.set(record.id, freeId(slugOf(this.#titleOf(kind, record), kind), taken));
    }
  }

  /** What the id of a record is made of: connections of one name are many, so their ends are a part of it. */
  #titleOf(kind: ElementKind, record: Doc): string {
    if (kind !== 'connection') return nameOf(record);
    const end = (id: unknown) => this.ids.get('object')?.get(String(id)) ?? '';
    return `${end(record.originId)} ${end(record.targetId)} ${nameOf(record)}`;
  }

  #keyOfRecord(kind: ElementKind, record: Doc): string {
    const id = (of: ElementKind, value: unknown) =>
      typeof value === 'string' ? (this.ids.get(of)?.get(value) ?? '?') : '';
    const top = (value: unknown): string => {
      const domain = this.#live.roots.get(String(value));
      return domain === undefined ? `o:${id('object', value)}` : `d:${id('domain', domain)}`;
    };
    const name = nameOf(record);
    switch (kind) {
      case 'tagGroup':
      case 'domain':
        return keyOf(name);
      case 'tag':
        return keyOf(id('tagGroup', record.groupId), name);
      case 'object':
        return keyOf(record.type, top(record.parentId), name);
      case 'connection':
        return keyOf(id('object', record.originId), id('object', record.targetId), name);
      case 'diagramGroup':
        return keyOf(top(record.modelId), name);
      case 'diagram':
        return keyOf(record.type, top(record.modelId), name);
      case 'flow':
        return keyOf(id('diagram', record.diagramId), name);
    }
  }
}

const keyOf = (...parts: unknown[]): string => JSON.stringify(parts);

const nameOf = ({ name }: Doc): string => (typeof name === 'string' ? name : '');

/** As `#keyOfRecord` has it. */
function keyOfElement({ kind, fields }: Element): string {
  const {
    name = '',
    type,
    group = '',
    parent,
    domain = '',
    origin = '',
    target = '',
    of,
    diagram = '',
  } = fields;
  const inside = parent === undefined ? `d:${domain}` : `o:${parent}`;
  const about = of === undefined ? `d:${domain}` : `o:${of}`;
  switch (kind) {
    case 'tagGroup':
    case 'domain':
      return keyOf(name);
    case 'tag':
      return keyOf(group, name);
    case 'object':
      return keyOf(type, inside, name);
    case 'connection':
      return keyOf(origin, target, name);
    case 'diagramGroup':
      return keyOf(about, name);
    case 'diagram':
      return keyOf(type, about, name);
    case 'flow':
      return keyOf(diagram, name);
  }
}

/** What is the same in every version of a landscape orders what has nothing else to be told by. */
const byHandle = (records: readonly Doc[]): Doc[] =>
  [...records].sort((a, b) => compare(String(a.handleId ?? a.id), String(b.handleId ?? b.id)));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function grouped<Item>(items: readonly Item[], by: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = by(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Deeper than this no model goes, but a circle of parents would. */
const DEEPEST = 1_000;

/** Records by how deep they are below others of their kind; all on one level where they have no parents. */
function levelsOf(records: readonly Doc[]): Doc[][] {
  const depth = new Map<string, number>();
  const byId = new Map(records.map((record) => [record.id, record]));
  const depthOf = (record: Doc, seen: number): number => {
    const known = depth.get(record.id);
    if (known !== undefined) return known;
    const parent = typeof record.parentId === 'string' ? byId.get(record.parentId) : undefined;
    const found = parent === undefined || seen > DEEPEST ? 0 : depthOf(parent, seen + 1) + 1;
    depth.set(record.id, found);
    return found;
  };
  const levels: Doc[][] = [];
  for (const record of records) {
    const at = depthOf(record, 0);
    for (let level = levels.length; level <= at; level += 1) levels.push([]);
    levels[at]?.push(record);
  }
  return levels;
}

const parentsFirst = (records: readonly Doc[]): Doc[] => levelsOf(records).flat();

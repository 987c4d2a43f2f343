import { grouped } from '../../base/grouped.js';
import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { NAMESPACE_LABEL, ORIGINAL_ID_LABEL } from '../../contract/rules/imports/import-entities.js';
import { placeOf } from '../document/containers.js';
import { ELEMENT_KINDS, type Element, type ElementKind, type Model, newIdOf } from '../document/element.js';
import { freeId, slugOf } from '../document/propose-ids.js';
import { type Ids, type LiveLandscape, recordsOf } from '../live/landscape.js';
import { referencedRecords } from '../live/references.js';
import { levelsOf, parentsFirst } from './levels.js';

/**
 * Matches the records of a landscape to the elements of a document. Planning, comparison and deletion use the same match.
 * The first criterion that fits applies:
 * 1. a reference to an element of another document,
 * 2. the label that imports and applies write,
 * 3. the handle id,
 * 4. an entry of `moved`,
 * 5. equal type, parent and name,
 * 6. the id that a pull assigns, which recognizes renamed and moved elements without labels.
 *
 * A record without a match gets an id derived from its name.
 */

/** Criterion by which a record was matched. */
export type MatchCriterion = 'reference' | 'label' | 'handle' | 'moved' | 'name' | 'pulled';

export interface Identity {
  /** Id of every record: that of its element, or one derived from its name. */
  ids: Ids;
  /** Criteria of the matched elements, by kind and id. */
  criteria: ReadonlyMap<ElementKind, ReadonlyMap<string, MatchCriterion>>;
}

/**
 * Matches the records of a landscape to a document, or to another version of the landscape. Without one, ids come from
 * labels or names.
 */
export function identify(live: LiveLandscape, wanted?: Model): Identity {
  const ids = new Map<ElementKind, ReadonlyMap<string, string>>();
  const criteria = new Map<ElementKind, ReadonlyMap<string, MatchCriterion>>();
  for (const kind of ELEMENT_KINDS) {
    const matcher = new RecordMatcher(kind, live, ids, wanted);
    ids.set(kind, matcher.ids);
    criteria.set(kind, matcher.criteria);
    matcher.run();
  }
  return { ids, criteria };
}

/** Any namespace. */
const ANY = Symbol('any');

/** Matches the records of one kind, after the kinds that it refers to. */
class RecordMatcher {
  readonly ids = new Map<string, string>();
  readonly criteria = new Map<string, MatchCriterion>();
  readonly #kind: ElementKind;
  readonly #live: LiveLandscape;
  readonly #all: Ids;
  readonly #namespace: string | undefined;
  readonly #moves: ReadonlyMap<string, string>;
  readonly #elements: ReadonlyMap<string, Element>;
  readonly #records: readonly Doc[];
  readonly #references: ReadonlyMap<string, string>;
  /** Ids of references, also of those without a record. */
  readonly #reserved: readonly string[];
  #proposed: ReadonlyMap<string, string> | undefined;
  #pulled: ReadonlyMap<string, string> | undefined;

  constructor(kind: ElementKind, live: LiveLandscape, all: Ids, wanted: Model | undefined) {
    this.#kind = kind;
    this.#live = live;
    this.#all = all;
    this.#namespace = wanted?.namespace;
    this.#moves = new Map((wanted?.moved ?? []).map(({ from, to }) => [from, to]));
    this.#elements = wanted?.elements.get(kind) ?? new Map();
    this.#records = parentsFirst(recordsOf(live, kind));
    this.#references = wanted ? referencedRecords(kind, live, wanted) : new Map();
    const references = [...(wanted?.references.values() ?? [])];
    this.#reserved = references.flatMap((it) => (it.kind === kind ? [it.id] : []));
  }

  run(): void {
    for (const [recordId, id] of this.#references) {
      this.ids.set(recordId, id);
      this.criteria.set(id, 'reference');
    }
    if (this.#elements.size > 0) this.#matchEach('label', (record) => this.#labelledId(record));
    if (this.#elements.size > 0 && this.ids.size < this.#records.length) {
      const handles = new Map([...this.#elements.values()].map(({ id, handleId }) => [handleId ?? id, id]));
      this.#matchEach('handle', ({ handleId }) =>
        typeof handleId === 'string' ? handles.get(handleId) : undefined,
      );
      if (this.#moves.size > 0) this.#matchEach('moved', (record) => this.#movedTo(record));
      this.#matchByName();
      this.#matchEach('pulled', (record) => this.#pulledId(record));
    }
    this.#assignNewIds();
  }

  /** Matches each remaining record to the remaining element with the id that `idOf` returns. */
  #matchEach(by: MatchCriterion, idOf: (record: Doc) => string | undefined): void {
    for (const record of this.#records) {
      if (this.ids.has(record.id)) continue;
      const id = idOf(record);
      if (id !== undefined && this.#isFree(id)) this.#assign(record, id, by);
    }
  }

  #isFree(id: string): boolean {
    return this.#elements.has(id) && !this.criteria.has(id);
  }

  #assign(record: Doc, id: string, by: MatchCriterion): void {
    this.ids.set(record.id, id);
    this.criteria.set(id, by);
  }

  /** The id in the label of an import, from the namespace of the document or, if it has none, from any. */
  #labelledId({ labels }: Doc, of: string | typeof ANY | undefined = this.#namespace): string | undefined {
    if (!isObject(labels)) return undefined;
    const { [ORIGINAL_ID_LABEL]: id, [NAMESPACE_LABEL]: namespace } = labels;
    const isOurs = of === undefined || of === ANY || namespace === of;
    return isOurs && typeof id === 'string' && id !== '' ? id : undefined;
  }

  /**
   * The new id of the record after a move, found by the id in its label, its handle, or the id that a pull assigned.
   */
  #movedTo(record: Doc): string | undefined {
    const had = [this.#labelledId(record), record.handleId, this.#proposedIds().get(record.id)];
    const from = had.find((id) => typeof id === 'string' && this.#moves.has(id));
    return typeof from === 'string' ? newIdOf(from, this.#moves, (id) => this.#elements.has(id)) : undefined;
  }

  /** Matches by name, if the name is unique on both sides. */
  #matchByName(): void {
    const wanted = grouped(
      [...this.#elements.values()].filter(({ id }) => this.#isFree(id)),
      keyOfElement,
    );
    // Goes level by level, so that the parent of a record is matched before the record itself.
    for (const level of levelsOf(this.#records)) {
      const unmatched = level.filter(({ id }) => !this.ids.has(id));
      for (const [key, records] of grouped(unmatched, (it) => this.#keyOf(it))) {
        const elements = (wanted.get(key) ?? []).filter(({ id }) => this.#isFree(id));
        const [record, element] = [records[0], elements[0]];
        if (!record || !element) continue;
        if (records.length === 1 && elements.length === 1) this.#assign(record, element.id, 'name');
        else this.#matchNamesakes(records, elements);
      }
    }
  }

  /** Matches records that share a name by the ids that a pull assigns; of the others, the only one to the only one. */
  #matchNamesakes(records: readonly Doc[], elements: readonly Element[]): void {
    const isFree = ({ id }: Element): boolean => this.#isFree(id);
    for (const ids of [this.#pulledIds(), this.#proposedIds()])
      for (const record of records) {
        const id = ids.get(record.id);
        const element = elements.find((it) => it.id === id && isFree(it));
        if (element && !this.ids.has(record.id)) this.#assign(record, element.id, 'name');
      }
    const [record, ...others] = records.filter(({ id }) => !this.ids.has(id));
    const [element, ...more] = elements.filter(isFree);
    if (record && element && others.length + more.length === 0) this.#assign(record, element.id, 'name');
  }

  /** The ids of a pull without a document: also those in labels of other namespaces. */
  #pulledIds(): ReadonlyMap<string, string> {
    this.#pulled ??= this.#freshIds(this.#records, new Set(), ANY);
    return this.#pulled;
  }

  /** The id that a pull assigns, if the element with that id has the same type and the same name or parent. */
  #pulledId(record: Doc): string | undefined {
    const id = this.#proposedIds().get(record.id);
    const element = id === undefined ? undefined : this.#elements.get(id);
    if (!element) return undefined;
    const isOfType = element.fields.type === undefined || element.fields.type === record.type;
    const isThere = () => keyOfElement(withoutName(element)) === this.#keyOf({ ...record, name: '' });
    return isOfType && (element.fields.name === record.name || isThere()) ? id : undefined;
  }

  /** Ids for all records, used without a document. */
  #proposedIds(): ReadonlyMap<string, string> {
    this.#proposed ??= this.#freshIds(this.#records, new Set());
    return this.#proposed;
  }

  #assignNewIds(): void {
    const unmatched = this.#records.filter(({ id }) => !this.ids.has(id));
    if (unmatched.length === 0) return;
    const taken = new Set([...this.#elements.keys(), ...this.ids.values(), ...this.#reserved]);
    for (const [record, id] of this.#freshIds(unmatched, taken)) this.ids.set(record, id);
  }

  /** Ids from labels; for other records, ids derived from their names. */
  #freshIds(
    records: readonly Doc[],
    taken: Set<string>,
    of: string | typeof ANY | undefined = this.#namespace,
  ): Map<string, string> {
    const ids = new Map<string, string>();
    const ordered = byHandle(records);
    for (const record of ordered) {
      const labelled = this.#labelledId(record, of);
      if (labelled !== undefined && !taken.has(labelled)) ids.set(record.id, freeId(labelled, taken));
    }
    const next = new Map<string, number>();
    for (const record of ordered)
      if (!ids.has(record.id))
        ids.set(record.id, freeId(slugOf(this.#titleOf(record), this.#kind), taken, next));
    return ids;
  }

  #idOf(kind: ElementKind, id: unknown): string {
    return typeof id === 'string' ? (this.#all.get(kind)?.get(id) ?? '?') : '';
  }

  /** The text from which an id is derived. For connections it includes both ends, because many share a name. */
  #titleOf(record: Doc): string {
    if (this.#kind !== 'connection') return nameOf(record);
    const ends = [record.originId, record.targetId].map((it) => this.#idOf('object', it));
    return [...ends, nameOf(record)].join(' ');
  }

  /** Same key as `keyOfElement`. */
  #keyOf(record: Doc): string {
    const name = nameOf(record);
    const inside = (id: unknown): string => {
      const domain = this.#live.roots.get(String(id));
      return domain === undefined ? `o:${this.#idOf('object', id)}` : `d:${this.#idOf('domain', domain)}`;
    };
    switch (this.#kind) {
      case 'tagGroup':
      case 'domain':
        return keyOf(name);
      case 'tag':
        return keyOf(this.#idOf('tagGroup', record.groupId), name);
      case 'object':
        return keyOf(record.type, inside(record.parentId), name);
      case 'connection':
        return keyOf(this.#idOf('object', record.originId), this.#idOf('object', record.targetId), name);
      case 'diagramGroup':
        return keyOf(inside(record.modelId), name);
      case 'diagram':
        return keyOf(record.type, inside(record.modelId), name);
      case 'flow':
        return keyOf(this.#idOf('diagram', record.diagramId), name);
    }
  }
}

const keyOf = (...parts: unknown[]): string => JSON.stringify(parts);

const withoutName = (element: Element): Element => ({ ...element, fields: { ...element.fields, name: '' } });

const nameOf = ({ name }: Doc): string => (typeof name === 'string' ? name : '');

/** Key for matching an element by type, parent and name. */
function keyOfElement({ kind, fields }: Element): string {
  const { name = '', type, group = '', domain = '', origin = '', target = '', of, diagram = '' } = fields;
  const about = of === undefined ? `d:${domain}` : `o:${of}`;
  switch (kind) {
    case 'tagGroup':
    case 'domain':
      return keyOf(name);
    case 'tag':
      return keyOf(group, name);
    case 'object':
      return keyOf(type, placeOf(fields), name);
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

/** Sorts records by handle, which is the same in every version of a landscape. */
const byHandle = (records: readonly Doc[]): Doc[] =>
  [...records].sort((a, b) => compare(String(a.handleId ?? a.id), String(b.handleId ?? b.id)));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

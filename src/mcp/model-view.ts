import { factsOfRecord } from '../base/equal-records.js';
import { ArchctlError, usageError } from '../base/errors.js';
import { type NameIndex, nameIndex } from '../base/name-index.js';
import { alternatives } from '../base/text/words.js';
import { containersOf, nameOf } from '../model/document/containers.js';
import { titleOf } from '../model/document/decision/references.js';
import {
  type Decision,
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Model,
  type ModelKind,
  textAt,
} from '../model/document/element.js';
import { Implied } from '../model/document/implied.js';

/** A model to work on: the current landscape, or the model files. */
export type Source = 'live' | 'files';

/** Kinds as agents write them, in the order in which a name without a kind is looked up. */
export const KIND_WORDS = [
  'object',
  'diagram',
  'flow',
  'connection',
  'domain',
  'tag',
  'decision',
  'tag-group',
  'diagram-group',
] as const;
export type KindWord = (typeof KIND_WORDS)[number];

const KIND_OF: Readonly<Record<KindWord, ModelKind>> = {
  object: 'object',
  diagram: 'diagram',
  flow: 'flow',
  connection: 'connection',
  domain: 'domain',
  tag: 'tag',
  decision: 'decision',
  'tag-group': 'tagGroup',
  'diagram-group': 'diagramGroup',
};

export const kindOfWord = (word: KindWord): ModelKind => KIND_OF[word];

export const kindWordOf = (kind: ModelKind): KindWord =>
  KIND_WORDS.find((word) => KIND_OF[word] === kind) ?? 'object';

export type Entity = Element | Decision;

/** Maximum number of candidates in an error. */
const MAX_LISTED = 8;

/** A model with its names: resolves names to elements, and ids to names. */
export class ModelView {
  readonly model: Model;
  readonly source: Source;
  /** Time at which a landscape was read; files are always current. */
  readonly readAt: string | undefined;
  readonly implied: Implied;
  readonly #indexes = new Map<ModelKind, NameIndex>();

  readonly #stamps: ReadonlyMap<string, string>;

  /** @param stamps Authors and dates in words, by record id. */
  constructor(
    model: Model,
    source: Source,
    readAt?: string,
    stamps: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#stamps = stamps;
    this.model = model;
    this.source = source;
    this.readAt = readAt;
    this.implied = new Implied(model);
  }

  /** Facts for answers. */
  get facts(): { source: Source; readAt?: string } {
    return { source: this.source, ...(this.readAt !== undefined && { readAt: this.readAt }) };
  }

  all(word: KindWord): readonly Entity[] {
    const kind = KIND_OF[word];
    return kind === 'decision' ? (this.model.decisions ?? []) : elementsOf(this.model, kind);
  }

  nameOf(entity: Entity): string {
    return entity.kind === 'decision' ? titleOf(entity) : nameOf(entity);
  }

  /** Shortest text that identifies an element: its name, its path, or its id. */
  word(kind: ModelKind, id: string): string {
    return this.#names(kind).wordFor(id);
  }

  /** `Booking/Booking API`. */
  path(kind: ModelKind, id: string): string {
    return this.#names(kind).pathOf(id);
  }

  element(kind: ElementKind, id: string): Element | undefined {
    return elementOf(this.model, kind, id);
  }

  hasElement(kind: ElementKind, id: string): boolean {
    return this.element(kind, id) !== undefined;
  }

  /** Finds an object. Errors: as of `find`. */
  objectNamed(typed: string): Element {
    return this.find(typed, 'object') as Element;
  }

  /**
   * Finds an element by name, path or id. Without a kind, the first kind with such a name is used. Errors: `not-found`
   * with similar names; `usage` for an ambiguous name, with the ids to choose from.
   */
  find(typed: string, word?: KindWord): Entity {
    const words = word === undefined ? KIND_WORDS : [word];
    for (const at of words) {
      const found = this.#names(KIND_OF[at]).find(typed);
      if (found.kind === 'several') throw this.#ambiguous(typed, at, found.ids);
      if (found.kind === 'one') return this.#entity(at, found.id);
    }
    throw this.#unknown(typed, words);
  }

  /** The element of this name; undefined if there is none. Errors: `usage` for an ambiguous name. */
  known(typed: string, word: KindWord): Entity | undefined {
    return this.#names(KIND_OF[word]).find(typed).kind === 'none' ? undefined : this.find(typed, word);
  }

  /** Further kinds that have an element of this name. */
  alsoNamed(typed: string, entity: Entity): KindWord[] {
    return KIND_WORDS.filter(
      (word) => KIND_OF[word] !== entity.kind && this.#names(KIND_OF[word]).find(typed).kind !== 'none',
    );
  }

  #entity(word: KindWord, id: string): Entity {
    const found = this.all(word).find((it) => it.id === id);
    if (!found) throw new TypeError(`There is no ${word} ${id}.`);
    return found;
  }

  #ambiguous(typed: string, word: KindWord, ids: readonly string[]): ArchctlError {
    const kind = KIND_OF[word];
    const listed = ids.slice(0, MAX_LISTED).map((id) => {
      const { fields, recordId = '' } = this.#entity(word, id);
      const domain = kind === 'object' ? containersOf(this.model).domainOf(id) : undefined;
      const facts = [
        domain === undefined ? '' : `in ${this.path('domain', domain)}`,
        ...factsOfRecord({ caption: fields.caption }),
        this.#stamps.get(recordId) ?? '',
      ];
      return [`${id}: ${this.path(kind, id)}`, ...facts].filter((it) => it !== '').join(', ');
    });
    return usageError(`${ids.length} ${word}s match "${typed}".`, {
      details: ids.length > MAX_LISTED ? [...listed, `and ${ids.length - MAX_LISTED} more`] : listed,
      hint: 'Call again with the path, or with the id in front of the colon.',
    });
  }

  #unknown(typed: string, words: readonly KindWord[]): ArchctlError {
    const near = words.flatMap((word) => {
      const found = this.#names(KIND_OF[word]).find(typed);
      return found.kind === 'none' ? found.nearest.map((it) => `"${it}" (${word})`) : [];
    });
    const what = words.length === 1 ? words[0] : 'element';
    return new ArchctlError('not-found', `The model has no ${what} "${typed}".`, {
      hint:
        near.length === 0
          ? 'Search with the tool "find".'
          : `Did you mean ${alternatives(near.slice(0, MAX_LISTED))}? Otherwise search with the tool "find".`,
    });
  }

  #names(kind: ModelKind): NameIndex {
    const known = this.#indexes.get(kind);
    if (known) return known;
    const entities = kind === 'decision' ? (this.model.decisions ?? []) : elementsOf(this.model, kind);
    const index = nameIndex(
      entities.map((it) => {
        const within = it.kind === 'object' ? textAt(it.fields, 'parent') : undefined;
        const also = this.#alsoCalled(it);
        return { id: it.id, name: this.nameOf(it), also, ...(within !== undefined && { within }) };
      }),
    );
    this.#indexes.set(kind, index);
    return index;
  }

  /** Record ids, which people copy from the service; `A -> B` for a connection. */
  #alsoCalled(entity: Entity): string[] {
    const record = entity.recordId === undefined ? [] : [entity.recordId];
    if (entity.kind !== 'connection') return record;
    const ends = ['origin', 'target'].map((key) => this.word('object', textAt(entity.fields, key) ?? ''));
    return [...record, ends.join(' -> ')];
  }
}

/** Whether a text names a kind of element. */
export const isElementKind = (kind: string): kind is ElementKind =>
  (ELEMENT_KINDS as readonly string[]).includes(kind);

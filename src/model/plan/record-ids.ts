import type { Doc } from '../../contract/doc.js';
import { type ElementKind, elementOf, type Model } from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import { hashedId, ID_LENGTH } from '../live/hashed-id.js';
import { type Ids, type LiveLandscape, recordsOf } from '../live/landscape.js';

/** A deterministic id in the service's format, derived from words. */
export const idFor = (...words: readonly string[]): string => hashedId(ID_LENGTH, ...words);

/** Placeholder for the root of a domain that does not exist yet. */
export const rootPlaceholder = (domainId: string): string => `{root:${domainId}}`;

/** Maps document ids to record ids. New records get their id here, so that repeated requests are idempotent. */
export class RecordIds {
  /** Problems of elements, such as references to missing elements, and the element of each: `diagram context`. */
  readonly problems = new Map<string, string>();
  readonly #live: LiveLandscape;
  readonly #wanted: Model;
  readonly #salt: string;
  readonly #ids: Ids;
  /** Existing records by kind and id of their element. */
  readonly #known: ReadonlyMap<ElementKind, ReadonlyMap<string, Doc>>;
  readonly #roots: ReadonlyMap<string, string>;
  /** Ids of records that others refer to: many references have the same target, and each new id is a hash. */
  readonly #referred = new Map<ElementKind, Map<string, string>>();
  #handles: ReadonlySet<unknown> | undefined;
  readonly #technologies: ReadonlyMap<string, string>;
  readonly #teams: ReadonlyMap<string, string>;

  constructor(live: LiveLandscape, ids: Ids, wanted: Model, salt: string) {
    this.#live = live;
    this.#wanted = wanted;
    this.#salt = salt;
    this.#ids = ids;
    this.#known = new Map([...ids].map(([kind, of]) => [kind, byElement(recordsOf(live, kind), of)]));
    this.#roots = invert(live.roots);
    this.#technologies = invert(live.technologies);
    this.#teams = invert(live.teams);
  }

  /** The existing record of an element; undefined for a new one. */
  record(kind: ElementKind, id: string): Doc | undefined {
    return this.#known.get(kind)?.get(id);
  }

  /** The id of the existing record of an element; undefined for a new one. */
  known(kind: ElementKind, id: string): string | undefined {
    return this.record(kind, id)?.id;
  }

  /** The id of the existing or future record of an element. */
  of(kind: ElementKind, id: string): string {
    return this.known(kind, id) ?? idFor(this.#salt, this.#live.landscape.id, kind, id);
  }

  /**
   * The deterministic handle of a new record, so that of two concurrent applies only one creates it
   * (docs/service.md#handles). Undefined if another record already has the handle.
   */
  handle(kind: ElementKind, id: string): string | undefined {
    const { landscape, records } = this.#live;
    this.#handles ??= new Set([...records.values()].flatMap((docs) => docs.map((it) => it.handleId)));
    const handle = idFor('handle', landscape.id, this.#wanted.namespace ?? '', kind, id);
    return this.#handles.has(handle) ? undefined : handle;
  }

  /** Whether a record is an element of the landscape's model, whether or not the document contains it. */
  isElement(kind: ElementKind, recordId: unknown): boolean {
    return this.elementOf(kind, recordId) !== undefined;
  }

  /** The element of a record. */
  elementOf(kind: ElementKind, recordId: unknown): string | undefined {
    return this.#ids.get(kind)?.get(String(recordId));
  }

  /** An id for a part of a record: a drawn entry, a step, a link. */
  partId(...words: readonly string[]): string {
    return idFor(this.#salt, this.#live.landscape.id, ...words);
  }

  /** The record that a field refers to; if it is missing, adds a problem and returns null. */
  resolve(kind: ElementKind, id: unknown, by: string): string | null {
    if (typeof id !== 'string') return null;
    const ids = this.#referred.get(kind) ?? new Map<string, string>();
    this.#referred.set(kind, ids);
    const before = ids.get(id);
    if (before !== undefined) return before;
    if (!elementOf(this.#wanted, kind, id) && !this.known(kind, id))
      return this.#missing(by, KINDS[kind].noun, id);
    const found = this.of(kind, id);
    ids.set(id, found);
    return found;
  }

  rootOf(domain: unknown, by: string): string | null {
    const id = this.resolve('domain', domain, by);
    return id === null ? null : (this.#roots.get(id) ?? rootPlaceholder(id));
  }

  technology(slug: unknown, by: string): string | null {
    if (typeof slug !== 'string') return null;
    const id = this.#technologies.get(slug) ?? (this.#live.technologies.has(slug) ? slug : undefined);
    return id ?? this.#missing(by, 'technology', slug);
  }

  team(name: unknown, by: string): string | null {
    if (typeof name !== 'string') return null;
    const id = this.#teams.get(name) ?? (this.#live.teams.has(name) ? name : undefined);
    return id ?? this.#missing(by, 'team', name);
  }

  addProblem(by: string, message: string): void {
    this.problems.set(`${by}: ${message}`, by);
  }

  #missing(by: string, noun: string, id: string): null {
    this.addProblem(by, `there is no ${noun} ${id}.`);
    return null;
  }
}

/** Records by the id of their element. */
function byElement(records: readonly Doc[], ids: ReadonlyMap<string, string>): Map<string, Doc> {
  const found = new Map<string, Doc>();
  for (const record of records) {
    const id = ids.get(record.id);
    if (id !== undefined && !found.has(id)) found.set(id, record);
  }
  return found;
}

/** Inverts a map; for duplicate values the first entry wins. */
function invert(map: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of map) if (!found.has(value)) found.set(value, key);
  return found;
}

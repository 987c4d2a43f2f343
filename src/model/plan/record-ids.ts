import { createHash } from 'node:crypto';
import { type ElementKind, elementOf, type Model } from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import type { Ids, LiveLandscape } from '../live/landscape.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in the service's form that is always the same for the same words. */
export function idFor(...words: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest();
  return [...bytes.subarray(0, 20)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}

/** The root of a domain that is yet to be made. */
export const rootToCome = (domainId: string): string => `{root:${domainId}}`;

/** Ids of records for ids of a document. What is to be made has its id already: a request sent twice makes it once. */
export class RecordIds {
  /** What is named and is not there. */
  readonly problems = new Set<string>();
  readonly #live: LiveLandscape;
  readonly #wanted: Model;
  readonly #salt: string;
  readonly #ids: Ids;
  readonly #known: ReadonlyMap<ElementKind, ReadonlyMap<string, string>>;
  readonly #roots: ReadonlyMap<string, string>;
  #handles: ReadonlySet<unknown> | undefined;
  readonly #technologies: ReadonlyMap<string, string>;
  readonly #teams: ReadonlyMap<string, string>;

  constructor(live: LiveLandscape, ids: Ids, wanted: Model, salt: string) {
    this.#live = live;
    this.#wanted = wanted;
    this.#salt = salt;
    this.#ids = ids;
    this.#known = new Map([...ids].map(([kind, of]) => [kind, inverted(of)]));
    this.#roots = inverted(live.roots);
    this.#technologies = inverted(live.technologies);
    this.#teams = inverted(live.teams);
  }

  /** The record that an element is; undefined for one that is yet to be made. */
  known(kind: ElementKind, id: string): string | undefined {
    return this.#known.get(kind)?.get(id);
  }

  /** The record that an element is or will be. */
  of(kind: ElementKind, id: string): string {
    return this.known(kind, id) ?? idFor(this.#salt, this.#live.landscape.id, kind, id);
  }

  /**
   * The handle that a new record gets, always the same for the same element: of two applies at the same time, which do
   * not know of each other, one alone makes it (docs/service.md#handles). Undefined where another record has it.
   */
  handle(kind: ElementKind, id: string): string | undefined {
    const { landscape, records } = this.#live;
    this.#handles ??= new Set([...records.values()].flatMap((docs) => docs.map((it) => it.handleId)));
    const handle = idFor('handle', landscape.id, this.#wanted.namespace ?? '', kind, id);
    return this.#handles.has(handle) ? undefined : handle;
  }

  /** Whether a record is an element of the landscape's model, written or not. */
  isElement(kind: ElementKind, recordId: unknown): boolean {
    return this.elementOf(kind, recordId) !== undefined;
  }

  /** The element that a record is. */
  elementOf(kind: ElementKind, recordId: unknown): string | undefined {
    return this.#ids.get(kind)?.get(String(recordId));
  }

  /** An id for a part of a record: what is drawn, a step, a link. */
  part(...words: readonly string[]): string {
    return idFor(this.#salt, this.#live.landscape.id, ...words);
  }

  /** The record that a field refers to; null, and a problem, where there is none. */
  referred(kind: ElementKind, id: unknown, by: string): string | null {
    if (typeof id !== 'string') return null;
    if (elementOf(this.#wanted, kind, id) || this.known(kind, id)) return this.of(kind, id);
    return this.#missing(by, KINDS[kind].noun, id);
  }

  rootOf(domain: unknown, by: string): string | null {
    const id = this.referred('domain', domain, by);
    return id === null ? null : (this.#roots.get(id) ?? rootToCome(id));
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

  #missing(by: string, noun: string, id: string): null {
    this.problems.add(`${by}: there is no ${noun} ${id}.`);
    return null;
  }
}

/** The other way round; of two with one value the first stays. */
function inverted(map: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of map) if (!found.has(value)) found.set(value, key);
  return found;
}

import { isObject } from '../../base/is-object.js';
import { nearest } from '../../base/suggest.js';
import {
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Model,
  type Value,
} from '../document/element.js';
import { drawnId } from '../document/implied.js';

/** An entry of a list, as written. */
export type Entry = Readonly<Record<string, Value | undefined>>;

/** Entries of a list field. The reader reports values of another type. */
export const entriesOf = (value: Value | undefined): readonly Entry[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter((it): it is Entry => isObject(it)) : [];

/** The value of a text field. */
export const textAt = (fields: Entry, key: string): string | undefined => {
  const value = fields[key];
  return typeof value === 'string' ? value : undefined;
};

/** The ids in a list field. */
export const idsAt = (fields: Entry, key: string): readonly string[] => {
  const value = fields[key];
  return Array.isArray(value) ? (value as readonly Value[]).filter((it) => typeof it === 'string') : [];
};

/** Maximum number of nearest-id lookups: more unknown ids than this are no typing errors. */
const MOST_HINTS = 50;
/** Longer ids get no suggestion. */
const LONGEST_SLIP = 80;

/** Indexes shared by all rules, computed once per model. */
export class Facts {
  readonly model: Model;
  /** Slugs and ids of the catalog; undefined if no catalog is available. */
  readonly technologies: ReadonlySet<string> | undefined;
  readonly #drawn = new Map<string, ReadonlyMap<string, Entry>>();
  readonly #domains = new Map<string, string | undefined>();
  #hints = MOST_HINTS;

  constructor(model: Model, technologies?: ReadonlySet<string>) {
    this.model = model;
    this.technologies = technologies;
  }

  object(id: string | undefined): Element | undefined {
    return id === undefined ? undefined : elementOf(this.model, 'object', id);
  }

  typeOf(objectId: string | undefined): string | undefined {
    return textAt(this.object(objectId)?.fields ?? {}, 'type');
  }

  /** Entries drawn on a diagram, by their id on it. */
  drawnOn(diagram: Element): ReadonlyMap<string, Entry> {
    const known = this.#drawn.get(diagram.id);
    if (known) return known;
    const drawn = new Map(entriesOf(diagram.fields.objects).map((it) => [drawnId(it), it]));
    this.#drawn.set(diagram.id, drawn);
    return drawn;
  }

  /** The domain of an object: its own, or that of its nearest ancestor. Undefined without one, and within a cycle. */
  domainOf(objectId: string): string | undefined {
    const way: string[] = [];
    let domain: string | undefined;
    for (let id: string | undefined = objectId; id !== undefined; ) {
      if (this.#domains.has(id)) {
        domain = this.#domains.get(id);
        break;
      }
      // Stops at a cycle: the domain is undefined until it is resolved.
      this.#domains.set(id, undefined);
      way.push(id);
      const fields: Entry = this.object(id)?.fields ?? {};
      const parent = textAt(fields, 'parent');
      domain = parent === undefined ? textAt(fields, 'domain') : undefined;
      id = parent;
    }
    for (const id of way) this.#domains.set(id, domain);
    return domain;
  }

  /** A "Did you mean …?" hint with the nearest id of a kind. */
  nearestHint(kind: ElementKind, id: string): string | undefined {
    return this.hintAmong(id, () => elementsOf(this.model, kind).map((it) => it.id));
  }

  /** A "Did you mean …?" hint with the nearest of the candidates. */
  hintAmong(id: string, candidates: () => Iterable<string>): string | undefined {
    if (this.#hints === 0 || id.length > LONGEST_SLIP) return undefined;
    this.#hints -= 1;
    const likely = [...candidates()].filter((it) => Math.abs(it.length - id.length) <= id.length);
    const meant = nearest(id, likely);
    return meant === undefined ? undefined : `Did you mean ${meant}?`;
  }
}

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

/** An entry of a list, as it is written. */
export type Entry = Readonly<Record<string, Value | undefined>>;

/** Entries of a field that is a list; those of another shape are told by the reader. */
export const entriesOf = (value: Value | undefined): readonly Entry[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter((it): it is Entry => isObject(it)) : [];

/** A field that is a text. */
export const textAt = (fields: Entry, key: string): string | undefined => {
  const value = fields[key];
  return typeof value === 'string' ? value : undefined;
};

/** Ids of a field that is a list of them. */
export const idsAt = (fields: Entry, key: string): readonly string[] => {
  const value = fields[key];
  return Array.isArray(value) ? (value as readonly Value[]).filter((it) => typeof it === 'string') : [];
};

/** So many times the nearest id is looked for: where more is wrong, it is not a slip. */
const MOST_HINTS = 50;
/** Longer ids are compared with none. */
const LONGEST_SLIP = 80;

/** What rules look up, worked out once for all of them. */
export class Facts {
  readonly model: Model;
  /** Slugs and ids of the technologies there are; absent where nobody knows. */
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

  /** What stands on a diagram, by the id it has there. */
  drawnOn(diagram: Element): ReadonlyMap<string, Entry> {
    const known = this.#drawn.get(diagram.id);
    if (known) return known;
    const drawn = new Map(entriesOf(diagram.fields.objects).map((it) => [drawnId(it), it]));
    this.#drawn.set(diagram.id, drawn);
    return drawn;
  }

  /** The domain of an object: its own, or that of what it is in; undefined where none is told, and within a circle. */
  domainOf(objectId: string): string | undefined {
    const way: string[] = [];
    let domain: string | undefined;
    for (let id: string | undefined = objectId; id !== undefined; ) {
      if (this.#domains.has(id)) {
        domain = this.#domains.get(id);
        break;
      }
      // Until it is known, it is none: a circle ends here.
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

  /** "Did you mean …?" with the nearest id of a kind. */
  nearestHint(kind: ElementKind, id: string): string | undefined {
    return this.hintAmong(id, () => elementsOf(this.model, kind).map((it) => it.id));
  }

  /** "Did you mean …?" with the nearest of these ids. */
  hintAmong(id: string, candidates: () => Iterable<string>): string | undefined {
    if (this.#hints === 0 || id.length > LONGEST_SLIP) return undefined;
    this.#hints -= 1;
    const likely = [...candidates()].filter((it) => Math.abs(it.length - id.length) <= id.length);
    const meant = nearest(id, likely);
    return meant === undefined ? undefined : `Did you mean ${meant}?`;
  }
}

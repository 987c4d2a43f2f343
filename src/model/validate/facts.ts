import { nearest } from '../../base/text/suggest.js';
import { containersOf } from '../document/containers.js';
import {
  type Element,
  type ElementKind,
  type Entry,
  elementOf,
  elementsOf,
  entriesOf,
  type Model,
  textAt,
} from '../document/element.js';
import { drawnId } from '../document/implied.js';
import { withLocked } from '../lock/with-lock.js';
import type { ReferenceChange } from '../plan/plan-types.js';

/** Maximum number of nearest-id lookups: a document with more unknown ids has another cause than typing errors. */
const MAX_HINTS = 50;
/** Maximum length of an id that gets a suggestion, in characters. */
const MAX_TYPO_LENGTH = 80;

/** Lookups shared by all rules, with indexes that are built once per model. */
export class Facts {
  /** The document, with an element for each reference. */
  readonly model: Model;
  /** Differences of references from the landscape; undefined if they were not compared. */
  readonly changes: readonly ReferenceChange[] | undefined;
  /** Slugs and ids of the catalog; undefined if no catalog is available. */
  readonly technologies: ReadonlySet<string> | undefined;
  /** The domain of an object: its own, or that of its nearest ancestor. Undefined without one, and within a cycle. */
  readonly domainOf: (objectId: string) => string | undefined;
  readonly #drawn = new Map<string, ReadonlyMap<string, Entry>>();
  #hints = MAX_HINTS;

  constructor(model: Model, technologies?: ReadonlySet<string>, changes?: readonly ReferenceChange[]) {
    this.model = withLocked(model);
    this.technologies = technologies;
    this.changes = changes;
    this.domainOf = containersOf(this.model).domainOf;
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

  /** A "Did you mean …?" hint with the nearest id of a kind. */
  nearestHint(kind: ElementKind, id: string): string | undefined {
    return this.hintAmong(id, () => elementsOf(this.model, kind).map((it) => it.id));
  }

  /** A "Did you mean …?" hint with the nearest of the candidates. */
  hintAmong(id: string, candidates: () => Iterable<string>): string | undefined {
    if (this.#hints === 0 || id.length > MAX_TYPO_LENGTH) return undefined;
    this.#hints -= 1;
    const likely = [...candidates()].filter((it) => Math.abs(it.length - id.length) <= id.length);
    const suggested = nearest(id, likely);
    return suggested === undefined ? undefined : `Did you mean ${suggested}?`;
  }
}

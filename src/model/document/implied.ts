import { grouped } from '../../base/grouped.js';
import {
  type Element,
  type Entry,
  elementOf,
  elementsOf,
  entriesOf,
  type Model,
  type Reference,
  type Value,
} from './element.js';
import { DOMAIN_BY } from './kinds.js';

/** Default values that depend on other values: lines between drawn objects, shapes, ends, types of steps. */

/** The id of a drawn entry: its own, or that of the element it draws. */
export const drawnId = ({ id, object, connection }: Entry): string => String(id ?? object ?? connection);

/** A model with the implied values of its diagrams and flows. */
export class Implied {
  readonly #model: Model;
  #byOrigin: ReadonlyMap<string, readonly Element[]> | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** The value of a field, with implied values for missing parts. */
  field(element: Element, key: string): Value | undefined {
    const written = element.fields[key];
    if (element.kind === 'flow' && key === 'steps') return written && this.#steps(written);
    if (element.kind !== 'diagram') return written;
    if (key === 'objects') return written && this.#placed(written);
    if (key === 'connections') return this.#lines(element);
    return written;
  }

  #placed(written: Value): Value {
    return entriesOf(written).map((entry) => ({
      ...entry,
      id: drawnId(entry),
      shape: entry.shape ?? this.#usualShape(entry.object),
    }));
  }

  #usualShape(object: Value | undefined): string {
    const { type } = elementOf(this.#model, 'object', String(object))?.fields ?? {};
    return type === 'group' ? 'area' : 'box';
  }

  /** Without written lines: all connections between objects that are drawn under their own id. */
  #lines({ fields }: Element): Value | undefined {
    if (fields.connections === undefined && fields.objects === undefined) return undefined;
    const entries = fields.connections === undefined ? this.#between(fields.objects) : fields.connections;
    return entriesOf(entries).map((entry) => {
      const { origin, target } = elementOf(this.#model, 'connection', String(entry.connection))?.fields ?? {};
      return {
        ...entry,
        id: drawnId(entry),
        origin: entry.origin ?? origin,
        target: entry.target ?? target,
      };
    });
  }

  #between(objects: Value | undefined): Value {
    const own = entriesOf(objects).filter((it) => drawnId(it) === it.object);
    const drawn = new Set(own.map(drawnId));
    return [...drawn]
      .flatMap((origin) => this.#from(origin))
      .filter(({ fields }) => typeof fields.target === 'string' && drawn.has(fields.target))
      .map(({ id }) => ({ connection: id }));
  }

  #from(origin: string): readonly Element[] {
    this.#byOrigin ??= grouped(elementsOf(this.#model, 'connection'), ({ fields }) => String(fields.origin));
    return this.#byOrigin.get(origin) ?? [];
  }

  #steps(written: Value): Value {
    return entriesOf(written).map((entry) => ({
      ...entry,
      type: entry.type ?? (entry.origin !== undefined && entry.target !== undefined ? 'outgoing' : undefined),
    }));
  }
}

/**
 * Adds missing domains: an object has the domain of its parent; in a document with one domain, all other elements have
 * that domain. A document without domains can refer to one of another document.
 */
export function withDomains(
  elements: readonly Element[],
  references: ReadonlyMap<string, Reference>,
): Element[] {
  const own = elements.filter(({ kind }) => kind === 'domain');
  const others = [...references.values()].filter(({ kind }) => kind === 'domain');
  const domains: readonly { id: string }[] = own.length > 0 ? own : others;
  const [only] = domains.length === 1 ? domains : [];
  if (only === undefined) return [...elements];
  return elements.map((element) =>
    !(element.kind in DOMAIN_BY) ||
    'domain' in element.fields ||
    (DOMAIN_BY[element.kind] ?? '') in element.fields
      ? element
      : { ...element, fields: { ...element.fields, domain: only.id } },
  );
}

import { type Element, type ElementKind, elementsOf, type Model } from './element.js';

/** Where objects are written: below their parent or their domain, as far as that can be shown by where they stand. */

/** Objects deeper than this are written at the top, with their parent as a field: nobody reads such an indent. */
const DEEPEST = 16;

/** What an object is written below; the field that says the same is not written. */
export interface Spot {
  field: 'parent' | 'domain';
  id: string;
}

/** Where objects are written below an element; undefined for kinds that have none below them. */
export const spotBelow = (kind: ElementKind, id: string): Spot | undefined =>
  kind === 'domain' ? { field: 'domain', id } : kind === 'object' ? { field: 'parent', id } : undefined;

export interface Nesting {
  /** Where an object is written; undefined for one at the top of the document. */
  spotOf(object: Element): Spot | undefined;
  /** What is written below a domain or an object, in the order of the model. */
  below(spot: Spot): readonly Element[];
  /** Objects at the top. */
  top: readonly Element[];
}

export function nestingOf(model: Model): Nesting {
  const spots = spotsOf(model);
  const below = new Map<string, Element[]>();
  const top: Element[] = [];
  for (const object of elementsOf(model, 'object')) {
    const spot = spots.get(object.id);
    const key = spot && keyOf(spot);
    const list = key === undefined ? top : (below.get(key) ?? []);
    if (key !== undefined) below.set(key, list);
    list.push(object);
  }
  return {
    spotOf: ({ id }) => spots.get(id),
    below: (spot) => below.get(keyOf(spot)) ?? [],
    top,
  };
}

const keyOf = ({ field, id }: Spot): string => `${field} ${id}`;

/** Spots by the id of the object; those at the top have none. */
function spotsOf(model: Model): Map<string, Spot> {
  const objects = new Map(elementsOf(model, 'object').map((it) => [it.id, it]));
  const domains = new Set(elementsOf(model, 'domain').map(({ id }) => id));
  const spots = new Map<string, Spot>();
  const depths = new Map<string, number>();
  for (const object of objects.values()) {
    // The way up, as far as it is not known yet. Objects of a circle stay at the top.
    const way: Element[] = [];
    const seen = new Set<string>();
    for (let at: Element | undefined = object; at && !depths.has(at.id); at = parentOf(at, objects)) {
      if (seen.has(at.id)) break;
      seen.add(at.id);
      way.push(at);
    }
    for (const it of way.reverse()) place(it);
  }
  return spots;

  function place(object: Element): void {
    const { parent, domain } = object.fields;
    const above = typeof parent === 'string' ? depths.get(parent) : undefined;
    depths.set(object.id, 0);
    if (typeof parent === 'string') {
      if (above === undefined || above >= DEEPEST) return;
      spots.set(object.id, { field: 'parent', id: parent });
      depths.set(object.id, above + 1);
    } else if (typeof domain === 'string' && domains.has(domain)) {
      spots.set(object.id, { field: 'domain', id: domain });
      depths.set(object.id, 1);
    }
  }
}

const parentOf = ({ fields }: Element, objects: ReadonlyMap<string, Element>): Element | undefined =>
  typeof fields.parent === 'string' ? objects.get(fields.parent) : undefined;

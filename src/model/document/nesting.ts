import { push } from '../../base/grouped.js';
import { type Element, type ElementKind, elementsOf, type Model } from './element.js';

/** The nesting of objects in files: each is written below its parent or its domain, as far as possible. */

/**
 * Objects below this level are written at the top, with their parent as a field, because deeper indentation is hard to
 * read.
 */
const DEEPEST = 16;

/** The container that an object is written in; the field that refers to it is left out. */
export interface Spot {
  field: 'parent' | 'domain';
  id: string;
}

/** The place for nested objects of an element; undefined for kinds that contain none. */
export const spotBelow = (kind: ElementKind, id: string): Spot | undefined =>
  kind === 'domain' ? { field: 'domain', id } : kind === 'object' ? { field: 'parent', id } : undefined;

export interface Nesting {
  /** The container that an object is written in; undefined at the top of the document. */
  spotOf(object: Element): Spot | undefined;
  /** Objects written below a domain or an object, in the order of the model. */
  below(spot: Spot): readonly Element[];
  /** Objects written at the top. */
  top: readonly Element[];
}

export function nestingOf(model: Model): Nesting {
  const spots = spotsOf(model);
  const below = new Map<string, Element[]>();
  const top: Element[] = [];
  for (const object of elementsOf(model, 'object')) {
    const spot = spots.get(object.id);
    if (spot) push(below, keyOf(spot), object);
    else top.push(object);
  }
  return {
    spotOf: ({ id }) => spots.get(id),
    below: (spot) => below.get(keyOf(spot)) ?? [],
    top,
  };
}

const keyOf = ({ field, id }: Spot): string => `${field} ${id}`;

/** Containers by object id; objects at the top have none. */
function spotsOf(model: Model): Map<string, Spot> {
  const objects = new Map(elementsOf(model, 'object').map((it) => [it.id, it]));
  const domains = new Set(elementsOf(model, 'domain').map(({ id }) => id));
  const spots = new Map<string, Spot>();
  const depths = new Map<string, number>();
  for (const object of objects.values()) {
    // The ancestors that are not resolved yet. Objects of a cycle stay at the top.
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

import { type Element, elementOf, type Model } from '../document/element.js';
import { textAt } from '../validate/facts.js';

/** Where the objects of a model stand. Nothing here minds circles of parents: they end where they began. */

/** What an object is counted as: its system, its app or store, its domain. */
export interface Seats {
  systemOf(objectId: string): string | undefined;
  /** The app or store that it is, or is in. */
  appOf(objectId: string): string | undefined;
  domainOf(objectId: string): string | undefined;
}

export const seatsOf = (model: Model): Seats => ({
  systemOf: climber(model, ({ id, fields }) => (fields.type === 'system' ? id : undefined)),
  appOf: climber(model, ({ id, fields }) =>
    fields.type === 'app' || fields.type === 'store' ? id : undefined,
  ),
  domainOf: climber(model, ({ fields }) =>
    fields.parent === undefined ? textAt(fields, 'domain') : undefined,
  ),
});

/** What the object itself says, else the nearest of those it is in; each object is asked once. */
export function climber(
  model: Model,
  said: (object: Element) => string | undefined,
): (objectId: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (objectId) => {
    const way: string[] = [];
    let found: string | undefined;
    for (let id: string | undefined = objectId; id !== undefined; ) {
      if (known.has(id)) {
        found = known.get(id);
        break;
      }
      // Until it is known it is nothing: a circle ends here.
      known.set(id, undefined);
      way.push(id);
      const object = elementOf(model, 'object', id);
      found = object && said(object);
      if (found !== undefined) break;
      id = object && textAt(object.fields, 'parent');
    }
    for (const id of way) known.set(id, found);
    return found;
  };
}

/** The object and what it is in, from the outside in. */
export function pathOf(model: Model, objectId: string): Element[] {
  const way = new Map<string, Element>();
  for (let id: string | undefined = objectId; id !== undefined && !way.has(id); ) {
    const object = elementOf(model, 'object', id);
    if (!object) break;
    way.set(id, object);
    id = textAt(object.fields, 'parent');
  }
  return [...way.values()].reverse();
}

/** How deep each object stands, 1 for those in nothing. */
export function depthsOf(model: Model): ReadonlyMap<string, number> {
  const objects = model.elements.get('object') ?? new Map<string, Element>();
  const depths = new Map<string, number>();
  for (const start of objects.keys()) {
    const way: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && objects.has(at) && !depths.has(at)) {
      // Until it is known it is nothing: a circle ends here.
      depths.set(at, 0);
      way.push(at);
      at = textAt(objects.get(at)?.fields ?? {}, 'parent');
    }
    let depth = (at !== undefined && depths.get(at)) || 0;
    for (const id of way.reverse()) {
      depth += 1;
      depths.set(id, depth);
    }
  }
  return depths;
}

/** What people call an element. */
export const nameOf = ({ id, fields }: Element): string => textAt(fields, 'name') || id;

/** `Shop / API`: an object and what it is in, by their names. */
export const pathInWords = (model: Model, objectId: string): string =>
  pathOf(model, objectId).map(nameOf).join(' / ');

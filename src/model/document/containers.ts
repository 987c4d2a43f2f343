import { type Element, elementOf, type Model, textAt } from './element.js';

/** Positions of objects in the hierarchy. All lookups stop at cycles of parents. */

/** Containers of an object: its system, its app or store, its domain. */
export interface Containers {
  systemOf(objectId: string): string | undefined;
  /** The app or store that the object is or is part of. */
  appOf(objectId: string): string | undefined;
  domainOf(objectId: string): string | undefined;
}

export const containersOf = (model: Model): Containers => ({
  systemOf: ancestorLookup(model, ({ id, fields }) => (fields.type === 'system' ? id : undefined)),
  appOf: ancestorLookup(model, ({ id, fields }) =>
    fields.type === 'app' || fields.type === 'store' ? id : undefined,
  ),
  domainOf: ancestorLookup(model, ({ fields }) =>
    fields.parent === undefined ? textAt(fields, 'domain') : undefined,
  ),
});

/** Returns a lookup of the value of an object or of its nearest ancestor with one; results are cached. */
export function ancestorLookup(
  model: Model,
  valueAt: (object: Element) => string | undefined,
): (objectId: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (objectId) => {
    const path: string[] = [];
    let found: string | undefined;
    for (let id: string | undefined = objectId; id !== undefined; ) {
      if (known.has(id)) {
        found = known.get(id);
        break;
      }
      // Stops at a cycle: undefined until the value is resolved.
      known.set(id, undefined);
      path.push(id);
      const object = elementOf(model, 'object', id);
      found = object && valueAt(object);
      if (found !== undefined) break;
      id = object && textAt(object.fields, 'parent');
    }
    for (const id of path) known.set(id, found);
    return found;
  };
}

/** The object and its ancestors, outermost first. */
export function objectPath(model: Model, objectId: string): Element[] {
  const path = new Map<string, Element>();
  for (let id: string | undefined = objectId; id !== undefined && !path.has(id); ) {
    const object = elementOf(model, 'object', id);
    if (!object) break;
    path.set(id, object);
    id = textAt(object.fields, 'parent');
  }
  return [...path.values()].reverse();
}

/** Nesting depth of each object; top-level objects have depth 1. */
export function depthsOf(model: Model): ReadonlyMap<string, number> {
  const objects = model.elements.get('object') ?? new Map<string, Element>();
  const depths = new Map<string, number>();
  for (const start of objects.keys()) {
    const path: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && objects.has(at) && !depths.has(at)) {
      // Stops at a cycle: 0 until the depth is resolved.
      depths.set(at, 0);
      path.push(at);
      at = textAt(objects.get(at)?.fields ?? {}, 'parent');
    }
    let depth = (at !== undefined && depths.get(at)) || 0;
    for (const id of path.reverse()) {
      depth += 1;
      depths.set(id, depth);
    }
  }
  return depths;
}

/**
 * Where the name of an object must be unambiguous: its parent or, at the top, its domain (docs/service.md#names). The
 * prefix distinguishes the ids of objects and domains.
 */
export const placeOf = ({ parent, domain }: Element['fields']): string =>
  typeof parent === 'string' ? `o:${parent}` : `d:${domain ?? ''}`;

/** The name of an element, or its id if it has none. */
export const nameOf = ({ id, fields }: Element): string => textAt(fields, 'name') || id;

/** An object with its ancestors by name, for example `Shop / API`. */
export const objectPathText = (model: Model, objectId: string): string =>
  objectPath(model, objectId).map(nameOf).join(' / ');

import { push } from '../../base/grouped.js';
import { type Element, type ElementKind, elementsOf, type Model } from './element.js';

/** The nesting of objects in files: each is written below its parent or its domain, as far as possible. */

/** Maximum nesting depth. Deeper objects are written at the top, because deep indentation is hard to read. */
const MAX_DEPTH = 16;

/** The container that an object is written in; the field that refers to it is left out. */
export interface Container {
  field: 'parent' | 'domain';
  id: string;
}

/** Whether objects can be nested in elements of a kind. */
export const isContainerKind = (kind: ElementKind): boolean => kind === 'domain' || kind === 'object';

/** An element as a container of objects; undefined for a kind that contains none. */
export const asContainer = (kind: ElementKind, id: string): Container | undefined =>
  kind === 'domain' ? { field: 'domain', id } : kind === 'object' ? { field: 'parent', id } : undefined;

export interface Nesting {
  /** The container that an object is written in; undefined for one at the top of the document. */
  containerOf(object: Element): Container | undefined;
  /** Objects written below a domain or an object, in the order of the model. */
  below(container: Container): readonly Element[];
  /** Objects written at the top. */
  top: readonly Element[];
}

export function nestingOf(model: Model): Nesting {
  const containers = containersById(model);
  const below = new Map<string, Element[]>();
  const top: Element[] = [];
  for (const object of elementsOf(model, 'object')) {
    const container = containers.get(object.id);
    if (container) push(below, keyOf(container), object);
    else top.push(object);
  }
  return {
    containerOf: ({ id }) => containers.get(id),
    below: (container) => below.get(keyOf(container)) ?? [],
    top,
  };
}

const keyOf = ({ field, id }: Container): string => `${field} ${id}`;

/** Containers by object id; objects at the top have none. */
function containersById(model: Model): Map<string, Container> {
  const objects = new Map(elementsOf(model, 'object').map((it) => [it.id, it]));
  const domains = new Set(elementsOf(model, 'domain').map(({ id }) => id));
  const containers = new Map<string, Container>();
  const depths = new Map<string, number>();
  for (const object of objects.values()) {
    // The ancestors that are not resolved yet. Objects of a cycle stay at the top.
    const path: Element[] = [];
    const seen = new Set<string>();
    for (let at: Element | undefined = object; at && !depths.has(at.id); at = parentOf(at, objects)) {
      if (seen.has(at.id)) break;
      seen.add(at.id);
      path.push(at);
    }
    for (const it of path.reverse()) place(it);
  }
  return containers;

  function place(object: Element): void {
    const { parent, domain } = object.fields;
    const above = typeof parent === 'string' ? depths.get(parent) : undefined;
    depths.set(object.id, 0);
    if (typeof parent === 'string') {
      if (above === undefined || above >= MAX_DEPTH) return;
      containers.set(object.id, { field: 'parent', id: parent });
      depths.set(object.id, above + 1);
    } else if (typeof domain === 'string' && domains.has(domain)) {
      containers.set(object.id, { field: 'domain', id: domain });
      depths.set(object.id, 1);
    }
  }
}

const parentOf = ({ fields }: Element, objects: ReadonlyMap<string, Element>): Element | undefined =>
  typeof fields.parent === 'string' ? objects.get(fields.parent) : undefined;

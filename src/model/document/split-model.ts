import { grouped } from '../../base/grouped.js';
import { type Containers, containersOf } from './containers.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Model,
  textAt,
} from './element.js';
import { asContainer, type Nesting, nestingOf } from './nesting.js';

/** Splits a model into parts by domain, to limit the size of files. */

export interface Part {
  /** Id of the domain; absent for elements without a domain. */
  domain?: string;
  /** Number among the parts of its domain, from 1. */
  number: number;
  elements: readonly Element[];
}

/**
 * Splits a model into parts of at most `most` each, with their nesting. Each domain has its own parts, with its objects
 * and the connections that start there. A domain or an object that is too large is written without its descendants.
 * @param weigh Weight of an element without its descendants.
 */
export function splitModel(
  model: Model,
  weigh: (element: Element) => number,
  most: number,
): { parts: Part[]; nesting: Nesting } {
  const weights = new Map<Element, number>();
  const weightOf = (element: Element): number => {
    const weight = weights.get(element) ?? weigh(element);
    weights.set(element, weight);
    return weight;
  };
  const nesting = nestingIn(model, weightOf, most);
  const { domainOf } = containersOf(model);
  const elements = ELEMENT_KINDS.flatMap((kind) =>
    kind === 'object' ? nesting.top : elementsOf(model, kind),
  );
  const parts = [...grouped(elements, (it) => domainIdOf(model, it, domainOf))].flatMap(([domain, own]) =>
    pack(own, (it) => weightBelow(nesting, weightOf, it), most).map(
      (it, at): Part => ({
        ...(domain !== '' && { domain }),
        number: at + 1,
        elements: it,
      }),
    ),
  );
  return { parts, nesting };
}

/** The nesting of a model, without the descendants of elements that would exceed the limit. */
function nestingIn(model: Model, weigh: (element: Element) => number, most: number): Nesting {
  const nesting = nestingOf(model);
  const cut = new Set<string>();
  const weightOf = (element: Element): number => {
    const below = belowOf(nesting, element);
    const weight = below.reduce((sum, it) => sum + weightOf(it), weigh(element));
    if (weight <= most) return weight;
    for (const { id } of below) cut.add(id);
    return weigh(element);
  };
  for (const element of [...elementsOf(model, 'domain'), ...nesting.top]) weightOf(element);
  const isCut = ({ id }: Element): boolean => cut.has(id);
  return {
    containerOf: (object) => (isCut(object) ? undefined : nesting.containerOf(object)),
    below: (container) => nesting.below(container).filter((it) => !isCut(it)),
    top: [...nesting.top, ...elementsOf(model, 'object').filter(isCut)],
  };
}

/** Weight of an element with its descendants. */
const weightBelow = (nesting: Nesting, weigh: (element: Element) => number, element: Element): number =>
  belowOf(nesting, element).reduce((sum, it) => sum + weightBelow(nesting, weigh, it), weigh(element));

const belowOf = (nesting: Nesting, { kind, id }: Element): readonly Element[] => {
  const container = asContainer(kind, id);
  return container ? nesting.below(container) : [];
};

/** Fields that refer to the object whose domain an element has. */
const OBJECT: Partial<Record<ElementKind, string>> = {
  connection: 'origin',
  diagramGroup: 'of',
  diagram: 'of',
};

/** Returns the domain of an element, or an empty text. */
function domainIdOf(model: Model, { kind, id, fields }: Element, domainOf: Containers['domainOf']): string {
  if (kind === 'domain') return id;
  if (kind === 'flow') {
    const diagram = elementOf(model, 'diagram', textAt(fields, 'diagram') ?? '');
    return diagram ? domainIdOf(model, diagram, domainOf) : '';
  }
  const object = kind === 'object' ? id : textAt(fields, OBJECT[kind] ?? '');
  const domain = object === undefined ? textAt(fields, 'domain') : domainOf(object);
  return domain !== undefined && elementOf(model, 'domain', domain) ? domain : '';
}

/** Packs elements into as few parts as possible without changing their order. */
function pack(elements: readonly Element[], weigh: (element: Element) => number, most: number): Element[][] {
  const parts: Element[][] = [];
  let room = 0;
  for (const element of elements) {
    const weight = weigh(element);
    if (parts.length === 0 || weight > room) {
      parts.push([]);
      room = most;
    }
    parts.at(-1)?.push(element);
    room -= weight;
  }
  return parts;
}

import { identify } from '../compare/identity.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../document/element.js';
import type { LiveLandscape } from '../live/landscape.js';
import { modelOfLandscape } from '../live/model-of-landscape.js';

export interface Settled {
  model: Model;
  /** The domain that the document takes from the landscape, where it tells none: it is not the document's to change. */
  borrowed?: string;
}

/** Kinds that stand in a domain where they say nothing else, and the field that says something else. */
const INSIDE: Readonly<Partial<Record<Element['kind'], string>>> = {
  object: 'parent',
  diagram: 'of',
  diagramGroup: 'of',
};

/** A document with the domain that it leaves out: the only one it has, else the only one of the landscape. */
export function settle(model: Model, live: LiveLandscape): Settled {
  const [own, ...others] = elementsOf(model, 'domain');
  if (own) return others.length > 0 ? { model } : { model: within(model, own.id) };
  const [only, ...more] = elementsOf(modelOfLandscape(live, identify(live).ids), 'domain');
  if (!only || more.length > 0) return { model };
  return { model: within(model, only.id, only), borrowed: only.id };
}

function within(model: Model, domain: string, borrowed?: Element): Model {
  const elements = ELEMENT_KINDS.flatMap((kind) => {
    const field = INSIDE[kind];
    const known = elementsOf(model, kind);
    if (field === undefined) return kind === 'domain' && borrowed ? [borrowed] : known;
    return known.map((it) => {
      const isTold = it.fields[field] !== undefined || it.fields.domain !== undefined;
      return isTold ? it : { ...it, fields: { ...it.fields, domain } as Record<string, Value> };
    });
  });
  const { elements: _, ...more } = model;
  return modelOf(elements, more);
}

import { type Identity, identify } from '../compare/identity.js';
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

export interface Resolved {
  model: Model;
  /** The domain taken from the landscape because the document has none; the document must not change it. */
  borrowed?: string;
}

/** Kinds that are in a domain by default, and the field that overrides it. */
const INSIDE: Readonly<Partial<Record<Element['kind'], string>>> = {
  object: 'parent',
  diagram: 'of',
  diagramGroup: 'of',
};

/** Adds the default domain to a document: its only domain, otherwise the only domain of the landscape. */
export function resolveAgainst(model: Model, live: LiveLandscape): Resolved {
  const [own, ...others] = elementsOf(model, 'domain');
  if (own) return others.length > 0 ? { model } : { model: within(model, own.id) };
  const [only, ...more] = elementsOf(modelOfLandscape(live, identify(live).ids), 'domain');
  if (!only || more.length > 0) return { model };
  return { model: within(model, only.id, only), borrowed: only.id };
}

/** A document and its landscape as models with the same ids. */
export interface Compared extends Resolved {
  now: Model;
  identity: Identity;
}

export function compared(wanted: Model, live: LiveLandscape): Compared {
  const resolved = resolveAgainst(wanted, live);
  const identity = identify(live, resolved.model);
  return {
    ...resolved,
    identity,
    now: modelOfLandscape(live, identity.ids, wanted.namespace, resolved.model),
  };
}

function within(model: Model, domain: string, borrowed?: Element): Model {
  const elements = ELEMENT_KINDS.flatMap((kind) => {
    const field = INSIDE[kind];
    const known = elementsOf(model, kind);
    if (field === undefined) return kind === 'domain' && borrowed ? [borrowed] : known;
    return known.map((it) => {
      const isSet = it.fields[field] !== undefined || it.fields.domain !== undefined;
      return isSet ? it : { ...it, fields: { ...it.fields, domain } as Record<string, Value> };
    });
  });
  const { elements: _, ...more } = model;
  return modelOf(elements, more);
}

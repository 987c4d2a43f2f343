import { type Identity, identify } from '../compare/identity.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../document/element.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import { modelOfLandscape } from '../live/model-of-landscape.js';
import { withReferenced } from '../live/references.js';

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
  const referenced = [...model.references.values()].filter(({ kind }) => kind === 'domain');
  if (referenced.length > 0) {
    const [first] = referenced;
    return { model: first && referenced.length === 1 ? within(model, first.id) : model };
  }
  const domains = { ...live, records: new Map([['domain' as const, recordsOf(live, 'domain')]]) };
  const [only, ...more] = elementsOf(modelOfLandscape(domains, identify(domains).ids), 'domain');
  if (!only || more.length > 0) return { model };
  return { model: within(model, only.id, only), borrowed: only.id };
}

/** A document and its landscape as models with the same ids. */
export interface Compared extends Resolved {
  /** The document without the elements that it refers to. `model` contains them, so that they are compared and drawn. */
  own: Model;
  now: Model;
  identity: Identity;
}

export function compared(wanted: Model, live: LiveLandscape): Compared {
  const { model: own, ...resolved } = resolveAgainst(wanted, live);
  const identity = identify(live, own);
  const now = modelOfLandscape(live, identity.ids, wanted.namespace, own);
  return { ...resolved, own, model: withReferenced(own, now), identity, now };
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

import { type Identity, identify } from '../compare/identity.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../document/element.js';
import { DOMAIN_BY } from '../document/kinds.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import { modelOfLandscape } from '../live/model-of-landscape.js';
import { withReferenced } from '../live/references.js';

/** A document with its default domain. */
export interface Resolved {
  model: Model;
  /** Id of the landscape's domain that the document uses because it has none. The document must not change it. */
  landscapeDomain?: string;
}

/** Adds the default domain to a document: its only domain, otherwise the only domain of the landscape. */
export function withDefaultDomain(model: Model, live: LiveLandscape): Resolved {
  const [own, ...others] = elementsOf(model, 'domain');
  if (own) return others.length > 0 ? { model } : { model: withDomain(model, own.id) };
  const referenced = [...model.references.values()].filter(({ kind }) => kind === 'domain');
  if (referenced.length > 0) {
    const [first] = referenced;
    return { model: first && referenced.length === 1 ? withDomain(model, first.id) : model };
  }
  const domains = { ...live, records: new Map([['domain' as const, recordsOf(live, 'domain')]]) };
  const [only, ...more] = elementsOf(modelOfLandscape(domains, identify(domains).ids), 'domain');
  if (!only || more.length > 0) return { model };
  return { model: withDomain(model, only.id, only), landscapeDomain: only.id };
}

/** A document and its landscape as models with the same ids. */
export interface Compared extends Resolved {
  /** The document without the elements that it refers to. `model` contains them, so that they are compared and drawn. */
  own: Model;
  /** The landscape. */
  current: Model;
  identity: Identity;
}

/** Matches a landscape to a document. */
export function compareWithLandscape(wanted: Model, live: LiveLandscape): Compared {
  const { model: own, ...resolved } = withDefaultDomain(wanted, live);
  const identity = identify(live, own);
  const current = modelOfLandscape(live, identity.ids, wanted.namespace, own);
  return { ...resolved, own, model: withReferenced(own, current), identity, current };
}

/** The model with a domain for each element that has none. @param added A domain to add to the model. */
function withDomain(model: Model, domain: string, added?: Element): Model {
  const elements = ELEMENT_KINDS.flatMap((kind) => {
    const field = DOMAIN_BY[kind];
    const known = elementsOf(model, kind);
    if (field === undefined) return kind === 'domain' && added ? [added] : known;
    return known.map((it) => {
      const isSet = it.fields[field] !== undefined || it.fields.domain !== undefined;
      return isSet ? it : { ...it, fields: { ...it.fields, domain } as Record<string, Value> };
    });
  });
  const { elements: _, ...more } = model;
  return modelOf(elements, more);
}

import { type Element, elementsOf, type Model } from '../document/element.js';

/** What objects and connections should say of themselves, and which of them do not. */

/** What may be missing, in the order in which it is told. */
export const WANTED = ['description', 'caption', 'owner', 'technology', 'connectionTechnology'] as const;
export type WantedOf = (typeof WANTED)[number];

/** Of which it is wanted: groups say nothing, and what is not ours has no team and no technology of ours. */
const FIELDS: Readonly<Record<WantedOf, { field: string; types?: readonly string[] }>> = {
  description: { field: 'description' },
  caption: { field: 'caption' },
  owner: { field: 'teams', types: ['system', 'app', 'store'] },
  technology: { field: 'technologies', types: ['app', 'store', 'component'] },
  connectionTechnology: { field: 'technologies' },
};

/** Those that should have it, and those of them that lack it, in the order of the document. */
export function lacking(model: Model, what: WantedOf): { of: Element[]; missing: Element[] } {
  const { field, types } = FIELDS[what];
  const all = elementsOf(model, what === 'connectionTechnology' ? 'connection' : 'object');
  const of = all.filter(({ fields: { type, external } }) =>
    types ? types.includes(String(type)) && external !== true : type !== 'group',
  );
  return { of, missing: of.filter(({ fields: { [field]: it } }) => isNothing(it)) };
}

const isNothing = (it: unknown): boolean =>
  Array.isArray(it) ? it.length === 0 : typeof it !== 'string' || it.trim() === '';

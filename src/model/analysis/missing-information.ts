import { type Element, elementsOf, type Model } from '../document/element.js';

/** Finds objects and connections with missing information. */

/** Checks for missing information, in the order of the output. */
export const INFORMATION = ['description', 'caption', 'owner', 'technology', 'connectionTechnology'] as const;
export type Information = (typeof INFORMATION)[number];

/** Objects that a check applies to: groups have no such fields, and external objects have no team or technology. */
const FIELDS: Readonly<Record<Information, { field: string; types?: readonly string[] }>> = {
  description: { field: 'description' },
  caption: { field: 'caption' },
  owner: { field: 'teams', types: ['system', 'app', 'store'] },
  technology: { field: 'technologies', types: ['app', 'store', 'component'] },
  connectionTechnology: { field: 'technologies' },
};

/** The elements that a check applies to, and those without a value, in document order. */
export function missingInformation(model: Model, what: Information): { of: Element[]; missing: Element[] } {
  const { field, types } = FIELDS[what];
  const all = elementsOf(model, what === 'connectionTechnology' ? 'connection' : 'object');
  const of = all.filter(({ fields: { type, external } }) =>
    types ? types.includes(String(type)) && external !== true : type !== 'group',
  );
  return { of, missing: of.filter(({ fields: { [field]: it } }) => isMissing(it)) };
}

const isMissing = (it: unknown): boolean =>
  Array.isArray(it) ? it.length === 0 : typeof it !== 'string' || it.trim() === '';

import { type Details, noDetails } from './workspace.js';

/** Kinds of elements and relationships: those of the DSL, and archetypes of the workspace. */

const BASES = [
  ...['person', 'softwaresystem', 'container', 'component', 'element', 'group'],
  ...['deploymentnode', 'infrastructurenode', '->'],
] as const;
export type BaseKind = (typeof BASES)[number];

export interface Archetype extends Details {
  base: BaseKind;
  metadata?: string | undefined;
  /** Names of archetypes, the nearest first. */
  names: readonly string[];
}

export function inherit(target: Details, { description, technology, tags, urls, labels }: Archetype): void {
  if (description !== undefined) target.description = description;
  if (technology !== undefined) target.technology = technology;
  target.tags.push(...tags);
  target.urls.push(...urls);
  for (const [key, value] of labels) target.labels.set(key, value);
}

/** Defaults of a kind, before properties of the element itself. */
export function defaultsOf(archetype: Archetype): Details {
  const details = noDetails();
  inherit(details, archetype);
  return details;
}

/** Returns `https` for `--https->`, an empty text for the plain arrow, and undefined for any other word. */
export function arrowOf(text: string | undefined): string | undefined {
  if (text === '->') return '';
  return text?.startsWith('--') && text.endsWith('->') && text.length > 4 ? text.slice(2, -2) : undefined;
}

/** Whether a word is an arrow; `-/>` removes a relationship. */
export const isArrow = (text: string | undefined): boolean => text === '-/>' || arrowOf(text) !== undefined;

export class Archetypes {
  readonly #known = new Map<string, Archetype>();

  /** Looks up a keyword: a kind of the DSL or an archetype. */
  of(word: string): Archetype | undefined {
    const folded = word.toLowerCase();
    const base = BASES.find((it) => it === folded);
    return this.#known.get(folded) ?? (base && { ...noDetails(), base, names: [] });
  }

  ofArrow(name: string): Archetype | undefined {
    return this.of(name === '' ? '->' : name);
  }

  define(name: string, archetype: Archetype): void {
    this.#known.set(name.toLowerCase(), archetype);
  }
}

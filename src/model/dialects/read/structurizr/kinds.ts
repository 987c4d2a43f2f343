import { type Described, undescribed } from './workspace.js';

/** Kinds of elements and relationships: those of the DSL, and archetypes of the workspace. */

export type BaseKind =
  | 'person'
  | 'softwaresystem'
  | 'container'
  | 'component'
  | 'element'
  | 'group'
  | 'deploymentnode'
  | 'infrastructurenode'
  | '->';

const BASES: ReadonlySet<string> = new Set<BaseKind>([
  'person',
  'softwaresystem',
  'container',
  'component',
  'element',
  'group',
  'deploymentnode',
  'infrastructurenode',
  '->',
]);
const isBase = (word: string): word is BaseKind => BASES.has(word);

export interface Archetype extends Described {
  base: BaseKind;
  metadata?: string;
  /** Names of archetypes, the nearest first. */
  names: readonly string[];
}

/** Adds the defaults of a kind. */
export function inherit(target: Described, { description, technology, tags, urls, labels }: Archetype): void {
  if (description !== undefined) target.description = description;
  if (technology !== undefined) target.technology = technology;
  target.tags.push(...tags);
  target.urls.push(...urls);
  for (const [key, value] of labels) target.labels.set(key, value);
}

/** Defaults of a kind, before properties of the element itself. */
export function inherited(archetype: Archetype): Described {
  const described = undescribed();
  inherit(described, archetype);
  return described;
}

/** Returns `https` for `--https->`, an empty text for the plain arrow, and undefined for any other word. */
export function arrowOf(text: string | undefined): string | undefined {
  if (text === '->') return '';
  return text?.startsWith('--') && text.endsWith('->') && text.length > 4 ? text.slice(2, -2) : undefined;
}

/** Whether a word is an arrow; `-/>` states that there is no relationship. */
export const isArrow = (text: string | undefined): boolean => text === '-/>' || arrowOf(text) !== undefined;

export class Archetypes {
  readonly #known = new Map<string, Archetype>();

  /** Looks up a keyword: a kind of the DSL or an archetype. */
  of(word: string): Archetype | undefined {
    const folded = word.toLowerCase();
    const known = this.#known.get(folded);
    if (known) return known;
    return isBase(folded) ? { ...undescribed(), base: folded, names: [] } : undefined;
  }

  ofArrow(name: string): Archetype | undefined {
    return this.of(name === '' ? '->' : name);
  }

  define(name: string, archetype: Archetype): void {
    this.#known.set(name.toLowerCase(), archetype);
  }
}

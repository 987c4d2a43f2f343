import { type Described, undescribed } from './workspace.js';

/** Kinds of elements and relationships: those of the DSL, and those that a workspace makes of them. */

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
  /** Names, the nearest first. */
  names: readonly string[];
}

/** Adds what all of a kind say. */
export function inherit(target: Described, { description, technology, tags, urls, labels }: Archetype): void {
  if (description !== undefined) target.description = description;
  if (technology !== undefined) target.technology = technology;
  target.tags.push(...tags);
  target.urls.push(...urls);
  for (const [key, value] of labels) target.labels.set(key, value);
}

/** What one of a kind says before it says anything of its own. */
export function inherited(archetype: Archetype): Described {
  const described = undescribed();
  inherit(described, archetype);
  return described;
}

/** `https` of `--https->`; undefined where a word is no arrow, empty for the plain one. */
export function arrowOf(text: string | undefined): string | undefined {
  if (text === '->') return '';
  return text?.startsWith('--') && text.endsWith('->') && text.length > 4 ? text.slice(2, -2) : undefined;
}

/** Whether a word stands between the ends of a relationship; `-/>` says that there is none. */
export const isArrow = (text: string | undefined): boolean => text === '-/>' || arrowOf(text) !== undefined;

export class Archetypes {
  readonly #known = new Map<string, Archetype>();

  /** What a keyword makes: a kind of the DSL, or one of the workspace's own. */
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

import type { Place } from '../../../document/element.js';
import { told as short } from '../../../validate/rule.js';
import type { Telling } from '../telling.js';
import type { Tokens } from './tokens.js';

/** What files of LikeC4 say, gathered from all of them before names are looked up. */

/** What elements, relationships and their kinds have in common. */
export interface Described {
  title?: string;
  description?: string;
  summary?: string;
  technology?: string;
  shape?: string;
  tags: string[];
  links: { url: string; name?: string }[];
  metadata: Map<string, string>;
}

export interface Kind extends Described {
  name: string;
}

export interface Element extends Described {
  /** With the names of what it is in: `cloud.api`. */
  path: string;
  name: string;
  /** Path of what it is in. */
  within: string;
  kind: string;
  place: Place;
}

/** A name, as seen from within an element; empty for the element itself. */
export interface Reference {
  word: string;
  /** Path; empty at the top. */
  within: string;
}

export interface Relation extends Described {
  kind?: string;
  isBothWays: boolean;
  from: Reference;
  to: Reference;
  place: Place;
}

export type Target =
  | { is: 'all' }
  | { is: 'element'; of: Reference; suffix: '' | '*' | '**' }
  | { is: 'kind' | 'tag'; name: string };

export interface View {
  name?: string;
  title?: string;
  description?: string;
  of?: Reference;
  /** Name of the view it begins as. */
  extends?: string;
  /** Whether an export added it to show a level of the model: no diagram is made of it. */
  isLevel?: boolean;
  content: { what: 'include' | 'exclude'; of: Target; place: Place }[];
  place: Place;
}

export interface Flow extends Omit<View, 'of' | 'extends'> {
  steps: { from: Reference; to: Reference; text: string; isReply: boolean }[];
  /** It says more than one step after another. */
  isLost: boolean;
}

export class Source {
  readonly elementKinds = new Map<string, Kind>();
  readonly relationKinds = new Map<string, Kind>();
  /** Names of tags for people, by identifier, where a comment of an export has them. */
  readonly tagNames = new Map<string, string>();
  readonly elements = new Map<string, Element>();
  /** What is said of elements elsewhere, by their paths. */
  readonly extensions = new Map<string, { described: Described; place: Place }>();
  readonly relations: Relation[] = [];
  readonly views: View[] = [];
  readonly flows: Flow[] = [];

  constructor(readonly telling: Telling) {}

  /** Of two with one path the first stays. */
  add(element: Element): void {
    if (this.elements.has(element.path))
      this.telling.broken(
        `There is an element "${element.path}" already.`,
        element.place,
        'Names in one place differ.',
      );
    else this.elements.set(element.path, element);
  }

  extension(path: string, place: Place): Described {
    const known = this.extensions.get(path);
    if (known) return known.described;
    const described = undescribed();
    this.extensions.set(path, { described, place });
    return described;
  }
}

export const undescribed = (): Described => ({ tags: [], links: [], metadata: new Map() });

/** What blocks read with. */
export interface Reading {
  tokens: Tokens;
  source: Source;
}

/** Between braces: reads one statement, and hands back the block that the brace behind it opens. */
export interface Block {
  read(reading: Reading): Block | undefined;
}

/** A block of which nothing is read. */
export const SKIPPED: Block = { read: () => undefined };

/** Tells what comes, and takes it; braces open and end blocks all the same. */
export function unexpected({ tokens, source }: Reading, expected: string): undefined {
  const isBrace = tokens.comes('}') || tokens.comes('{');
  const token = isBrace ? tokens.peek() : tokens.next();
  const said =
    token.is === 'end' ? 'The file ends too early.' : `"${short(token.text)}" is not expected here.`;
  source.telling.broken(said, tokens.placeOf(token), `Expected: ${expected}.`);
}

export const joined = (within: string, name: string): string => (within === '' ? name : `${within}.${name}`);

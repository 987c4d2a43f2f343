import type { Example } from './noun.js';

/** A page of `archctl help`, as data: the terminal, man pages and Markdown each lay it out in their own way. */
export interface Topic {
  /** What it is about, in a line. */
  summary: string;
  title: string;
  blocks: readonly TopicBlock[];
}

export type TopicBlock =
  | { kind: 'text'; text: string }
  /** Names and what they mean. */
  | { kind: 'rows'; heading?: string; rows: readonly (readonly [string, string])[] }
  | { kind: 'examples'; examples: readonly Example[] };

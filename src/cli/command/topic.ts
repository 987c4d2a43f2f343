import type { Example } from './noun.js';

/** A page of `archctl help` as data, rendered by the terminal, man pages and Markdown. */
export interface Topic {
  summary: string;
  title: string;
  blocks: readonly TopicBlock[];
}

export type TopicBlock =
  | { kind: 'text'; text: string }
  /** Terms and their descriptions. */
  | { kind: 'rows'; heading?: string; rows: readonly (readonly [string, string])[] }
  | { kind: 'examples'; examples: readonly Example[] };

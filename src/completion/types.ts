import type { Item } from '../cli/command/noun.js';
import type { Scope } from '../contract/scopes.js';

/** What one Tab may put in the place of the word under the cursor. */
export interface Suggestion {
  /** The whole word as the program is to see it; for files, the part of it that has been typed. */
  value: string;
  /** What it means; other people's text, not yet fit for a terminal. */
  description?: string;
  /** `file` and `directory` stand for all there are; `program` for a command line of its own. */
  kind: 'word' | 'file' | 'directory' | 'program';
  /** More of the same word follows. */
  noSpace?: boolean;
  /** The `~/` in front is the user's directory: the shell is to see it. Any other `~` is a character. */
  isAtHome?: boolean;
  /** Of files: what stands in front of the path in the same word, `--file=` or `@`. */
  prefix?: string;
  /** Of programs: the words of its command line, the one under the cursor last. */
  words?: readonly string[];
}

/** Kinds of record that a noun lists, each with the places whose records they are; of the generated tree. */
export type Kinds = Readonly<Record<string, readonly Scope[]>>;

/** What profiles hold is looked up at once; everything else is a kind of record. */
export type LocalKind = 'profile' | 'webhook-secret';

/** Where the line says it works, by long option. */
export type Places = Readonly<Partial<Record<'profile' | 'baseUrl' | Scope, string>>>;

export type Lookup = (kind: string, places: Places) => readonly Item[];

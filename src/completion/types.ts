import type { Item } from '../cli/command/noun.js';
import type { Scope } from '../contract/scopes.js';

/** A replacement for the word under the cursor. */
export interface Suggestion {
  /** The whole word as the program receives it; for files, the part typed so far. */
  value: string;
  /** Description; remote text that is not yet cleaned. */
  description?: string;
  /** `file` and `directory` mean all files; `program` means another program's command line. */
  kind: 'word' | 'file' | 'directory' | 'program';
  /** The word continues, so no space follows. */
  noSpace?: boolean;
  /** Whether the leading `~/` is the home directory and must stay unquoted. Any other `~` is literal. */
  isAtHome?: boolean;
  /** For files: text before the path in the same word, such as `--file=` or `@`. */
  prefix?: string;
  /** For programs: the words of its command line; the last is under the cursor. */
  words?: readonly string[];
}

/** Kinds of records that nouns list, with the scopes of the lists; from the generated tree. */
export type Kinds = Readonly<Record<string, readonly Scope[]>>;

/** Kinds stored in profiles, available without a cache; all others are kinds of records. */
export type LocalKind = 'profile' | 'webhook-secret';

/** Scopes set on the line, by long option. */
export type LineAccount = Readonly<Partial<Record<'profile' | 'baseUrl' | Scope, string>>>;

export type Lookup = (kind: string, places: LineAccount) => readonly Item[];

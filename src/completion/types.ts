import type { RecordKind } from '../cli/command/spec.js';

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

/** Something that is completed by its id; the name is what it means. */
export interface Item {
  id: string;
  name?: string;
}

/** What is looked up while completing: records of the service, and what profiles hold. */
export type LookupKind = RecordKind | 'label' | 'profile' | 'webhook-secret';

/** Where the line says it works, by long option. */
export type Places = Readonly<
  Partial<Record<'profile' | 'baseUrl' | 'org' | 'landscape' | 'landscapeVersion', string>>
>;

export type Lookup = (kind: LookupKind, places: Places) => readonly Item[];

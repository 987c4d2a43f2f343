import type { Item } from '../../base/name-index.js';
import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';

export type { Item };

export interface Example {
  /** Short sentence without a full stop. */
  note: string;
  /** Command line without a prompt. */
  line: string;
}

/** Examples as declared: command lines by their notes. */
export type Examples = Readonly<Record<string, string>>;

export const examplesOf = (examples: Examples): Example[] =>
  Object.entries(examples).map(([note, line]) => ({ note, line }));

/** A kind of record that can be completed and selected in prompts. */
export interface CompletedKind {
  /** Value of `completes` of options and arguments. */
  kind: string;
  /** Display name within a sentence (default: the kind). */
  word?: string;
  /**
   * Loads the list operation; its path defines the scopes. Kinds with the same list share a request. Loaded lazily:
   * help and tables do not need it.
   */
  list: () => Promise<Operation>;
  query?: Readonly<Record<string, unknown>>;
  /** Converts records to items (default: id and name). */
  items?: (records: readonly Record<string, unknown>[]) => readonly Item[];
  /** Field that contains the parent, and the parent's kind (default: this kind). */
  within?: { field: string; kind?: string };
}

/** A word with commands below it, declared in `src/commands/<noun>/noun.ts`. Loaded for help and by its verbs. */
export interface Noun {
  /** One line that starts with a verb, without a full stop. */
  summary: string;
  /** Singular or plural form. */
  aliases?: readonly string[];
  /** Heading and position in the root help; nested nouns use those of the outer one. */
  section?: string;
  rank?: number;
  examples: readonly Example[];
  /**
   * Words below it that its help lists first, in this order. The others follow in alphabetical order, nested nouns last.
   */
  order?: readonly string[];
  /** Commands, nouns and topics. */
  related: readonly string[];
  columns?: readonly Column[];
  completes?: readonly CompletedKind[];
}

type Declared<N> = Omit<N, 'examples'> & { examples: Examples };
type WithColumns = Noun & { columns: readonly Column[] };

export function noun(declaration: Declared<WithColumns>): WithColumns;
export function noun(declaration: Declared<Noun>): Noun;
export function noun(declaration: Declared<Noun>): Noun {
  return { ...declaration, examples: examplesOf(declaration.examples) };
}

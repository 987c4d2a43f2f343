import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';

export interface Example {
  /** What it does, as a short sentence without a full stop. */
  note: string;
  /** The command line, without a prompt. */
  line: string;
}

/** Something that is known by its id, and to people by its name. */
export interface Item {
  id: string;
  name?: string;
  /** Further words that mean it. */
  also?: readonly string[];
  /** What a completion says beside its name. */
  note?: string;
  /** Id of what it stands in: of its own kind, or of `within` of the kind. */
  within?: string;
  /** It stands around everything, and so in no path. */
  isRoot?: boolean;
}

/** Records whose ids a shell completes, and somebody who named none is asked to pick from. */
export interface CompletedKind {
  /** What `completes` of an option or an argument says. */
  kind: string;
  /** For people, within a sentence; the kind unless told. */
  word?: string;
  /**
   * Loads what lists them; its path tells which places they belong to. Kinds of one list are fetched by one request.
   * Loaded when it is asked for: help and tables need none of it.
   */
  list: () => Promise<Operation>;
  /** Query of that list, where it takes one. */
  query?: Readonly<Record<string, unknown>>;
  /** What is offered of the records: their ids and names unless told. */
  items?: (records: readonly Record<string, unknown>[]) => readonly Item[];
  /** The field that says what a record stands in, and the kind of that; another record of this kind unless told. */
  within?: { field: string; kind?: string };
}

/** A word with commands below it, as `src/commands/<noun>/noun.ts` declares it. Loaded for its help and by its verbs. */
export interface Noun {
  /** One line, a verb first, no full stop. */
  summary: string;
  /** The singular or plural twin. */
  aliases?: readonly string[];
  /** Heading it stands under in the root help, and its place there. One inside another noun goes by that one. */
  section?: string;
  rank?: number;
  examples: readonly Example[];
  /** Commands, nouns and topics. */
  related: readonly string[];
  /** Its records as a table. */
  columns?: readonly Column[];
  completes?: readonly CompletedKind[];
}

type WithColumns = Noun & { columns: readonly Column[] };

/** Declares a noun. */
export function noun(declaration: WithColumns): WithColumns;
export function noun(declaration: Noun): Noun;
export function noun(declaration: Noun): Noun {
  return declaration;
}

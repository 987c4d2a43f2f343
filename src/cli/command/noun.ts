import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';

export interface Example {
  /** What it does, as a short sentence without a full stop. */
  note: string;
  /** The command line, without a prompt. */
  line: string;
}

/** Something that is completed by its id; the name is what it means. */
export interface Item {
  id: string;
  name?: string;
}

/** Records whose ids a shell completes, and somebody who named none is asked to pick from. */
export interface CompletedKind {
  /** What `completes` of an option or an argument says. */
  kind: string;
  /**
   * Loads what lists them; its path tells which places they belong to. Kinds of one list are fetched by one request.
   * Loaded when it is asked for: help and tables need none of it.
   */
  list: () => Promise<Operation>;
  /** What is offered of the records: their ids and names unless told. */
  items?: (records: readonly Record<string, unknown>[]) => readonly Item[];
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

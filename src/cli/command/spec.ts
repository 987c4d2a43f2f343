import type { ArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import type { Meter, Operation } from '../../contract/operation.js';
import type { Scope } from '../../contract/scopes.js';
import type { Settings } from '../../profiles/settings.js';
import type { ProfileStore } from '../../profiles/store.js';
import type { UsageStore } from '../../profiles/usage.js';
import type { Terminal } from '../../terminal/terminal.js';
import type { Column, Result, TextFormat } from '../../terminal/types.js';
import type { Example, Item, Noun } from './noun.js';
import type { Parsed } from './parsed.js';
import type { Topic } from './topic.js';
import type { ArgumentSpec, ArgumentValues, OptionSpec, OptionValues } from './value-spec.js';
import type { World } from './world.js';

/** What a command is, what it works with, and the register it stands in. The three name one another. */

/**
 * How a command ended: data to render, with what failed beside it (some of several did, a check found a difference),
 * or the exit code of a program it ran.
 */
export type Outcome =
  | (Result & {
      failure?: ArchctlError;
      /** Said on stderr once the data stands on the screen. */
      remark?: string;
      /** The command line that does the same unasked, for a person who was asked. */
      sameAs?: string;
    })
  | { kind: 'exit'; code: number };

export interface Input<A = Record<string, ArgumentSpec>, O = Record<string, OptionSpec>> {
  args: ArgumentValues<A>;
  options: OptionValues<O>;
  /** What stands behind `--`. */
  rest: readonly string[];
}

/** A command as a typed value; help, completion, documentation and sweep tests read it. */
export interface CommandSpec<
  A extends Record<string, ArgumentSpec> = Record<string, ArgumentSpec>,
  O extends Record<string, OptionSpec> = Record<string, OptionSpec>,
> {
  /** One line, a verb first, no full stop. */
  summary: string;
  /** Further paragraphs of the help. */
  details?: string;
  args: A;
  options: O;
  /** Places of the service it works in; each adds its option and is resolved on use. */
  scope: readonly Scope[];
  examples: readonly Example[];
  /** The operation it is about, where it is about one. */
  operation?: Operation;
  /** Columns of what it shows; their kinds of record are asked for beside it, for a person. */
  columns?: readonly Column[];
  /** What else it asks for, where another operation answers a part of the same question. */
  alsoPerforms?: readonly Operation[];
  /** Works without anybody signed in, though it is about an operation. */
  anonymous?: boolean;
  /** Takes `--data` for the whole body. */
  takesData?: boolean;
  /** Takes many records in `--data`, one a line, with `--concurrency` and `--failures`. */
  takesBulk?: boolean;
  /** The argument that names several records as well, `-` those of stdin; `--where` and `--filter` choose some. */
  takesSeveral?: string;
  /** Keys that `--filter` of a list takes. */
  takesFilter?: readonly string[];
  /** Options of the list that it filters, where they are not its own. */
  filterOptions?: Readonly<Record<string, OptionSpec>>;
  /** Notations that `-o` takes here besides what it takes everywhere; it hands back a `text` for them. */
  formats?: readonly TextFormat[];
  /** Lists take `--limit`. */
  takesLimit?: boolean;
  /** It waits for something: `--timeout` bounds the wait instead of one request. */
  waits?: boolean;
  /** Passes everything behind `--` on. */
  takesRest?: boolean;
  /** Other names of the last word. */
  aliases?: readonly string[];
  /** Heading that a command of one word stands under in the root help. */
  section?: string;
  related?: readonly string[];
  run(context: Context, input: Input<A, O>): Promise<Outcome>;
}

/** A command of any shape, as the registry holds it; it takes what was parsed by its own declarations. */
export interface AnyCommand extends Omit<CommandSpec, 'run'> {
  run(context: Context, input: Pick<Parsed, 'args' | 'options' | 'rest'>): Promise<Outcome>;
}

export interface ClientNeeds {
  /** The command makes many requests or stays: pick the transport that is quick in the long run. */
  longLived?: boolean;
  /** Reads only, for a name: in a dry run as well. */
  reads?: boolean;
  /** Requests are not kept within the service's limits a minute: who answers 429 is asked again all the same. */
  unpaced?: boolean;
  /** Receives the header fields of each response. */
  onResponse?: (headers: Readonly<Record<string, string>>) => void;
  /** Told of each wait, in place of a note. */
  onWait?: (text: string) => void;
  /**
   * Account to use in place of the settings': `auth login` tries a key before it is saved. Without credentials none
   * are sent. `name` is the one under which its requests are counted, in place of the settings'.
   */
  account?: { name?: string; baseUrl: string; credentials?: { id: string; secret: string } };
}

/** The records of one kind, by id and by name. */
export interface KindNames {
  readonly items: readonly Item[];
  has(id: string): boolean;
  /** What a record is called; undefined for one that is not there, or has no name. */
  nameOf(id: string): string | undefined;
  /** Names from the outermost down, as people write a path: `Booking/Booking API`; ids where there are none. */
  pathOf(id: string): string;
  /** What to type for a record: its name, else its path, where that means it alone; else its id. */
  wordFor(id: string): string;
}

/** Names of records: what people type in place of ids, and what they are shown. A kind is one that a noun completes. */
export interface Names {
  /** All records of a kind, asked for once. Errors: those of the client. */
  of(kind: string): Promise<KindNames>;
  /** The operation that lists a kind. */
  listOf(kind: string): Promise<Operation>;
  /** The records themselves, of the same list. Errors: those of the client. */
  records(kind: string): Promise<readonly Record<string, unknown>[]>;
  /**
   * Asks for the records of these kinds now, beside what else is asked; failures are nobody's. Those that the operation
   * lists are on their way.
   */
  expect(kinds: Iterable<string>, except?: Operation): void;
  /** The records of a kind, where that is what the operation lists: nothing need be asked. */
  among(
    kind: string,
    operation: Operation | undefined,
    records: readonly Record<string, unknown>[],
  ): Promise<KindNames | undefined>;
  /**
   * The id of the record that a text means: its id, its name, or its path. `source` says where it was typed.
   * Errors: `not-found` with the nearest, `usage` where several are called so and nobody can be asked.
   */
  idOf(kind: string, typed: string, source: string): Promise<string>;
}

/** What a command works with; everything is built on first use. The only road to settings, network and terminal. */
export interface Context {
  readonly world: World;
  /** All commands there are, for those that are about commands. */
  readonly registry: Registry;
  readonly terminal: Terminal;
  readonly parsed: Parsed;
  readonly settings: Settings;
  readonly profiles: ProfileStore;
  readonly usage: UsageStore;
  /** Meters that requests of this call counted on. */
  readonly metersUsed: Set<Meter>;
  /** Requests that may have changed something. */
  readonly writesSent: number;
  /** Where counters, cursors and sandbox data live. */
  readonly stateDirectory: string;
  client(needs?: ClientNeeds): Promise<Client>;
  /**
   * Id of the place this call works in. Where nothing names one it is what the place is unless told (the version is
   * `latest`), or somebody at a terminal is asked. Errors: `usage`.
   */
  scope(name: Scope): Promise<string>;
  /** Names of records; loaded on first use. */
  names(): Promise<Names>;
  /** Whether a person is shown names in the place of ids. */
  readonly showsNames: boolean;
  /** Whether a sentence tells ids beside names: a person need not see them, a log does. */
  readonly showsIds: boolean;
  /** What the records that this call has met are called, by id. */
  readonly called: Map<string, string>;
  /** From now on what looks like an id is looked up as well: it was none. */
  proveIds(): void;
  /** Whether `confirm` would ask a person, who wants to know by name what is meant; else nothing is read for the question. */
  readonly asks: boolean;
  /** Asks before something that cannot be undone; `--yes` answers, and without a terminal it must. */
  confirm(question: string): Promise<void>;
  /** Ends what was opened: connections, counters. */
  close(): Promise<void>;
}

/** One command as the generated registry lists it: enough for routing and for help above it, without loading it. */
export interface CommandEntry {
  /** The words that name it; its file is `src/commands/<path>.ts`. */
  path: readonly string[];
  summary: string;
  aliases?: readonly string[];
  /** Of a command of one word. */
  section?: string;
  load: () => Promise<{ default: AnyCommand }>;
}

/** A noun likewise; its file is `src/commands/<path>/noun.ts`. */
export interface NounEntry {
  path: readonly string[];
  summary: string;
  aliases?: readonly string[];
  section: string;
  /** Kinds of record it completes. */
  kinds?: readonly string[];
  load: () => Promise<{ default: Noun }>;
}

/** What the root help shows besides nouns and commands. */
export interface FrontPage {
  /** Headings, in order. */
  SECTIONS: readonly string[];
  /** Words that stand there with what they do; the others of their heading by name. */
  MAIN: readonly string[];
  EXAMPLES: readonly Example[];
}

/** What people from other tools type; loaded for suggestions only. */
export interface OtherWords {
  /** Their noun, in the singular, with ours; behind it the options that narrow its list. */
  OTHER_NOUNS: Readonly<Record<string, string>>;
  /** Their whole command with ours, best first. */
  OTHER_LINES: Readonly<Record<string, readonly string[]>>;
  /** Nouns that a verb alone is shown with. */
  MAIN_NOUNS: readonly string[];
}

/** Everything that can be typed; generated from the files in `src/commands`. */
export interface Registry {
  commands: readonly CommandEntry[];
  /** In the order of the root help. */
  nouns: readonly NounEntry[];
  /** Pages of `archctl help`. */
  topics: readonly { name: string; summary: string }[];
  topicPages: () => Promise<{ TOPICS: Readonly<Record<string, Topic>> }>;
  front: () => Promise<FrontPage>;
  /** The root help as it was laid out at build, see `src/cli/help/laid-out.ts`. */
  rootHelp: () => Promise<{ ROOT_HELP: string }>;
  otherWords: () => Promise<OtherWords>;
}

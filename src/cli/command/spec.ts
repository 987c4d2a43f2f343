import type { ArchctlError, OutcomeKind } from '../../base/errors.js';
import type { KindNames } from '../../base/name-index.js';
import type { Client } from '../../client/client.js';
import type { ReadClient } from '../../client/read-only.js';
import type { Meter, Operation } from '../../contract/operation.js';
import type { Scope } from '../../contract/scopes.js';
import type { Settings } from '../../profiles/settings.js';
import type { ProfileStore } from '../../profiles/store.js';
import type { UsageStore } from '../../profiles/usage.js';
import type { Terminal } from '../../terminal/terminal.js';
import type { Column, Result, TextFormat } from '../../terminal/types.js';
import type { ChangeRecorder } from './change-recorder.js';
import type { Example, Noun } from './noun.js';
import type { Parsed } from './parsed.js';
import type { Topic } from './topic.js';
import type { ArgumentSpec, ArgumentValues, OptionSpec, OptionValues } from './value-spec.js';
import type { World } from './world.js';

export type { KindNames };

/** Types of commands, of their context, and of the registry. They refer to one another. */

/**
 * Result of a command: data to render, with an error if a part failed or a check found a difference; or the exit code
 * of a program.
 */
export type Outcome =
  | (Result & {
      failure?: ArchctlError;
      /** Kind of outcome that determines the exit code, without an error: differences that were asked for. */
      exitAs?: OutcomeKind;
      /** Note printed on stderr after the data. */
      remark?: string;
      /** List command whose records these are, if it is another one: its caption applies. */
      listedBy?: Pick<CommandEntry, 'path'> & Pick<AnyCommand, 'scope'>;
      /** Equivalent command line without prompts, for a user who was prompted. */
      sameAs?: string;
    })
  | { kind: 'exit'; code: number };

export interface Input<A = Record<string, ArgumentSpec>, O = Record<string, OptionSpec>> {
  args: ArgumentValues<A>;
  options: OptionValues<O>;
  /** Words after `--`. */
  rest: readonly string[];
}

/** A command as a typed value; read by help, completion, documentation and sweep tests. */
export interface CommandSpec<
  A extends Record<string, ArgumentSpec> = Record<string, ArgumentSpec>,
  O extends Record<string, OptionSpec> = Record<string, OptionSpec>,
> {
  /** One line that starts with a verb, without a full stop. */
  summary: string;
  /** Additional paragraphs of the help. */
  details?: string;
  args: A;
  options: O;
  /** Scopes of the command; each adds an option and is resolved on use. */
  scope: readonly Scope[];
  examples: readonly Example[];
  /** Its main operation, if any. */
  operation?: Operation;
  /** Columns of its table; names for their ids are loaded for people. */
  columns?: readonly Column[];
  /** Other operations that it calls for the same question. */
  alsoPerforms?: readonly Operation[];
  /** Works without signing in, although it has an operation. */
  anonymous?: boolean;
  /** Accepts `--data` for the whole body. */
  takesData?: boolean;
  /** Accepts many records in `--data`, with `--concurrency` and `--failures`. */
  takesBulk?: boolean;
  /** Argument that accepts several records, or `-` for stdin; enables `--where` and `--filter`. */
  takesSeveral?: string;
  /** Keys of `--filter`. */
  takesFilter?: readonly string[];
  /** Options of the list that `--filter` applies to, if not its own. */
  filterOptions?: Readonly<Record<string, OptionSpec>>;
  /** Additional notations of `-o`, returned as `text`. */
  formats?: readonly TextFormat[];
  takesLimit?: boolean;
  /** Waits for something, so that `--timeout` limits the wait instead of a single request. */
  waits?: boolean;
  /** Passes on everything after `--`. */
  takesRest?: boolean;
  /** Aliases of the last word. */
  aliases?: readonly string[];
  /** Short names of the command: `login` for `auth login`. */
  shortcuts?: readonly string[];
  /** Verb of a noun that may follow: with `list`, `ls diagrams` is `diagram list`. */
  verbBefore?: string;
  /** Heading of a single-word command in the root help. */
  section?: string;
  related?: readonly string[];
  run(context: Context, input: Input<A, O>): Promise<Outcome>;
}

/** A command of any type, as stored in the registry; its input was parsed by its own declarations. */
export interface AnyCommand extends Omit<CommandSpec, 'run'> {
  run(context: Context, input: Pick<Parsed, 'args' | 'options' | 'rest'>): Promise<Outcome>;
}

export interface ClientNeeds {
  /** Selects the transport that is faster for many requests or long runs. */
  longLived?: boolean;
  /** Only reads, for example to resolve a name; allowed in a dry run. */
  reads?: boolean;
  /** Disables client-side pacing; 429 responses are still retried. */
  unpaced?: boolean;
  /** Receives the header fields of each response. */
  onResponse?: (headers: Readonly<Record<string, string>>) => void;
  /** Receives each wait, instead of a note. */
  onWait?: (text: string) => void;
  /**
   * Account that replaces the settings': `auth login` tries a key before saving it. Without credentials, none are sent.
   * Requests are counted under `name`.
   */
  account?: { name?: string; baseUrl: string; credentials?: { id: string; secret: string } };
}

/** Names of records: resolves typed names to ids, and shows names for ids. A kind is one that a noun completes. */
export interface Names {
  /** All records of a kind, requested once. Errors: those of the client. */
  of(kind: string): Promise<KindNames>;
  listOf(kind: string): Promise<Operation>;
  /** Records from the same list. Errors: those of the client. */
  records(kind: string): Promise<readonly Record<string, unknown>[]>;
  /** The same records, if they were requested before. */
  known(kind: string): Promise<readonly Record<string, unknown>[]> | undefined;
  /**
   * Prefetches the records of these kinds in parallel with other requests and ignores failures. `except` is a list that
   * is already being requested.
   */
  expect(kinds: Iterable<string>, except?: Operation): void;
  /** Records of a kind from the answer of an operation, if it lists that kind, without a request. */
  among(
    kind: string,
    operation: Operation | undefined,
    records: readonly Record<string, unknown>[],
  ): Promise<KindNames | undefined>;
  /**
   * Id of the record that a text identifies by id, name or path. `source` names where it was typed, if that is not obvious; `words` are keywords
   * there, and are never suggested. Errors: `not-found` with the nearest name, `usage` if it is ambiguous and no one can
   * be prompted.
   */
  idOf(kind: string, typed: string, source: string, words?: readonly string[]): Promise<string>;
}

/** Dependencies of a command, created on first use. The only access to settings, network and terminal. */
export interface Context {
  readonly world: World;
  /** All commands, for commands about commands. */
  readonly registry: Registry;
  readonly terminal: Terminal;
  readonly parsed: Parsed;
  readonly settings: Settings;
  readonly profiles: ProfileStore;
  readonly usage: UsageStore;
  /** Meters of the requests in this call. */
  readonly metersUsed: Set<Meter>;
  /** Number of requests that may have changed something. */
  readonly writesSent: number;
  /** Identity of the service's data, from its last response; a sandbox sends one. */
  dataId: string | undefined;
  /** Directory of counters, cursors and sandbox data. */
  readonly stateDirectory: string;
  client(needs?: ClientNeeds): Promise<Client>;
  /** Records changes for `archctl undo`; clients record each write themselves. */
  recorder(): Promise<ChangeRecorder>;
  /**
   * Whether updates and creates are recorded as well as deletes. Default: on a terminal, and with `ARCHCTL_UNDO=all`,
   * because an update then needs a further request.
   */
  recordsUpdates: boolean;
  /** Client that cannot write; it also sends requests in a dry run. */
  reader(): Promise<ReadClient>;
  /** Id of a scope. If it is not set, returns the default (version `latest`) or prompts the user. Errors: `usage`. */
  scope(name: Scope): Promise<string>;
  /** Makes `scope` return this id, for example of the landscape that a document names. */
  bindScope(name: Scope, id: string): void;
  /** Names of records, loaded on first use. */
  names(): Promise<Names>;
  readonly showsNames: boolean;
  /** Whether messages contain ids as well as names: in logs, not for people. */
  readonly showsIds: boolean;
  /** Names of records that this call has read, by id. */
  readonly knownNames: Map<string, string>;
  /** Makes name resolution look up texts that look like ids, after one of them was not found. */
  proveIds(): void;
  /**
   * Whether this is a dry run that describes its effects to a person: it sends reads and stops before the first write. Other
   * dry runs print their first request.
   */
  readonly describesDryRun: boolean;
  /** Whether `confirm` would show the question to a person; otherwise nothing is read for the question. */
  readonly asks: boolean;
  /** The question of a dry run, which `confirm` stored instead of prompting. */
  readonly skippedQuestion: string | undefined;
  /**
   * Confirms an irreversible action; `--yes` confirms, and is required without a terminal. @param typed Id of a record
   * whose name the user must type, for a loss of everything in it.
   */
  confirm(question: string, typed?: string): Promise<void>;
  /** Closes connections and flushes counters. */
  close(): Promise<void>;
}

/** Entry of a command in the generated registry: enough for routing and for the help of its noun. */
export interface CommandEntry {
  /** Words of the command; its file is `src/commands/<path>.ts`, or declares it by its verb. */
  path: readonly string[];
  summary: string;
  aliases?: readonly string[];
  /** See `CommandSpec`. */
  shortcuts?: readonly string[];
  verbBefore?: string;
  /** For single-word commands. */
  section?: string;
  load: () => Promise<{ default: AnyCommand }>;
}

/** Entry of a noun; its file is `src/commands/<path>/noun.ts`. */
export interface NounEntry {
  path: readonly string[];
  summary: string;
  aliases?: readonly string[];
  section: string;
  /** Kinds of records that it completes. */
  kinds?: readonly string[];
  load: () => Promise<{ default: Noun }>;
}

/** Content of the root help besides nouns and commands. */
export interface FrontPage {
  /** Headings in order. */
  SECTIONS: readonly string[];
  /** Words that are shown with their summary; the others are listed by name. */
  MAIN: readonly string[];
  EXAMPLES: readonly Example[];
}

/** Words of other tools, loaded for suggestions only. */
export interface OtherWords {
  /** Their nouns, in the singular, with ours and the options that narrow its list. */
  OTHER_NOUNS: Readonly<Record<string, string>>;
  /** Their commands with ours, best first. */
  OTHER_LINES: Readonly<Record<string, readonly string[]>>;
  /** Nouns suggested for a verb without a noun. */
  MAIN_NOUNS: readonly string[];
  /** Requests of `archctl api` by the words of a command that does not exist. */
  API_LINES: Readonly<Record<string, string>>;
}

/** All commands, nouns and topics; generated from the files in `src/commands`. */
export interface Registry {
  commands: readonly CommandEntry[];
  /** In the order of the root help. */
  nouns: readonly NounEntry[];
  /** Pages of `archctl help`. */
  topics: readonly { name: string; summary: string }[];
  topicPages: () => Promise<{ TOPICS: Readonly<Record<string, Topic>> }>;
  front: () => Promise<FrontPage>;
  /** Root help rendered at build time, see `src/cli/help/wrap.ts`. */
  rootHelp: () => Promise<{ ROOT_HELP: string }>;
  otherWords: () => Promise<OtherWords>;
}

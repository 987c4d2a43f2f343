import { usageError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import type { Send } from '../../client/send/wire.js';
import type { Meter } from '../../contract/operation.js';
import { LATEST } from '../../contract/resources/version.js';
import { configDirectory, stateDirectory } from '../../profiles/directories.js';
import { resolveSettings, type Settings } from '../../profiles/settings.js';
import { type ProfileStore, profileStore } from '../../profiles/store.js';
import { type UsageStore, usageStore } from '../../profiles/usage.js';
import { createTerminal, type Terminal, type TerminalOptions } from '../../terminal/terminal.js';
import type { CommandSpec } from '../command/spec.js';
import type { Parsed } from '../line/parse.js';

/** The process as archctl sees it; tests hand in their own. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdin: TerminalOptions['stdin'] & AsyncIterable<Uint8Array | string>;
  stdout: TerminalOptions['stdout'];
  stderr: TerminalOptions['stderr'];
  now: () => Date;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Waits; tests advance a clock of their own. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
  /** Carries requests in place of the network. */
  transport?: Send;
  prompter?: TerminalOptions['prompter'];
  /** Where the fonts of the sandbox's pictures lie. */
  fontDirectory: string;
  /** The command line as typed. */
  argv: readonly string[];
  /** How to start this program again: executable and leading arguments; a single-file build has none. */
  program: readonly string[];
}

export interface ClientNeeds {
  /** The command makes many requests or stays: pick the transport that is quick in the long run. */
  longLived?: boolean;
  /**
   * Account to use in place of the settings': `auth login` tries a key before it is saved. Without credentials none
   * are sent.
   */
  account?: { baseUrl: string; credentials?: { id: string; secret: string } };
}

/** What a command works with; everything is built on first use. The only road to settings, network and terminal. */
export interface Context {
  readonly world: World;
  readonly terminal: Terminal;
  readonly parsed: Parsed;
  readonly settings: Settings;
  readonly profiles: ProfileStore;
  readonly usage: UsageStore;
  /** Meters that requests of this call counted on. */
  readonly metersUsed: Set<Meter>;
  /** Where counters, cursors and sandbox data live. */
  readonly stateDirectory: string;
  client(needs?: ClientNeeds): Promise<Client>;
  /** The organization of this call; asked for on a terminal when nothing names one. Errors: `usage`. */
  org(): Promise<string>;
  landscape(): Promise<string>;
  /** The landscape's version: `latest` unless told. */
  landscapeVersion(): string;
  /** Asks before something that cannot be undone; `--yes` answers, and without a terminal it must. */
  confirm(question: string): Promise<void>;
  /** Ends what was opened: connections, counters. */
  close(): Promise<void>;
}

export async function createContext(
  spec: Pick<CommandSpec, 'waits'>,
  parsed: Parsed,
  world: World,
): Promise<Context> {
  const { globals, scope } = parsed;
  const saved = profileStore(configDirectory(world.env));
  // A dry run checks a change and keeps nothing of it.
  const profiles: ProfileStore = globals.dryRun
    ? { ...saved, update: async (change) => void change(saved.read()) }
    : saved;
  const state = stateDirectory(world.env);
  const usage = usageStore(state);
  const terminal = await createTerminal({
    get stdin() {
      return world.stdin;
    },
    stdout: world.stdout,
    stderr: world.stderr,
    env: world.env,
    format: globals.output,
    fields: globals.fields,
    query: globals.query,
    csvSafe: globals.csvSafe,
    quiet: globals.quiet,
    noColor: globals.noColor,
    noInput: globals.noInput,
    now: world.now,
    signal: world.signal,
    prompter: world.prompter,
  });
  const settings = resolveSettings({
    given: { ...globals, ...scope },
    env: world.env,
    cwd: world.cwd,
    store: profiles,
  });
  const clients: Client[] = [];

  const context: Context = {
    world,
    terminal,
    parsed,
    settings,
    profiles,
    usage,
    metersUsed: new Set(),
    stateDirectory: state,
    async client(needs = {}) {
      const { openClient } = await import('./open-client.js');
      const client = await openClient(context, spec, needs);
      clients.push(client);
      return client;
    },
    async org() {
      const known = settings.place('org');
      if (known) return known.value;
      const { pickOrganization } = await import('./place.js');
      return pickOrganization(context);
    },
    async landscape() {
      const known = settings.place('landscape');
      if (known) return known.value;
      const { pickLandscape } = await import('./place.js');
      return pickLandscape(context);
    },
    landscapeVersion: () => settings.place('landscapeVersion')?.value ?? LATEST,
    async confirm(question) {
      if (globals.yes || globals.dryRun) return;
      if (!terminal.canPrompt) {
        throw usageError(`${question} This needs a yes.`, { hint: 'Give --yes where nobody can be asked.' });
      }
      if (!(await terminal.prompter.confirm(question, false))) throw usageError('Nothing was changed.');
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
  return context;
}

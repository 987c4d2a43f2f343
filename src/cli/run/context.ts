import { declinedError, usageError } from '../../base/errors.js';
import { looksLikeId } from '../../base/id-shape.js';
import type { Client } from '../../client/client.js';
import { readOnly } from '../../client/read-only.js';
import { SCOPE_NAMES, type Scope, scopeShape } from '../../contract/scopes.js';
import { configDirectory, stateDirectory } from '../../profiles/directories.js';
import { resolveSettings } from '../../profiles/settings.js';
import { type ProfileStore, profileStore } from '../../profiles/store.js';
import { usageStore } from '../../profiles/usage.js';
import { createTerminal } from '../../terminal/terminal.js';
import type { ChangeRecorder } from '../command/change-recorder.js';
import type { Parsed } from '../command/parsed.js';
import type { ClientNeeds, CommandSpec, Context, Names, Registry } from '../command/spec.js';
import type { World } from '../command/world.js';
import { pageOf } from './page-of.js';

/** Columns from this priority on rarely fit. */
const RARELY_SHOWN = 5;

/** Creates the context of a command; opens nothing yet. */
export async function createContext(
  spec: Pick<CommandSpec, 'waits'> & Partial<Pick<CommandSpec, 'operation' | 'columns' | 'scope'>>,
  parsed: Parsed,
  world: World,
  registry: Registry,
): Promise<Context> {
  const { globals, scope } = parsed;
  const saved = profileStore(configDirectory(world.env));
  // A dry run validates changes of profiles but does not save them.
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
    // A dry run prints a request instead of a list, so there is nothing to sort.
    sort: globals.dryRun ? undefined : globals.sort,
    query: globals.query,
    wide: globals.wide,
    csvSafe: globals.csvSafe,
    quiet: globals.quiet,
    noColor: globals.noColor,
    noInput: globals.noInput,
    pager: globals.pager,
    noPager: globals.noPager,
    page: pageOf(world),
    now: world.now,
    every: world.every,
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
  const requestCounts = { writes: 0 };
  let trustsIds = true;
  const scopes: Partial<Record<Scope, Promise<string>>> = {};
  const boundScopes: Partial<Record<Scope, Promise<string>>> = {};
  let names: Promise<Names> | undefined;
  let recorder: Promise<ChangeRecorder> | undefined;
  let skippedQuestion: string | undefined;
  let defaultClient: Promise<Client> | undefined;
  const openClientFor = async (needs: ClientNeeds): Promise<Client> => {
    const { openClient } = await import('./open-client.js');
    const client = await openClient(context, spec, needs, requestCounts);
    clients.push(client);
    return client;
  };

  /** Id of a scope: given by name or id, its default, or selected by the user. */
  const resolveScope = async (name: Scope): Promise<string> => {
    const { kind, fallback } = scopeShape(name);
    const named = settings.scope(name);
    if (named === undefined) {
      if (fallback) return fallback.value;
      const { pickScope } = await import('./pick-scope.js');
      return pickScope(context, name);
    }
    if (named.value === fallback?.value || (trustsIds && (world.isId ?? looksLikeId)(named.value)))
      return named.value;
    return (await context.names()).idOf(kind, named.value, named.source);
  };

  const isListed = spec.operation?.method === 'GET' && (spec.columns ?? []).length > 0;
  /** Prefetches the names that a person will see with the answer. */
  const expectNames = (): void => {
    if (!isListed || !context.showsNames) return;
    // Names for rarely shown columns are loaded only if a record has such ids.
    const likely = (spec.columns ?? []).filter(({ priority = 3 }) => priority < RARELY_SHOWN);
    const kinds = new Set(likely.flatMap(({ of }) => of ?? []));
    for (const scope of spec.scope ?? []) kinds.add(scopeShape(scope).kind);
    if (settings.scope('landscapeVersion') === undefined) kinds.delete('version');
    context.names().then(
      (it) => it.expect(kinds, spec.operation),
      () => {},
    );
  };

  const context: Context = {
    world,
    registry,
    terminal,
    parsed,
    settings,
    profiles,
    usage,
    metersUsed: new Set(),
    dataId: undefined,
    stateDirectory: state,
    client(needs) {
      if (needs) return openClientFor(needs);
      if (!defaultClient) {
        defaultClient = openClientFor({});
        expectNames();
      }
      return defaultClient;
    },
    recorder() {
      recorder ??= import('../undo/recorder.js').then(({ Recorder }) => new Recorder(context));
      return recorder;
    },
    recordsUpdates: terminal.isInteractive || world.env.ARCHCTL_UNDO === 'all',
    reader: async () => readOnly(await openClientFor({ reads: true })),
    scope(name) {
      const cached = boundScopes[name] ?? scopes[name];
      if (cached) return cached;
      const scope = resolveScope(name);
      scopes[name] = scope;
      // A failed lookup is not kept: the next call tries again.
      scope.catch(() => delete scopes[name]);
      return scope;
    },
    bindScope(name, id) {
      boundScopes[name] = Promise.resolve(id);
    },
    names() {
      names ??= import('../names/names.js').then(({ createNames }) => createNames(context));
      return names;
    },
    get showsNames() {
      const { dryRun, query } = globals;
      return terminal.isInteractive && terminal.format === 'table' && !dryRun && query === undefined;
    },
    get showsIds() {
      return !terminal.isInteractive || globals.ids === true;
    },
    knownNames: new Map(),
    proveIds() {
      trustsIds = false;
      // A selected scope is already an id.
      for (const name of SCOPE_NAMES) if (settings.scope(name)) delete scopes[name];
    },
    get writesSent() {
      return requestCounts.writes;
    },
    get describesDryRun() {
      const { dryRun, query, fields, wide } = globals;
      const isForPerson = terminal.isInteractive && terminal.format === 'table';
      const isPlain = query === undefined && fields === undefined && !wide;
      const writes = !/^(GET|HEAD)$/.test(spec.operation?.method ?? 'GET');
      return dryRun === true && isForPerson && isPlain && writes;
    },
    get asks() {
      return context.describesDryRun || (!globals.yes && !globals.dryRun && terminal.canPrompt);
    },
    get skippedQuestion() {
      return skippedQuestion;
    },
    async confirm(question, typed) {
      if (globals.dryRun) skippedQuestion = question;
      if (globals.yes || globals.dryRun) return;
      if (!terminal.canPrompt) {
        const where = world.env.TERM === 'dumb' ? 'with TERM=dumb' : 'without a terminal';
        throw usageError(`${question} This needs confirmation.`, { hint: `Use --yes ${where}.` });
      }
      if (typed) return confirmByName(context, question, typed);
      if (!(await terminal.prompter.confirm(question, false))) throw declinedError();
    },
    async close() {
      const recorded = await (await recorder)?.finish();
      if (recorded === 'deletes' && terminal.isInteractive && !terminal.machine)
        terminal.remark('undo: archctl undo');
      usage.flush();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
  return context;
}

/** Prompts for the name of a record that is about to be lost. Its id is accepted, too. Errors: `interrupted`. */
async function confirmByName({ terminal, knownNames }: Context, question: string, id: string): Promise<void> {
  const name = knownNames.get(id) ?? id;
  const isSame = (text: string): boolean => text === name || text === id;
  const typed = await terminal.prompter.input(`${question} Type "${name}" to confirm:`, {
    validate: (text) => text === '' || isSame(text) || `Type "${name}", or nothing to cancel.`,
  });
  if (!isSame(typed)) throw declinedError();
}

import { type Dirent, opendirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Item } from '../cli/command/noun.js';
import { stateDirectory } from '../profiles/directories.js';
import { originOf } from '../profiles/settings.js';
import { claim, readSlot, type Slot, slotOf } from './cache.js';
import { cleanDescription, isClean } from './clean.js';
import { complete } from './complete.js';
import { type AccountSettings, accountSettings } from './scope.js';
import { bash, fish, powershell, type Request, type Shell, zsh } from './shells.js';
import type { Tree } from './tree.js';
import type { Kinds, LineAccount, LocalKind, Suggestion } from './types.js';

export interface CompletionContext {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  now: () => number;
  /** Returns true when the time limit is over; the answer then contains what is available. */
  isOver: () => boolean;
}

/** A list that is missing or outdated, and the scopes of the command line: the subject of a refresh. */
export interface StaleList {
  slot: Slot;
  places: LineAccount;
}

const SHELLS: Readonly<Record<string, Shell>> = {
  bash: bash as Shell,
  zsh,
  fish,
  powershell,
};

/**
 * Answers a completion request with lines for the shell and the list to refresh afterwards. Sends no request. Never
 * throws.
 */
export function answer(
  argv: readonly string[],
  tree: Tree,
  context: CompletionContext,
): { lines: string[]; stale?: StaleList } {
  const [name = '', ...args] = argv;
  const shell = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
  const request = shell?.read(args);
  if (!shell || !request) return { lines: [] };
  let stale: StaleList | undefined;
  const lookup = (kind: string, places: LineAccount): readonly Item[] => {
    if (context.isOver()) return [];
    try {
      const result = cachedItems(kind, places, context, tree.kinds);
      if (result.slot && !stale) stale = { slot: result.slot, places };
      return result.items;
    } catch {
      // A missing profile or a damaged file: running the command reports it.
      return [];
    }
  };
  const suggestions = request.redirects
    ? [{ kind: 'file' as const, value: request.current, prefix: '' }]
    : complete(request.words, request.current, tree, lookup);
  const lines = shell.render(withPaths(suggestions, request, context).flatMap(safeSuggestion), request);
  return { lines, ...(stale && { stale }) };
}

/** Cached items of a kind; `slot` is set if they should be refreshed. */
function cachedItems(
  kind: string,
  places: LineAccount,
  context: CompletionContext,
  kinds: Kinds,
): { items: readonly Item[]; slot?: Slot } {
  const settings = accountSettings(places, context.env, context.cwd);
  if (kind === 'profile' || kind === 'webhook-secret') return { items: profileItems(kind, settings) };
  if (context.env.ARCHCTL_NO_COMPLETION_CACHE) return { items: [] };
  const account = settings.account();
  const scopes = kinds[kind];
  const slot = account && scopes && slotOf(stateDirectory(context.env), kind, scopes, account);
  if (!account || !slot) return { items: [] };
  const { items, isFresh } = readSlot(slot, context.now());
  return { items, ...(!isFresh && account.canRefresh && claim(slot, context.now()) && { slot }) };
}

function profileItems(kind: LocalKind, settings: AccountSettings): Item[] {
  if (kind === 'webhook-secret')
    return (settings.profile()?.webhookSecrets ?? []).map(({ name }) => ({ id: name }));
  return Object.entries(settings.profiles()).map(([id, { baseUrl }]) => ({ id, name: originOf(baseUrl) }));
}

/** Lists files for shells that cannot list them correctly. */
function withPaths(
  suggestions: readonly Suggestion[],
  request: Request,
  context: CompletionContext,
): readonly Suggestion[] {
  const { listsFiles, knowsPrograms } = request;
  return suggestions.flatMap((it): readonly Suggestion[] => {
    // Arguments of another program may be files.
    const file = it.kind === 'program' && !knowsPrograms && (it.words?.length ?? 0) > 1;
    const suggestion = file ? { kind: 'file' as const, value: it.value } : it;
    if (suggestion.kind !== 'file' && suggestion.kind !== 'directory') return [suggestion];
    const isListed = listsFiles === 'all' || (listsFiles && suggestion.prefix?.endsWith('@'));
    return isListed ? listPaths(suggestion, placeOf(request, context)) : [suggestion];
  });
}

function placeOf({ beginsAtHome }: Request, { cwd, isOver, env }: CompletionContext): Place {
  return { cwd, isOver, home: beginsAtHome ? env.HOME : undefined };
}

/** Makes a suggestion safe for a shell; drops values that would change. */
function safeSuggestion(suggestion: Suggestion): Suggestion[] {
  if (suggestion.kind !== 'word') return [suggestion];
  if (!isClean(suggestion.value)) return [];
  const { description, ...rest } = suggestion;
  const text = description === undefined ? '' : cleanDescription(description);
  return [text === '' ? rest : { ...rest, description: text }];
}

interface Place {
  cwd: string;
  /** Directory that a leading `~/` refers to; undefined if `~` is a literal name. */
  home: string | undefined;
  /** Stops listing when it returns true. */
  isOver: () => boolean;
}

/** Lists files and directories that match a partial path, for shells that cannot do so correctly. */
function listPaths(suggestion: Suggestion, place: Place): Suggestion[] {
  const { value, prefix = '', kind } = suggestion;
  const at = value.lastIndexOf('/') + 1;
  const [folder, start] = [value.slice(0, at), value.slice(at)];
  const directory = directoryOf(folder, prefix, place);
  if (directory === undefined) return [];
  const result: Suggestion[] = [];
  for (const entry of entriesOf(directory, place.isOver)) {
    if (!entry.name.startsWith(start) || (entry.name.startsWith('.') && start === '')) continue;
    const isDirectory = leadsToDirectory(directory, entry);
    if (kind === 'directory' && !isDirectory) continue;
    const path = `${prefix}${folder}${entry.name}${isDirectory ? '/' : ''}`;
    result.push({
      kind: 'word',
      value: path,
      ...(folder.startsWith('~/') && place.home && { isAtHome: true }),
      ...(isDirectory && { noSpace: true }),
    });
  }
  return result.sort((a, b) => (a.value < b.value ? -1 : 1));
}

/** Only a leading `~/` is expanded; other users' directories are not listed. */
function directoryOf(folder: string, prefix: string, { cwd, home }: Place): string | undefined {
  if (!folder.startsWith('~') || home === undefined) return resolve(cwd, folder);
  return prefix === '' && folder.startsWith('~/') ? join(home, folder.slice(2)) : undefined;
}

function* entriesOf(directory: string, isOver: () => boolean): Generator<Dirent> {
  try {
    const handle = opendirSync(directory);
    try {
      for (let entry = handle.readSync(); entry && !isOver(); entry = handle.readSync()) yield entry;
    } finally {
      handle.closeSync();
    }
  } catch {
    // Missing or unreadable.
  }
}

function leadsToDirectory(directory: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(join(directory, entry.name)).isDirectory();
  } catch {
    return false;
  }
}

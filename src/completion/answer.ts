import type { Item } from '../cli/command/noun.js';
import { stateDirectory } from '../profiles/directories.js';
import { originOf } from '../profiles/settings.js';
import { claim, readSlot, type Slot, slotOf } from './cache.js';
import { cleanDescription, isClean } from './clean.js';
import { complete } from './complete.js';
import { listPaths, type Place } from './paths.js';
import { type Surroundings, surroundings } from './scope.js';
import { bash } from './shells/bash.js';
import { fish } from './shells/fish.js';
import { powershell } from './shells/powershell.js';
import type { Request, Shell } from './shells/shell.js';
import { zsh } from './shells/zsh.js';
import type { Tree } from './tree.js';
import type { Kinds, LocalKind, Places, Suggestion } from './types.js';

/** Dependencies of a completion request. */
export interface CompletionContext {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  now: () => number;
  /** Returns true when the time limit is over; the answer then contains what is available. */
  isOver: () => boolean;
}

/** A list that is missing or outdated, and the scopes of the command line: the subject of a refresh. */
export interface Stale {
  slot: Slot;
  places: Places;
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
  desk: CompletionContext,
): { lines: string[]; stale?: Stale } {
  const [name = '', ...handed] = argv;
  const shell = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
  const request = shell?.read(handed);
  if (!shell || !request) return { lines: [] };
  let stale: Stale | undefined;
  const lookup = (kind: string, places: Places): readonly Item[] => {
    if (desk.isOver()) return [];
    try {
      const found = look(kind, places, desk, tree.kinds);
      if (found.slot && !stale) stale = { slot: found.slot, places };
      return found.items;
    } catch {
      // A missing profile or a damaged file: running the command reports it.
      return [];
    }
  };
  const suggestions = request.redirects
    ? [{ kind: 'file' as const, value: request.current, prefix: '' }]
    : complete(request.words, request.current, tree, lookup);
  const lines = shell.render(listed(suggestions, request, desk).flatMap(cleaned), request);
  return { lines, ...(stale && { stale }) };
}

/** Cached items of a kind; `slot` is set if they should be refreshed. */
function look(
  kind: string,
  places: Places,
  desk: CompletionContext,
  kinds: Kinds,
): { items: readonly Item[]; slot?: Slot } {
  const around = surroundings(places, desk.env, desk.cwd);
  if (kind === 'profile' || kind === 'webhook-secret') return { items: local(kind, around) };
  if (desk.env.ARCHCTL_NO_COMPLETION_CACHE) return { items: [] };
  const account = around.account();
  const scopes = kinds[kind];
  const slot = account && scopes && slotOf(stateDirectory(desk.env), kind, scopes, account);
  if (!account || !slot) return { items: [] };
  const { items, isFresh } = readSlot(slot, desk.now());
  return { items, ...(!isFresh && account.asks && claim(slot, desk.now()) && { slot }) };
}

function local(kind: LocalKind, around: Surroundings): Item[] {
  if (kind === 'webhook-secret')
    return (around.profile()?.webhookSecrets ?? []).map(({ name }) => ({ id: name }));
  return Object.entries(around.profiles()).map(([id, { baseUrl }]) => ({ id, name: originOf(baseUrl) }));
}

/** Lists files for shells that cannot list them correctly. */
function listed(
  suggestions: readonly Suggestion[],
  request: Request,
  desk: CompletionContext,
): readonly Suggestion[] {
  const { listsFiles, knowsPrograms } = request;
  return suggestions.flatMap((it): readonly Suggestion[] => {
    // Arguments of another program may be files.
    const file = it.kind === 'program' && !knowsPrograms && (it.words?.length ?? 0) > 1;
    const wanted = file ? { kind: 'file' as const, value: it.value } : it;
    if (wanted.kind !== 'file' && wanted.kind !== 'directory') return [wanted];
    const isListed = listsFiles === 'all' || (listsFiles && wanted.prefix?.endsWith('@'));
    return isListed ? listPaths(wanted, placeOf(request, desk)) : [wanted];
  });
}

function placeOf({ beginsAtHome }: Request, { cwd, isOver, env }: CompletionContext): Place {
  return { cwd, isOver, home: beginsAtHome ? env.HOME : undefined };
}

/** Makes a suggestion safe for a shell; drops values that would change. */
function cleaned(suggestion: Suggestion): Suggestion[] {
  if (suggestion.kind !== 'word') return [suggestion];
  if (!isClean(suggestion.value)) return [];
  const { description, ...rest } = suggestion;
  const text = description === undefined ? '' : cleanDescription(description);
  return [text === '' ? rest : { ...rest, description: text }];
}

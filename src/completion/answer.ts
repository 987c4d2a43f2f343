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

/** What answering one Tab needs of the process. */
export interface Desk {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  now: () => number;
  /** True once the time is up: what there is by then is the answer. */
  isOver: () => boolean;
}

/** Names that are old or missing, and where the line says it works: what a refresh is about. */
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

/** Answers a shell: the lines it gets, and what should be asked for afterwards. Makes no request. Never throws. */
export function answer(argv: readonly string[], tree: Tree, desk: Desk): { lines: string[]; stale?: Stale } {
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
      // No profile of that name, a file that is broken: the command itself will say so.
      return [];
    }
  };
  const suggestions = request.redirects
    ? [{ kind: 'file' as const, value: request.current, prefix: '' }]
    : complete(request.words, request.current, tree, lookup);
  const lines = shell.render(listed(suggestions, request, desk).flatMap(cleaned), request);
  return { lines, ...(stale && { stale }) };
}

/** Items of a kind; `slot` where newer ones should be asked for. */
function look(
  kind: string,
  places: Places,
  desk: Desk,
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

/** Files where the shell leaves it to us to list them. */
function listed(suggestions: readonly Suggestion[], request: Request, desk: Desk): readonly Suggestion[] {
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

function placeOf({ beginsAtHome }: Request, { cwd, isOver, env }: Desk): Place {
  return { cwd, isOver, home: beginsAtHome ? env.HOME : undefined };
}

/** Fit for a shell: what would name something else once changed is left out. */
function cleaned(suggestion: Suggestion): Suggestion[] {
  if (suggestion.kind !== 'word') return [suggestion];
  if (!isClean(suggestion.value)) return [];
  const { description, ...rest } = suggestion;
  const text = description === undefined ? '' : cleanDescription(description);
  return [text === '' ? rest : { ...rest, description: text }];
}

/** A completion cache as a refresh would write it. */

import type { Item } from '../../src/cli/command/noun.js';
import { slotOf, writeSlot } from '../../src/completion/cache.js';
import { type Account, accountSettings } from '../../src/completion/scope.js';
import { TREE } from '../../src/completion/tree.generated.js';
import type { LineAccount } from '../../src/completion/types.js';
import { stateDirectory } from '../../src/profiles/directories.js';

type Env = Readonly<Record<string, string>>;

export function accountOf(env: Env, places: LineAccount = {}, cwd = '/'): Account {
  const account = accountSettings(places, env, cwd).account();
  if (!account) throw new Error('Not signed in.');
  return account;
}

/** Writes names to the cache, and returns the file. */
export function keepNames(env: Env, kind: string, items: readonly Item[], places: LineAccount = {}): string {
  const slot = slotOf(stateDirectory(env), kind, TREE.kinds[kind] ?? [], accountOf(env, places));
  if (!slot) throw new Error(`Unknown kind of name: ${kind}`);
  writeSlot(slot, items);
  return slot.path;
}

/** Names with characters that are special in shells. */
export const HOSTILE = [
  'Booking Apps',
  '$(touch pwned)',
  '`touch pwned`',
  `a: "quoted" it's`,
  '; touch pwned #',
  '& touch pwned | cat > pwned',
  'two\nlines\ttab',
  '🚢 ship 👩‍💻',
  'שלום عربي',
  '\u001b[31mred\u001b[0m \u202eright\u202c',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would fill it in.
  '%F{red}%n $HOME ${HOME} !! !x *?[x] {a,b} ~root',
  '\\back\\slash',
] as const;

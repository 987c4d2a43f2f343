import type { CompletedKind } from '../cli/command/noun.js';
import type { Parsed } from '../cli/command/parsed.js';
import type { Context, Registry } from '../cli/command/spec.js';
import type { World } from '../cli/command/world.js';
import { itemsOf, recordsOf } from '../cli/names/kind-records.js';
import { createContext } from '../cli/run/context.js';
import type { Operation } from '../contract/operation.js';
import { SCOPES, scopesOf } from '../contract/scopes.js';
import { slotOf, writeSlot } from './cache.js';
import { type Account, accountSettings, idsOf } from './scope.js';
import type { LineAccount } from './types.js';

/** Maximum number of items: each page counts towards the monthly quota. */
const MAX_ITEMS = 1_000;
const LIMIT_MS = 60_000;

/**
 * Fetches one list and caches its ids and names. Runs in its own process; `argv` contains the kind and the scopes as
 * JSON. Errors: those of the client.
 */
export async function refresh(argv: readonly string[], world: World, registry: Registry): Promise<void> {
  const [kind = '', typed = '{}'] = argv;
  const places = JSON.parse(typed) as LineAccount;
  const account = accountSettings(places, world.env, world.cwd).account();
  const signal = AbortSignal.any([world.signal, AbortSignal.timeout(LIMIT_MS)]);
  const context = await createContext({}, parsedOf(places), { ...world, signal }, registry);
  if (!account || world.env.ARCHCTL_NO_COMPLETION_CACHE) return;
  try {
    const kinds = await kindsOf(registry, kind);
    const [first] = kinds;
    const list = await first?.list();
    const records = first && list && (await fetchRecords(first, list, account, context));
    if (!records) return;
    // Several kinds that come from one list need only one request.
    for (const it of kinds) {
      const slot = slotOf(context.stateDirectory, it.kind, scopesOf(list.path), account);
      if (slot) writeSlot(slot, itemsOf(it, records));
    }
  } finally {
    await context.close();
  }
}

const parsedOf = ({ profile, baseUrl: _, ...scope }: LineAccount): Parsed => ({
  args: {},
  options: {},
  globals: { profile, quiet: true, noInput: true } as Parsed['globals'],
  scope: scope as Parsed['scope'],
  data: undefined,
  concurrency: undefined,
  failures: undefined,
  filter: undefined,
  where: undefined,
  limit: undefined,
  rest: [],
});

/** A kind and the other kinds that come from the same list; empty if no noun lists it. */
async function kindsOf({ nouns }: Registry, kind: string): Promise<CompletedKind[]> {
  const entry = nouns.find(({ kinds }) => kinds?.includes(kind));
  const all = (await entry?.load())?.default.completes ?? [];
  const list = await all.find((it) => it.kind === kind)?.list();
  const lists = await Promise.all(all.map((it) => it.list()));
  return all.filter((_, index) => lists[index] === list);
}

async function fetchRecords(
  { query }: CompletedKind,
  list: Operation,
  account: Account,
  context: Context,
): Promise<Record<string, unknown>[] | undefined> {
  const scopes = scopesOf(list.path);
  if (!idsOf(scopes, account)) return undefined;
  // A scope may be given by name.
  const found = scopes.map(async (scope) => [SCOPES[scope].param, await context.scope(scope)] as const);
  const path = Object.fromEntries(await Promise.all(found));
  return recordsOf(await context.client(), list, path, { query, most: MAX_ITEMS });
}

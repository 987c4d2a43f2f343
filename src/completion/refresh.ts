import type { Parsed } from '../cli/line/parse.js';
import { type Context, createContext, type World } from '../cli/run/context.js';
import { MAX_LIST_BYTES } from '../client/send/limits.js';
import type { Operation } from '../contract/operation.js';
import { listApiKeys } from '../contract/resources/api-key.js';
import { diagrams } from '../contract/resources/diagram.js';
import { drafts } from '../contract/resources/draft.js';
import { flows } from '../contract/resources/flow.js';
import { listLandscapes } from '../contract/resources/landscape.js';
import { modelConnections } from '../contract/resources/model-connection.js';
import { modelObjects } from '../contract/resources/model-object.js';
import { listOrganizations } from '../contract/resources/organization.js';
import { tags } from '../contract/resources/tag.js';
import { listTechnologies } from '../contract/resources/technology.js';
import { listOrganizationUsers } from '../contract/resources/user.js';
import { listVersions } from '../contract/resources/version.js';
import { type CachedKind, slotOf, writeSlot } from './cache.js';
import { type Account, surroundings } from './scope.js';
import type { Item, Places } from './types.js';

/** More than this nobody reads on a screen, and each page counts on the month's quota. */
const MAX_ITEMS = 1_000;
/** A refresh that takes longer serves nobody. */
const LIMIT_MS = 60_000;

const LISTS: Readonly<Partial<Record<CachedKind, Operation>>> = {
  org: listOrganizations,
  landscape: listLandscapes,
  key: listApiKeys,
  technology: listTechnologies,
  version: listVersions,
  diagram: diagrams.list,
  draft: drafts.list,
  flow: flows.list,
  connection: modelConnections.list,
  tag: tags.list,
};

/**
 * Asks the service for one list and keeps its ids and names. Runs in a process of its own, started by a Tab that found
 * them old; `argv` is the kind and the places of the line as JSON. Errors: those of the client.
 */
export async function refresh(argv: readonly string[], world: World): Promise<void> {
  const [kind, typed = '{}'] = argv as [CachedKind, string?];
  const places = JSON.parse(typed) as Places;
  const account = surroundings(places, world.env, world.cwd).account();
  const signal = AbortSignal.any([world.signal, AbortSignal.timeout(LIMIT_MS)]);
  const context = await createContext({}, parsedOf(places), { ...world, signal });
  if (!account || world.env.ARCHCTL_NO_COMPLETION_CACHE) return;
  try {
    for (const [found, items] of Object.entries(await fetchItems(kind, account, context))) {
      const slot = slotOf(context.stateDirectory, found as CachedKind, account);
      if (slot) writeSlot(slot, items);
    }
  } finally {
    await context.close();
  }
}

const parsedOf = ({ profile, org, landscape, landscapeVersion }: Places): Parsed => ({
  args: {},
  options: {},
  globals: { profile, quiet: true, noInput: true } as Parsed['globals'],
  scope: { org, landscape, landscapeVersion },
  data: undefined,
  limit: undefined,
  rest: [],
});

async function fetchItems(
  kind: CachedKind,
  account: Account,
  context: Context,
): Promise<Partial<Record<CachedKind, Item[]>>> {
  const client = await context.client();
  const path = {
    organizationId: account.org ?? '',
    landscapeId: account.landscape ?? '',
    versionId: account.landscapeVersion,
  };
  if (kind === 'user') {
    const { organizationUsers } = await client.call(listOrganizationUsers, { path });
    return {
      user: Object.entries(organizationUsers).map(([id, { permission }]) => ({ id, name: permission })),
    };
  }
  const operation = kind === 'object' || kind === 'label' ? modelObjects.list : LISTS[kind];
  if (!operation) return {};
  const records: Record<string, unknown>[] = [];
  for await (const record of client.performPages(operation, { path }, { maxBytes: MAX_LIST_BYTES })) {
    records.push(record as Record<string, unknown>);
    if (records.length === MAX_ITEMS) break;
  }
  const items = records.flatMap(({ id, name }) =>
    typeof id === 'string' ? [typeof name === 'string' ? { id, name } : { id }] : [],
  );
  // Labels stand in the objects: one request serves both.
  return operation === modelObjects.list ? { object: items, label: labelsOf(records) } : { [kind]: items };
}

function labelsOf(records: readonly Record<string, unknown>[]): Item[] {
  const pairs = records.flatMap(({ labels }) => Object.entries((labels ?? {}) as Record<string, unknown>));
  const texts = pairs.flatMap(([key, value]) => (typeof value === 'string' ? [`${key}=${value}`] : []));
  return [...new Set(texts)].sort().map((id) => ({ id }));
}

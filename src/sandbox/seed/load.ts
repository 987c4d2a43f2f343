import { linksOf } from '../../contract/rules/links.js';
import { type AdminKey, putAdminKey } from '../admin-key.js';
import { randomId, randomSecret } from '../ids.js';
import type { Store } from '../store/store.js';
import { seedClock } from './build/clock.js';
import type { SeededIds, SeedRecord } from './build/types.js';
import { isGenerated, type Seed, sizeOf } from './generated/spec.js';

/**
 * Replaces the contents of a store by a seed and the admin key, in one transaction. A stopped clock is started again.
 */
export async function seedStore(
  store: Store,
  seed: Seed,
  adminKey: AdminKey,
  clock: () => Date,
): Promise<void> {
  const { settings } = store;
  // Loaded lazily, because only a first start needs the seed.
  const load = await loaderOf(seed, clock());
  store.transaction(() => {
    store.clear();
    const ids = load(store);
    settings.set('organizationId', ids.organizationId);
    settings.set('landscapeId', ids.landscapeId);
    settings.set('adminUserId', ids.adminUserId);
    if (settings.get('fileSecret') === undefined) settings.set('fileSecret', randomSecret());
    settings.set('dataId', randomId());
    settings.set('seed', seed);
    settings.set('clock', undefined);
    putAdminKey(store, adminKey, clock());
  });
  store.meters.forget();
}

/** Returns a function that loads a seed into an empty store, inside a transaction. */
async function loaderOf(seed: Seed, now: Date): Promise<(store: Store) => SeededIds> {
  const { templateLandscapes } = await import('./data/templates.js');
  const templates = templateLandscapes(seedClock(now));
  if (isGenerated(seed)) {
    const [{ generatedSeed }, { loadGenerated }] = await Promise.all([
      import('./generated/landscape.js'),
      import('./generated/fill.js'),
    ]);
    return (store) => {
      const ids = loadGenerated(store, generatedSeed(now, sizeOf(seed)));
      loadSeed(store, templates);
      return ids;
    };
  }
  const { demoSeed, emptySeed } = await import('./data/demo.js');
  const records = [...(seed === 'demo' ? demoSeed(now) : emptySeed(now)), ...templates];
  return (store) => loadSeed(store, records);
}

/** Loads a seed into an empty store. Must run inside a transaction. */
export function loadSeed(store: Store, records: readonly SeedRecord[]): SeededIds {
  const found = (wanted: string) => records.flatMap(({ kind, record }) => (kind === wanted ? [record] : []));
  for (const { kind, record } of records) {
    if (kind === 'actionLog' || kind === 'organizationLog') continue;
    store.records.put(kind, record);
    store.records.relink(kind, record.id, linksOf(kind, record));
  }
  const organizationId = found('organization')[0]?.id ?? '';
  loadLogs(store, records, organizationId);
  return {
    organizationId,
    landscapeId: found('landscape').find((it) => it.organizationId === organizationId)?.id ?? '',
    adminUserId: found('organizationUser').find((it) => it.permission === 'admin')?.id ?? '',
  };
}

/** Loads log entries. An entry of a landscape's log and its copy in the organization's log become one row. */
function loadLogs(store: Store, records: readonly SeedRecord[], organizationId: string): void {
  const logs = records.filter(({ kind }) => kind === 'actionLog' || kind === 'organizationLog');
  const sorted = logs
    .map(({ kind, record }) => ({ kind, record, at: String(record.performedAt) }))
    // The landscape's entry has more fields (`importance`), so it is sorted first and wins.
    .sort((a, b) => a.at.localeCompare(b.at) || a.kind.localeCompare(b.kind));
  for (const { record } of sorted) store.logs.add({ organizationId, doc: record });
}

import { seedId } from '../build/ids.js';
import type { SeedRecord } from '../build/types.js';
import { EMPTY, emptySeed } from '../data/demo.js';
import { dice as diceOf } from './dice.js';
import type { Frame } from './frame.js';
import { groundwork } from './groundwork.js';
import { connectionRecord, objectRecord } from './model.js';
import { pictureRecords } from './pictures.js';
import { type PlannedConnection, planConnections, planObjects } from './plan.js';
import type { GeneratedSize } from './spec.js';

/**
 * An organization with one landscape of the given size: systems, apps, stores, components, people and groups, with
 * teams, tags, technologies, and a few diagrams and flows. The same size and time give equal records; ids do not depend
 * on the time. Yields one record at a time, because there may be hundreds of thousands.
 */
export function* generatedSeed(now: Date, size: GeneratedSize): Generator<SeedRecord> {
  const base = emptySeed(now);
  const { organizationId, adminUserId } = EMPTY;
  const dice = diceOf(size.seed);
  const frame: Frame = {
    dice,
    organizationId,
    landscapeId: seedId('landscape', 'generated'),
    versionId: seedId('version', 'generated', 'live'),
    userId: adminUserId,
    at: new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString(),
  };
  const ground = groundwork(frame, base);
  const plan = planObjects(size, dice);
  yield* base;
  yield* ground.records;
  for (const planned of plan.objects) yield objectRecord(frame, ground, planned);
  const drawable = new Map<string, PlannedConnection[]>();
  for (const connection of planConnections(size, plan, dice)) {
    yield connectionRecord(frame, ground, connection);
    const known = drawable.get(connection.origin.id);
    if (known) known.push(connection);
    else drawable.set(connection.origin.id, [connection]);
  }
  yield* pictureRecords(frame, plan, drawable);
}

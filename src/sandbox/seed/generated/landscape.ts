import { seedId } from '../build/ids.js';
import type { SeedRecord } from '../build/types.js';
import { EMPTY, emptySeed } from '../data/demo.js';
import { type BaseRecords, baseRecords } from './base-records.js';
import type { Frame } from './frame.js';
import { VERBS } from './names.js';
import { pictureRecords } from './pictures.js';
import { idsAbove, type Planned, type PlannedConnection, planConnections, planObjects } from './plan.js';
import { type Random, seededRandom } from './random.js';
import type { GeneratedSize } from './spec.js';

/** Most records are live; the others are planned, deprecated or removed. */
function statusOf(random: Random): string {
  if (random.chance(0.85)) return 'live';
  return random.pick(['future', 'deprecated', 'removed']);
}

/** With a probability of `share`, one element of the list; otherwise none. */
const sometimes = (random: Random, list: readonly string[], share: number): string[] =>
  list.length > 0 && random.chance(share) ? [random.pick(list)] : [];

/**
 * The record of an object. All fields are listed explicitly: merging objects takes three times as long, and there are
 * hundreds of thousands. Fields derived from diagrams and flows are computed after those are loaded.
 */
function objectRecord(frame: Frame, base: BaseRecords, planned: Planned): SeedRecord {
  const { random, landscapeId, versionId, at, userId } = frame;
  const { id, handleId, type, name, parent, children } = planned;
  const isRoot = type === 'root';
  return {
    kind: 'modelObject',
    record: {
      id,
      landscapeId,
      versionId,
      handleId,
      commit: 1,
      version: 1,
      createdAt: at,
      createdBy: 'user',
      createdById: userId,
      updatedAt: at,
      updatedBy: 'user',
      updatedById: userId,
      domainId: base.domainId,
      type,
      name,
      caption: '',
      description: isRoot ? '' : `${name}, a generated ${type}.`,
      external: type === 'system' && random.chance(0.1),
      status: isRoot ? 'live' : statusOf(random),
      parentId: parent?.id ?? null,
      parentIds: idsAbove(planned),
      childIds: children.map((it) => it.id),
      childDiagramIds: [],
      groupIds: type === 'system' && parent ? [parent.id] : [],
      tagIds: isRoot ? [] : sometimes(random, base.tagIds, 0.5),
      teamIds: type === 'app' || type === 'system' ? sometimes(random, base.teamIds, 0.7) : [],
      technologyIds: sometimes(random, base.technologiesOf(type), 0.6),
      teamOnlyEditing: false,
      icon: null,
      labels: random.chance(0.1) ? { region: random.pick(['eu', 'us', 'apac']) } : {},
      links: {},
      linked: false,
      diagrams: {},
      flows: {},
    },
  };
}

/** The record of a connection. */
function connectionRecord(
  frame: Frame,
  base: BaseRecords,
  { id, origin, target }: PlannedConnection,
): SeedRecord {
  const { random, landscapeId, versionId, at, userId } = frame;
  return {
    kind: 'modelConnection',
    record: {
      id,
      landscapeId,
      versionId,
      handleId: random.id(),
      commit: 1,
      version: 1,
      createdAt: at,
      createdBy: 'user',
      createdById: userId,
      updatedAt: at,
      updatedBy: 'user',
      updatedById: userId,
      name: `${random.pick(VERBS)} ${target.name}`,
      description: '',
      originId: origin.id,
      targetId: target.id,
      viaId: null,
      direction: random.pick(['outgoing', 'outgoing', 'outgoing', 'bidirectional', null]),
      status: statusOf(random),
      tagIds: sometimes(random, base.tagIds, 0.2),
      technologyIds: [],
      labels: {},
      links: {},
      linked: false,
      diagrams: {},
      flows: {},
    },
  };
}

/**
 * An organization with one landscape of the given size: systems, apps, stores, components, people and groups, with
 * teams, tags, technologies, and a few diagrams and flows. The same size and time give equal records; ids do not depend
 * on the time. Yields one record at a time, because there may be hundreds of thousands.
 */
export function* generatedSeed(now: Date, size: GeneratedSize): Generator<SeedRecord> {
  const organization = emptySeed(now);
  const { organizationId, adminUserId } = EMPTY;
  const random = seededRandom(size.seed);
  const frame: Frame = {
    random,
    organizationId,
    landscapeId: seedId('landscape', 'generated'),
    versionId: seedId('version', 'generated', 'live'),
    userId: adminUserId,
    at: new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString(),
  };
  const base = baseRecords(frame, organization);
  const plan = planObjects(size, random);
  yield* organization;
  yield* base.records;
  for (const planned of plan.objects) yield objectRecord(frame, base, planned);
  const drawable = new Map<string, PlannedConnection[]>();
  for (const connection of planConnections(size, plan, random)) {
    yield connectionRecord(frame, base, connection);
    const known = drawable.get(connection.origin.id);
    if (known) known.push(connection);
    else drawable.set(connection.origin.id, [connection]);
  }
  yield* pictureRecords(frame, plan, drawable);
}

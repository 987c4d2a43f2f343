import { seedId } from '../build/ids.js';
import type { SeedRecord } from '../build/types.js';
import { EMPTY, emptySeed } from '../data/demo.js';
import { type Dice, dice as diceOf } from './dice.js';
import type { Frame } from './frame.js';
import { type Groundwork, groundwork } from './groundwork.js';
import { VERBS } from './names.js';
import { pictureRecords } from './pictures.js';
import { idsAbove, type Planned, type PlannedConnection, planConnections, planObjects } from './plan.js';
import type { GeneratedSize } from './spec.js';

/** Most records are live; the others are planned, deprecated or removed. */
function statusOf(dice: Dice): string {
  if (dice.happens(0.85)) return 'live';
  return dice.pick(['future', 'deprecated', 'removed']);
}

/** With a probability of `share`, one element of the list; otherwise none. */
const sometimes = (dice: Dice, list: readonly string[], share: number): string[] =>
  list.length > 0 && dice.happens(share) ? [dice.pick(list)] : [];

/**
 * The record of an object. All fields are listed explicitly: merging objects takes three times as long, and there are
 * hundreds of thousands. Fields derived from diagrams and flows are computed after those are loaded.
 */
function objectRecord(frame: Frame, ground: Groundwork, planned: Planned): SeedRecord {
  const { dice, landscapeId, versionId, at, userId } = frame;
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
      domainId: ground.domainId,
      type,
      name,
      caption: '',
      description: isRoot ? '' : `${name}, a generated ${type}.`,
      external: type === 'system' && dice.happens(0.1),
      status: isRoot ? 'live' : statusOf(dice),
      parentId: parent?.id ?? null,
      parentIds: idsAbove(planned),
      childIds: children.map((it) => it.id),
      childDiagramIds: [],
      groupIds: type === 'system' && parent ? [parent.id] : [],
      tagIds: isRoot ? [] : sometimes(dice, ground.tagIds, 0.5),
      teamIds: type === 'app' || type === 'system' ? sometimes(dice, ground.teamIds, 0.7) : [],
      technologyIds: sometimes(dice, ground.technologiesOf(type), 0.6),
      teamOnlyEditing: false,
      icon: null,
      labels: dice.happens(0.1) ? { region: dice.pick(['eu', 'us', 'apac']) } : {},
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
  ground: Groundwork,
  { id, origin, target }: PlannedConnection,
): SeedRecord {
  const { dice, landscapeId, versionId, at, userId } = frame;
  return {
    kind: 'modelConnection',
    record: {
      id,
      landscapeId,
      versionId,
      handleId: dice.id(),
      commit: 1,
      version: 1,
      createdAt: at,
      createdBy: 'user',
      createdById: userId,
      updatedAt: at,
      updatedBy: 'user',
      updatedById: userId,
      name: `${dice.pick(VERBS)} ${target.name}`,
      description: '',
      originId: origin.id,
      targetId: target.id,
      viaId: null,
      direction: dice.pick(['outgoing', 'outgoing', 'outgoing', 'bidirectional', null]),
      status: statusOf(dice),
      tagIds: sometimes(dice, ground.tagIds, 0.2),
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

import type { SeedRecord } from '../build/types.js';
import type { Dice } from './dice.js';
import type { Frame } from './frame.js';
import type { Groundwork } from './groundwork.js';
import { VERBS } from './names.js';
import { idsAbove, type Planned, type PlannedConnection } from './plan.js';

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
export function objectRecord(frame: Frame, ground: Groundwork, planned: Planned): SeedRecord {
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
export function connectionRecord(
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

import type { SeedRecord } from '../build/types.js';
import { type Frame, stampsOf, versioned } from './frame.js';

/** Records that model records refer to: teams, tags and technologies. */
export interface BaseRecords {
  domainId: string;
  teamIds: readonly string[];
  tagIds: readonly string[];
  /** Technologies that fit an object type. */
  technologiesOf(type: string): readonly string[];
  records: SeedRecord[];
}

const TEAMS = [
  ['Core', 'blue'],
  ['Data', 'green'],
  ['Integration', 'orange'],
  ['Platform', 'red'],
] as const;

const TAG_GROUPS = [
  ['Criticality', 'bug', ['Essential', 'Important', 'Minor'], ['red', 'orange', 'green']],
  ['Lifecycle', 'cog', ['Invest', 'Keep', 'Retire'], ['green', 'blue', 'red']],
] as const;

/** Creates the landscape, live version, domain, teams and tags; uses technologies of the catalog. */
export function baseRecords(frame: Frame, catalog: readonly SeedRecord[]): BaseRecords {
  const { random, organizationId, landscapeId, versionId, userId } = frame;
  const stamps = stampsOf(frame);
  const domainId = random.id();
  const teams = TEAMS.map(([name, color]) => ({ id: random.id(), name, color }));
  const groups = TAG_GROUPS.map(([name, icon, tags, colors], index) => {
    const id = random.id();
    return {
      id,
      name,
      icon,
      index,
      tags: tags.map((tag, at) => ({ id: random.id(), name: tag, color: colors[at] })),
    };
  });
  const records: SeedRecord[] = [
    {
      kind: 'landscape',
      record: {
        id: landscapeId,
        organizationId,
        name: 'Generated Landscape',
        scheduledVersions: false,
        ...stamps,
      },
    },
    {
      kind: 'version',
      record: {
        id: versionId,
        landscapeId,
        name: 'Current',
        notes: '',
        modelHandleId: null,
        diagramHandleIds: [],
        tags: ['latest'],
        completedAt: frame.at,
        ...stamps,
      },
    },
    {
      kind: 'domain',
      record: { ...versioned(frame, domainId), name: 'Generated Landscape', index: 0, labels: {} },
    },
    ...teams.map(
      ({ id, name, color }): SeedRecord => ({
        kind: 'team',
        record: { id, organizationId, name, color, userIds: [userId], modelObjectHandleIds: [], ...stamps },
      }),
    ),
    ...groups.map(
      ({ id, name, icon, index }): SeedRecord => ({
        kind: 'tagGroup',
        record: { ...versioned(frame, id), name, icon, index, labels: {} },
      }),
    ),
    ...groups.flatMap(({ id: groupId, tags }) =>
      tags.map(
        ({ id, name, color }, index): SeedRecord => ({
          kind: 'tag',
          record: {
            ...versioned(frame, id),
            groupId,
            name,
            color,
            index,
            labels: {},
            modelObjectIds: [],
            modelConnectionIds: [],
          },
        }),
      ),
    ),
  ];
  return {
    domainId,
    teamIds: teams.map(({ id }) => id),
    tagIds: groups.flatMap(({ tags }) => tags.map(({ id }) => id)),
    technologiesOf: byRestriction(catalog),
    records,
  };
}

function byRestriction(catalog: readonly SeedRecord[]): BaseRecords['technologiesOf'] {
  const known = new Map<string, string[]>();
  for (const { kind, record } of catalog) {
    const { restrictions, status } = record;
    if (kind !== 'catalogTechnology' || status !== 'approved' || !Array.isArray(restrictions)) continue;
    for (const type of restrictions) known.set(String(type), [...(known.get(String(type)) ?? []), record.id]);
  }
  return (type) => known.get(type) ?? [];
}

import type { Kind } from '../../../contract/records.js';
import { adrRecords } from '../data/adrs.js';
import { BACK_OFFICE } from '../data/back-office.js';
import type { Edition } from '../data/edition.js';
import { FERRY_PLATFORM } from '../data/ferry-platform.js';
import type { LandscapeTable } from '../data/landscape-table.js';
import { stamps, userId } from '../data/people.js';
import type { SeedClock } from './clock.js';
import type { Pin } from './diagram-build.js';
import { seedId } from './ids.js';
import { buildEdition } from './landscape-build.js';
import type { SeedRecord } from './types.js';

/** A landscape of the demo and its history. */
interface History {
  table: LandscapeTable;
  /** Age in days of the start of each stage. */
  stageDays: number[];
  /** One snapshot at the end of each stage except the last. */
  snapshots: { name: string; day: number; notes: string }[];
  createdDay: number;
  scheduledVersions: boolean;
}

const FERRY_HISTORY: History = {
  table: FERRY_PLATFORM,
  stageDays: [28, 17, 7],
  snapshots: [
    { name: '2026.1', day: 21, notes: 'As it ran in the summer season, before kiosks and sailing events.' },
    { name: '2026.2', day: 9, notes: 'Kiosks are live and sailings are announced as events.' },
  ],
  createdDay: 29,
  scheduledVersions: true,
};

const OFFICE_HISTORY: History = {
  table: BACK_OFFICE,
  stageDays: [11],
  snapshots: [],
  createdDay: 12,
  scheduledVersions: false,
};

export const landscapeId = (key: string): string => seedId('landscape', key);

/** Version id by name: `live`, or the name of a snapshot. */
export const versionId = (landscape: string, name: string): string => seedId('version', landscape, name);

/** The live editions of the two landscapes, the main one first. Comments, drafts and logs take their ids from them. */
export function liveEditions(clock: SeedClock): [Edition, Edition] {
  return [liveEdition(FERRY_HISTORY, clock), liveEdition(OFFICE_HISTORY, clock)];
}

/** Landscapes with their versions and all records in them; `pins` are the comments on the main landscape's diagrams. */
export function landscapeRecords(
  clock: SeedClock,
  organizationId: string,
  pins: readonly Pin[],
): SeedRecord<Kind>[] {
  return [FERRY_HISTORY, OFFICE_HISTORY].flatMap((history) => {
    const { table, snapshots, stageDays } = history;
    const live = liveEdition(history, clock);
    const admin = userId('ingrid');
    const lastDay = stageDays.at(-1) ?? 0;
    return [
      {
        kind: 'landscape',
        record: {
          id: live.landscapeId,
          organizationId,
          name: table.name,
          scheduledVersions: history.scheduledVersions,
          ...stamps(clock.ago(history.createdDay), clock.ago(history.createdDay), admin),
        },
      },
      versionRecord(live, {
        name: 'Current',
        notes: 'The live version, open to changes.',
        stamps: stamps(clock.ago(history.createdDay), clock.ago(lastDay), admin),
      }),
      ...buildEdition(live, table === FERRY_PLATFORM ? pins : []),
      ...snapshots.flatMap(({ name, day, notes }, stage) => {
        const edition = { ...live, versionId: versionId(table.key, name), snapshot: name, stage };
        const versionStamps = stamps(clock.ago(day), clock.ago(day, 2), admin);
        const version = versionRecord(edition, { name, notes, stamps: versionStamps });
        return [version, ...buildEdition(edition, []), ...adrRecords(edition)];
      }),
    ];
  });
}

function liveEdition({ table, stageDays }: History, clock: SeedClock): Edition {
  return {
    table,
    landscapeId: landscapeId(table.key),
    versionId: versionId(table.key, 'live'),
    snapshot: null,
    stage: stageDays.length - 1,
    stageDays,
    authorIds: ['tomas', 'amara', 'ingrid'].map(userId),
    clock,
  };
}

function versionRecord(
  edition: Edition,
  text: { name: string; notes: string; stamps: ReturnType<typeof stamps> },
): SeedRecord<Kind> {
  return {
    kind: 'version',
    record: {
      id: edition.versionId,
      landscapeId: edition.landscapeId,
      name: text.name,
      notes: text.notes,
      modelHandleId: null,
      diagramHandleIds: [],
      tags: edition.snapshot === null ? ['latest'] : [],
      completedAt: text.stamps.updatedAt,
      ...text.stamps,
    },
  };
}

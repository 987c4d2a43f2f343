import type { SeedClock } from '../build/clock.js';
import { seedId } from '../build/ids.js';
import type { LandscapeTable } from './landscape-table.js';

/** One version of a landscape: the live version, or a snapshot with the records up to its stage. */
export interface Edition {
  table: LandscapeTable;
  landscapeId: string;
  versionId: string;
  /** Name of the snapshot; null for the live version. */
  snapshot: string | null;
  stage: number;
  /** Age in days of the start of each stage. */
  stageDays: readonly number[];
  /** Users who are assigned as authors in turn. */
  authorIds: readonly string[];
  clock: SeedClock;
}

/** Position of a row in its table and the stages of its creation and change. */
export interface RowStages {
  index: number;
  since?: number;
  /** Stage of a later change, if any. */
  changed?: number | undefined;
}

/** Ids of one edition. A snapshot has other ids than the live version, but the same handles. */
export function entityId(edition: Edition, kind: string, key: string): string {
  return edition.snapshot === null
    ? seedId(edition.table.key, kind, key)
    : seedId(edition.table.key, edition.snapshot, kind, key);
}

/** Handle that identifies a record across versions. */
export function handleId(edition: Edition, kind: string, key: string): string {
  return seedId(edition.table.key, 'handle', kind, key);
}

/**
 * Minutes from the start of the stage until the first record of a kind is created: connections come after their
 * objects.
 */
const LATER: Readonly<Record<string, number>> = {
  connection: 180,
  'diagram-group': 360,
  diagram: 380,
  flow: 420,
};

/** The fields shared by all versioned records (docs/service.md#records), except `labels`. */
export function versionedFields(edition: Edition, kind: string, key: string, life: RowStages) {
  const { authorIds, clock, stageDays } = edition;
  const authorId = authorIds[life.index % authorIds.length] ?? '';
  const since = life.since ?? 0;
  const changed = life.changed !== undefined && life.changed <= edition.stage ? life.changed : undefined;
  const at = (stage: number) => clock.ago(stageDays[stage] ?? 0, (LATER[kind] ?? 0) + life.index * 3);
  const revision = changed === undefined ? 1 : 2;
  return {
    id: entityId(edition, kind, key),
    landscapeId: edition.landscapeId,
    versionId: edition.versionId,
    handleId: handleId(edition, kind, key),
    commit: revision,
    version: revision,
    createdAt: at(since),
    createdBy: 'user',
    createdById: authorId,
    updatedAt: at(changed ?? since),
    updatedBy: 'user',
    updatedById: authorId,
  };
}

import type { SeedClock } from '../build/clock.js';
import { seedId } from '../build/ids.js';
import type { LandscapeTable } from './landscape-table.js';

/** One version of a landscape: the live one (no name) or a snapshot, which holds what existed up to its stage. */
export interface Edition {
  table: LandscapeTable;
  landscapeId: string;
  versionId: string;
  /** Name of the snapshot; null for the live version. */
  snapshot: string | null;
  stage: number;
  /** Day each stage began, counted back from now. */
  stageDays: readonly number[];
  /** Users who take turns as authors. */
  authorIds: readonly string[];
  clock: SeedClock;
}

/** What a stamp is about: where in its table the row stands, and when it came and changed. */
export interface Life {
  index: number;
  since?: number;
  /** Stage of a later change, if the row had one. */
  changed?: number | undefined;
}

/** Ids of one edition; a snapshot's differ from the live ones, the handles do not. */
export function entityId(edition: Edition, kind: string, key: string): string {
  return edition.snapshot === null
    ? seedId(edition.table.key, kind, key)
    : seedId(edition.table.key, edition.snapshot, kind, key);
}

/** The identity that an entity keeps across versions. */
export function handleId(edition: Edition, kind: string, key: string): string {
  return seedId(edition.table.key, 'handle', kind, key);
}

/** Minutes into its stage at which the first record of a kind is made: what connects comes after what it connects. */
const LATER: Readonly<Record<string, number>> = {
  connection: 180,
  'diagram-group': 360,
  diagram: 380,
  flow: 420,
};

/** The fields that every versioned record shares (docs/service.md#records), except `labels`. */
export function versionedFields(edition: Edition, kind: string, key: string, life: Life) {
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

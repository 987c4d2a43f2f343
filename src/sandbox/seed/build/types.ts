import type { Doc } from '../../../contract/doc.js';
import type { Kind } from '../../../contract/records.js';

/** Record kinds of a seed, one per table of the store. */
export type SeedKind = Kind | 'actionLog' | 'organizationLog';

/**
 * A record to insert into an empty sandbox. Ids are unique per kind: a diagram and its content share an id, as do a
 * user and the organization membership, and an action log entry and its copy in the organization's log.
 */
export interface SeedRecord<K extends SeedKind = SeedKind> {
  kind: K;
  record: Doc;
}

/** Main ids of a seed. */
export interface SeededIds {
  organizationId: string;
  /** The first landscape; '' if there is none. */
  landscapeId: string;
  /** An admin of the organization, who owns the first key. */
  adminUserId: string;
}

import type { Doc } from '../../../contract/doc.js';
import type { Kind } from '../../../contract/records.js';

/** The kinds of record a seed can hold, one per table of the sandbox's store. */
export type SeedKind = Kind | 'actionLog' | 'organizationLog';

/**
 * One record to put into an empty sandbox. Ids are unique per kind: a diagram and its content share one, as do a
 * user and its organization membership, and a landscape's action log and its entry in the organization's log.
 */
export interface SeedRecord {
  kind: SeedKind;
  record: Doc;
}

/** What a freshly filled store is about. */
export interface SeededIds {
  organizationId: string;
  /** The first landscape; '' where there is none. */
  landscapeId: string;
  /** An admin of the organization, who owns the first key. */
  adminUserId: string;
}

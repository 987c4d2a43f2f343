/** The kinds of record a seed can hold, one per table of the sandbox's store. No `apiKey` is ever seeded. */
export type SeedKind =
  | 'organization'
  | 'user'
  | 'organizationUser'
  | 'apiKey'
  | 'landscape'
  | 'version'
  | 'domain'
  | 'modelObject'
  | 'modelConnection'
  | 'diagramGroup'
  | 'diagram'
  | 'diagramContent'
  | 'flow'
  | 'tagGroup'
  | 'tag'
  | 'draft'
  | 'draftTask'
  | 'comment'
  | 'team'
  | 'catalogTechnology'
  | 'landscapeTemplate'
  | 'actionLog'
  | 'organizationLog';

/** A record as the service would answer it (service document, Resources). */
type SeedBody = Record<string, unknown> & { id: string };

/**
 * One record to put into an empty sandbox. Ids are unique per kind: a diagram and its content share one, as do a
 * user and its organization membership, and a landscape's action log and its entry in the organization's log.
 */
export interface SeedRecord {
  kind: SeedKind;
  record: SeedBody;
}

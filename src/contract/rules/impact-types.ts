import type { Adr } from '../resources/adr.js';
import type { Comment } from '../resources/comment.js';
import type { Diagram } from '../resources/diagram.js';
import type { Draft } from '../resources/draft.js';
import type { Flow } from '../resources/flow.js';
import type { ModelConnection } from '../resources/model-connection.js';
import type { ModelObject } from '../resources/model-object.js';
import type { Tag } from '../resources/tag.js';

export interface ImpactRecords {
  objects: readonly ModelObject[];
  connections: readonly ModelConnection[];
  diagrams: readonly Diagram[];
  flows: readonly Flow[];
  tags: readonly Tag[];
  comments: readonly Comment[];
  /** Drafts with the ids that their tasks change. */
  drafts: readonly { draft: Draft; changes: readonly string[] }[];
  decisions: readonly Adr[];
  /** Names of teams by id. */
  teams: ReadonlyMap<string, string>;
}

/** Records that refer to the object, then those around it: dependents, owners and decisions. */
export const IMPACT_KINDS = [
  'object',
  'connection',
  'diagram',
  'flow',
  'comment',
  'draft',
  'tag',
  'dependent',
  'team',
  'namespace',
  'decision',
] as const;
export type ImpactKind = (typeof IMPACT_KINDS)[number];

/** A record related to the object. */
export interface Impact {
  /** Kind of the record. */
  kind: ImpactKind;
  /** Id of the record. */
  id: string;
  /** Name of the record. */
  name: string;
  /** Description of the relation. */
  where: string;
  /** The record is deleted with the object, keeps existing without the reference, or does not change. */
  effect: 'deleted' | 'updated' | 'affected';
  /** Number of connections to the object, for a dependent. */
  depth?: number;
}

/** Change of an object whose impact is analysed. */
export type ImpactChange = 'delete' | 'deprecate';

import type { Doc } from '../../contract/doc.js';
import type { Landscape } from '../../contract/resources/landscape.js';
import type { Task } from '../../contract/rules/drafts/draft-task.js';
import type { ElementKind } from '../document/element.js';

/**
 * A landscape read from the service: the records of one version, and the records of the organization that they refer
 * to.
 */
export interface LiveLandscape {
  /** The landscape. */
  landscape: Pick<Landscape, 'id' | 'name' | 'organizationId'>;
  /** Id or name of the requested version, for example `latest`. */
  version: string;
  /** Records of each kind in order of creation, without the root objects of domains. */
  records: ReadonlyMap<ElementKind, readonly Doc[]>;
  /** Domain ids by the id of their root object. */
  roots: ReadonlyMap<string, string>;
  /** Diagram contents by diagram id. */
  contents: ReadonlyMap<string, Doc>;
  /** Slugs of the technologies in use, by id. */
  technologies: ReadonlyMap<string, string>;
  /** Names of teams, by id. */
  teams: ReadonlyMap<string, string>;
  /** Decisions; undefined unless they were read. */
  decisions?: readonly Doc[];
  /**
   * The draft that receives changes, and its tasks, which are already applied to the records. A new draft has no id
   * yet.
   */
  draft?: { id?: string; name: string; tasks: readonly Task[] };
}

export const recordsOf = (live: LiveLandscape, kind: ElementKind): readonly Doc[] =>
  live.records.get(kind) ?? [];

/** Element ids, by kind and record id. */
export type Ids = ReadonlyMap<ElementKind, ReadonlyMap<string, string>>;

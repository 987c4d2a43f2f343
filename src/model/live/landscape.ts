import type { Doc } from '../../contract/doc.js';
import type { Task } from '../../contract/rules/draft-task.js';
import type { ElementKind } from '../document/element.js';

/** A landscape as it was read: the records of one version, and what they name of the organization. */
export interface LiveLandscape {
  landscape: { id: string; name: string; organizationId: string };
  /** Id or name of the version, as it is asked for: `latest`. */
  version: string;
  /** Records of each kind, in the order they were made. Objects come without the roots of the domains. */
  records: ReadonlyMap<ElementKind, readonly Doc[]>;
  /** Roots of the domains: id of the root object, and of its domain. */
  roots: ReadonlyMap<string, string>;
  /** What stands on each diagram, by the id of the diagram. */
  contents: ReadonlyMap<string, Doc>;
  /** Slugs of technologies that are used, by id. */
  technologies: ReadonlyMap<string, string>;
  /** Names of teams, by id. */
  teams: ReadonlyMap<string, string>;
  /** The draft that changes go into, with its tasks: played on the records already. Without an id it is yet to be made. */
  draft?: { id?: string; name: string; tasks: readonly Task[] };
}

export const recordsOf = (live: LiveLandscape, kind: ElementKind): readonly Doc[] =>
  live.records.get(kind) ?? [];

/** Which element each record is, by kind and id of the record. */
export type Ids = ReadonlyMap<ElementKind, ReadonlyMap<string, string>>;

import { type Fields, textsOf } from '../contract/doc.js';
import type { Diagram } from '../contract/resources/diagram.js';
import type { Domain } from '../contract/resources/domain.js';
import type { Flow } from '../contract/resources/flow.js';
import type { ModelConnection } from '../contract/resources/model-connection.js';
import type { ModelObject } from '../contract/resources/model-object.js';
import type { Tag, TagGroup } from '../contract/resources/tag.js';
import type { Technology } from '../contract/resources/technology.js';

export interface Content extends Fields {
  id: string;
}

/** Input of all documents: the ordered records of one version, with drafts applied. */
export interface DocumentModel {
  /** Name of the landscape. */
  title: string;
  /** Name of the version. */
  version: string;
  domains: readonly Domain[];
  objects: readonly ModelObject[];
  connections: readonly ModelConnection[];
  diagrams: readonly Diagram[];
  contents: readonly Content[];
  flows: readonly Flow[];
  tags: readonly Tag[];
  tagGroups: readonly TagGroup[];
  teams: readonly { id: string; name: string; color?: string | undefined }[];
  technologies: readonly Technology[];
}

interface Named {
  id: string;
  name: string;
}

/** Returns a lookup of record names by id; an unknown id is returned unchanged. */
export function namesOf(...lists: readonly (readonly Named[])[]) {
  const names = new Map(lists.flat().map(({ id, name }) => [id, name]));
  return {
    one: (id: unknown): string => (typeof id === 'string' ? (names.get(id) ?? id) : ''),
    many: (ids: unknown): string[] => textsOf(ids).map((id) => names.get(id) ?? id),
  };
}

/** Returns a text field; empty if it is not a text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

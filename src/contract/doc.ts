/** Records as the rules see them: by kind and id, independent of storage. */

import { isObject } from '../base/is-object.js';

/** Fields of any object. */
export type Fields = Record<string, unknown>;

/** A record as the service returns it; its other fields depend on its kind. */
export type Doc = Fields & { id: string };

/** A reference from one record to another; `kind` and `id` identify the referring record. */
export interface StoredLink {
  kind: string;
  id: string;
  /** Field name; for maps, with the field inside an entry: `steps.originId`. */
  field: string;
  /** Id of the map entry that contains the reference: a diagram object or a flow step. */
  detail: string | null;
}

/** Records of a kind that refer through one field, or through any: a filter for incoming references. */
export interface LinkSource {
  kind: string;
  field?: string | undefined;
}

/** Source of the records that derived fields are computed from. */
export interface DocReader {
  get(kind: string, id: string): Doc | undefined;
  /** References to a record in creation order: all, or only those matching `from` if the reader can filter. */
  incoming(kind: string, id: string, from?: LinkSource): readonly StoredLink[];
  /** Records of a kind in a version, in creation order. */
  ofVersion(kind: string, versionId: string): readonly { doc: Doc }[];
}

/** `modelObject` in the form used by actions, tasks and collections: `model-object`. */
export function dashed(kind: string): string {
  const known = DASHED.get(kind) ?? kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  DASHED.set(kind, known);
  return known;
}
/** Cache: there are few kinds, and every write needs this name. */
const DASHED = new Map<string, string>();

/** Entries of a map whose values are objects; empty if the value is not a map. */
export const entriesOf = (map: unknown): [string, Fields][] =>
  Object.entries(isObject(map) ? map : {}).flatMap(([id, entry]) => (isObject(entry) ? [[id, entry]] : []));

/** Texts of a list; empty if the value is not a list. */
export const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((it) => typeof it === 'string') : [];

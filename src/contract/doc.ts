/** Records as the rules see them: by kind and id, whatever keeps them. */

import { isObject } from '../base/is-object.js';

/** Fields of anything that is an object. */
export type Fields = Record<string, unknown>;

/** A record as the service answers it; what it holds besides, its kind tells. */
export type Doc = Fields & { id: string };

/** A reference from one record to another; `kind` and `id` are those of the record that refers. */
export interface StoredLink {
  kind: string;
  id: string;
  /** Name of the field; for maps, with the field inside an entry: `steps.originId`. */
  field: string;
  /** Id of the map entry that holds it: a diagram object, a flow step. */
  detail: string | null;
}

/** Records of a kind that refer by one field, or by any: what is asked for of all that refers to a record. */
export interface LinkSource {
  kind: string;
  field?: string | undefined;
}

/** What the derived fields of a record are computed from. */
export interface DocReader {
  get(kind: string, id: string): Doc | undefined;
  /** References to a record, in the order they were made: all, or (if the reader can tell) those `from` some only. */
  incoming(kind: string, id: string, from?: LinkSource): readonly StoredLink[];
  /** Records of a kind in a version, in the order they were made. */
  ofVersion(kind: string, versionId: string): readonly { doc: Doc }[];
}

/** `modelObject` as actions, tasks and collections have it: `model-object`. */
export function dashed(kind: string): string {
  const known = DASHED.get(kind) ?? kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  DASHED.set(kind, known);
  return known;
}
/** There are few kinds, and each write asks. */
const DASHED = new Map<string, string>();

/** The entries of a map whose values are objects; none where the value is no map. */
export const entriesOf = (map: unknown): [string, Fields][] =>
  Object.entries(isObject(map) ? map : {}).flatMap(([id, entry]) => (isObject(entry) ? [[id, entry]] : []));

/** The texts of a list; none where the value is no list. */
export const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((it) => typeof it === 'string') : [];

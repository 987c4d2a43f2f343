import { isObject } from '../base/is-object.js';
import type { Operation } from './operation.js';
import { EXPORTS, type ResourceExport } from './resources/index.js';

/** A versioned resource; some lack optional operations. */
export type Family = Extract<ResourceExport, { shape: object; list: Operation }>;

const isFamily = (value: unknown): value is Family => isObject(value) && 'shape' in value && 'list' in value;

/** Every family, in the order of the resource files. Separate from the index, whose types are public. */
export const FAMILIES: readonly Family[] = EXPORTS.filter(isFamily);

/** Verbs of the operations of a family, in their order; `upsert` and `exists` are optional. */
export const FAMILY_VERBS = ['list', 'get', 'create', 'upsert', 'update', 'delete', 'exists'] as const;
export type FamilyVerb = (typeof FAMILY_VERBS)[number];

export const operationsOf = (family: Family): readonly Operation[] => {
  const byVerb: Partial<Record<FamilyVerb, Operation>> = family;
  return FAMILY_VERBS.flatMap((verb) => byVerb[verb] ?? []);
};

import { isObject } from '../base/is-object.js';
import type { Operation } from './operation.js';
import { EXPORTS, type Exported } from './resources/index.js';

/** A versioned resource; all of them have the same operations. */
export type Family = Extract<Exported, { shape: object; list: Operation }>;

const isFamily = (value: unknown): value is Family => isObject(value) && 'shape' in value && 'list' in value;

/** Every family, in the order of the resource files. Separate from the index, whose types are public. */
export const FAMILIES: readonly Family[] = EXPORTS.filter(isFamily);

/** Operations that every family has. */
export const operationsOf = ({ list, get, create, upsert, update, ...it }: Family): readonly Operation[] => [
  list,
  get,
  create,
  upsert,
  update,
  it.delete,
  it.exists,
];

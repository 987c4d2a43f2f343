/** The whole contract in one list. Code that needs a single operation imports its resource file instead. */

import { isObject } from '../base/is-object.js';
import { FAMILIES, operationsOf } from './families.js';
import type { Operation } from './operation.js';
import { EXPORTS } from './resources/index.js';

const isOperation = (value: unknown): value is Operation =>
  isObject(value) && 'method' in value && 'path' in value;

const number = ({ endpoint = Number.POSITIVE_INFINITY }: Operation): number => endpoint;

/**
 * Every operation that archctl declares; those with an endpoint number follow the order of docs/service.md#endpoints.
 */
export const OPERATIONS: readonly Operation[] = [
  ...EXPORTS.filter(isOperation),
  ...FAMILIES.flatMap(operationsOf),
].sort((a, b) => (number(a) === number(b) ? 0 : number(a) - number(b)));

import { isObject } from '../../base/is-object.js';
import type { Column } from '../../terminal/types.js';

/**
 * Column for a map field, as `KEY=VALUE` pairs in the syntax of options. JSON is unchanged.
 *
 * @param of Kind of record whose ids are the keys.
 */
export const mapColumn = (
  key: string,
  header: string,
  priority: Column['priority'],
  of?: Column['of'],
): Column => ({
  key,
  header,
  kind: 'list',
  ...(of && { of }),
  ...(priority && { priority }),
  value: (row) => {
    const map = key.split('.').reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), row);
    return isObject(map) ? Object.entries(map).map(pair) : map;
  },
});

const pair = ([key, value]: [string, unknown]): string =>
  `${key}=${typeof value === 'object' && value !== null ? JSON.stringify(value) : value}`;

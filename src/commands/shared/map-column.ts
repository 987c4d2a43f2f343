import { isObject } from '../../base/is-object.js';
import type { Column } from '../../terminal/types.js';

/**
 * A field that is a map, shown as options take it: `KEY=VALUE`, one after the other. JSON stays as it is.
 * @param of kind of record whose ids the keys are.
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

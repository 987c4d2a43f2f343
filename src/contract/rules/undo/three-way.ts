import { isObject } from '../../../base/is-object.js';
import { sameValue } from './record-change.js';

/** Result of restoring a value: it has the old value, it can be restored, or someone else has changed it since. */
export type Restored = { state: 'same' | 'conflict' } | { state: 'change'; value: unknown };

/**
 * Three-way merge of a value back to `before`, which a command changed to `after`. Changes that others made since to
 * other items of a list, or to other entries of a map, are kept.
 */
export function restoredValue(before: unknown, after: unknown, current: unknown): Restored {
  if (sameValue(current, before)) return { state: 'same' };
  if (sameValue(current, after)) return { state: 'change', value: before };
  const all = [before, after, current];
  if (all.every((it) => Array.isArray(it ?? []))) {
    const [was = [], became = [], is = []] = all.map((it) => (it ?? []) as unknown[]);
    const retained = is.filter((it) => was.includes(it) || !became.includes(it));
    const value = [...retained, ...was.filter((it) => !became.includes(it) && !is.includes(it))];
    return sameValue(value, is) ? { state: 'same' } : { state: 'change', value };
  }
  if (all.every((it) => isObject(it ?? {}))) return restoredMap(before ?? {}, after ?? {}, current ?? {});
  return { state: 'conflict' };
}

function restoredMap(before: unknown, after: unknown, current: unknown): Restored {
  const [was, became, is] = [before, after, current] as Record<string, unknown>[];
  const value: Record<string, unknown> = { ...is };
  for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(became ?? {})])) {
    if (sameValue(was?.[key], became?.[key]) || sameValue(is?.[key], was?.[key])) continue;
    if (!sameValue(is?.[key], became?.[key])) return { state: 'conflict' };
    if (was && Object.hasOwn(was, key)) value[key] = was[key];
    else delete value[key];
  }
  return sameValue(value, is) ? { state: 'same' } : { state: 'change', value };
}

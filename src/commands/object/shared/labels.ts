import type { Item } from '../../../cli/command/noun.js';

/** Labels of the objects of a landscape: each `KEY=VALUE` once. */
export function labelsOf(objects: readonly Record<string, unknown>[]): Item[] {
  const pairs = objects.flatMap(({ labels }) => Object.entries((labels ?? {}) as Record<string, unknown>));
  const texts = pairs.flatMap(([key, value]) => (typeof value === 'string' ? [`${key}=${value}`] : []));
  return [...new Set(texts)].sort().map((id) => ({ id }));
}

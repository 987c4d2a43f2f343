import type { WebhookEvent } from '../contract/webhook.js';

export interface Change {
  /** Dotted path below `before` and `after`. */
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before?: unknown;
  after?: unknown;
}

/** Moves with every change, whatever it was about. */
const NOISE = new Set(['commit', 'version', 'updatedAt', 'updatedBy', 'updatedById', 'latestEntityId']);

/** What changed between `before` and `after`; nothing for a created or deleted resource, which changed as a whole. */
export function changesOf(
  { before, after }: Pick<WebhookEvent, 'before' | 'after'>,
  { all = false, limit = Number.POSITIVE_INFINITY }: { all?: boolean; limit?: number } = {},
): Change[] {
  if (before === null || after === null) return [];
  const changes: Change[] = [];
  for (const change of differences(before, after, '')) {
    if (changes.length >= limit) break;
    if (all || !NOISE.has(change.path)) changes.push(change);
  }
  return changes;
}

type Fields = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* differences(before: Fields, after: Fields, prefix: string): Generator<Change> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const path = `${prefix}${key}`;
    const [was, is] = [own(before, key), own(after, key)];
    if (was === undefined && is === undefined) continue;
    if (was === undefined) yield { path, kind: 'added', after: is };
    else if (is === undefined) yield { path, kind: 'removed', before: was };
    else if (isMap(was) && isMap(is)) yield* differences(was, is, `${path}.`);
    else if (JSON.stringify(was) !== JSON.stringify(is))
      yield { path, kind: 'changed', before: was, after: is };
  }
}

const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);

/** One change in a few words: `name: "A" → "B"`. Remote text in it is not yet neutralised. */
export function describeChange({ path, kind, before, after }: Change, width = 40): string {
  const show = (value: unknown): string => {
    const text = JSON.stringify(value) ?? '';
    return text.length > width ? `${text.slice(0, width - 1)}…` : text;
  };
  if (kind === 'added') return `${path}: + ${show(after)}`;
  if (kind === 'removed') return `${path}: - ${show(before)}`;
  return `${path}: ${show(before)} → ${show(after)}`;
}

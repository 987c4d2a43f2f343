import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { WebhookEvent } from '../../contract/webhook-event.js';

export interface Change {
  /** Dotted path below `before` and `after`. */
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before?: unknown;
  after?: unknown;
}

type Json = Readonly<JsonObject>;

/** Fields that change with every update and carry no information of their own. */
const BOOKKEEPING = new Set([
  'commit',
  'version',
  'updatedAt',
  'updatedBy',
  'updatedById',
  'deletedAt',
  'deletedBy',
  'deletedById',
]);

const MAX_CHANGES = 1_000;

/**
 * Returns the changes between `before` and `after`; empty for a created or deleted resource. Version counters and
 * timestamps are left out unless requested.
 */
export function changesOf(
  { before, after }: Pick<WebhookEvent, 'before' | 'after'>,
  { all = false, limit = MAX_CHANGES }: { all?: boolean; limit?: number } = {},
): Change[] {
  const changes: Change[] = [];
  const collect = (before: Json, after: Json, prefix: string): void => {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (changes.length >= limit) return;
      const path = prefix === '' ? key : `${prefix}.${key}`;
      if (!all && BOOKKEEPING.has(path)) continue;
      const was = Object.hasOwn(before, key) ? before[key] : undefined;
      const is = Object.hasOwn(after, key) ? after[key] : undefined;
      if (isObject(was) && isObject(is)) collect(was, is, path);
      else if (was === undefined) changes.push({ path, kind: 'added', after: is });
      else if (is === undefined) changes.push({ path, kind: 'removed', before: was });
      else if (!isSame(was, is)) changes.push({ path, kind: 'changed', before: was, after: is });
    }
  };
  if (before !== null && after !== null) collect(before, after, '');
  return changes;
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Describes a change briefly: `name: "A" → "B"`, `tagIds: +t1 -t2`, `caption removed`. Text from the event is not
 * escaped.
 * @param width maximum length of one value, and of the path.
 */
export function describeChange({ path: whole, kind, before, after }: Change, width = 40): string {
  const path = cut(whole, width);
  if (kind === 'removed') return `${path} removed`;
  if (kind === 'added') return `${path}: ${brief(after, width)}`;
  const list = Array.isArray(before) && Array.isArray(after) ? listChange(before, after, width) : '';
  return list === '' ? `${path}: ${brief(before, width)} → ${brief(after, width)}` : `${path}: ${list}`;
}

function listChange(before: readonly unknown[], after: readonly unknown[], width: number): string {
  const [was, is] = [before, after].map((list) => new Set(list.map((it) => JSON.stringify(it))));
  const added = after.filter((it) => !was?.has(JSON.stringify(it))).map((it) => `+${plain(it)}`);
  const removed = before.filter((it) => !is?.has(JSON.stringify(it))).map((it) => `-${plain(it)}`);
  return cut([...added, ...removed].join(' '), width);
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const brief = (value: unknown, width: number): string => cut(JSON.stringify(value) ?? '', width);

function cut(text: string, width: number): string {
  // Splits by code point, so that surrogate pairs stay whole.
  const characters = Array.from(text.slice(0, width * 2));
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : characters.join('');
}

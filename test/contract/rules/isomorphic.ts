import { expect } from 'vitest';
import { isObject } from '../../../src/base/is-object.js';
import type { Doc } from '../../../src/contract/doc.js';
import type { Kind } from '../../../src/contract/records.js';
import { content } from '../../../src/contract/rules/diagrams/content.js';
import type { StoredRecord } from '../../support/memory-records.js';

/** Compares two values in parallel: they may differ only in texts and keys, and differences are recorded. */
function walk(a: unknown, b: unknown, note: (a: string, b: string) => void): void {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a !== b) note(a, b);
  } else if (Array.isArray(a) && Array.isArray(b)) {
    if (b.length !== a.length) expect(b).toEqual(a);
    for (const [at, it] of a.entries()) walk(it, b[at], note);
  } else if (isObject(a) && isObject(b)) {
    const [left, right] = [Object.entries(a), Object.entries(b)];
    if (right.length !== left.length) expect(b).toStrictEqual(a);
    for (const [at, [key, value]] of left.entries()) {
      const [otherKey = '', other] = right[at] ?? [];
      if (key !== otherKey) note(key, otherKey);
      walk(value, other, note);
    }
  } else if (!Object.is(a, b)) expect(b).toEqual(a);
}

/** Content of a record in an order that is independent of its creation. */
const comparable = (kind: Kind, doc: Doc, without: readonly string[]) =>
  Object.fromEntries(
    Object.entries(content(kind, doc))
      .filter(([field, value]) => value !== undefined && !without.includes(field))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/**
 * Records of the same kind and handle are equal except for ids, and the ids of both sides correspond one to
 * one.
 */
export function expectIsomorphic(
  source: readonly StoredRecord[],
  copy: readonly StoredRecord[],
  { without = [] }: { without?: readonly string[] } = {},
): void {
  const nameOf = ({ kind, doc }: StoredRecord) => `${kind} ${String(doc.handleId)}`;
  const byName = new Map(copy.map((it) => [nameOf(it), it]));
  expect([...byName.keys()].sort()).toEqual(source.map(nameOf).sort());
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  const stray: string[] = [];
  const note = (a: string, b: string): void => {
    if ((there.get(a) ?? b) !== b || (back.get(b) ?? a) !== a)
      stray.push(`${a} is ${there.get(a)}, not ${b}`);
    there.set(a, b);
    back.set(b, a);
  };
  for (const it of source) {
    const other = byName.get(nameOf(it));
    if (!other) throw new Error(nameOf(it));
    if (it.doc.id !== other.doc.id) note(it.doc.id, other.doc.id);
    walk(comparable(it.kind, it.doc, without), comparable(it.kind, other.doc, without), note);
  }
  expect(stray).toEqual([]);
}

import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { FAMILIES, operationsOf } from '../../src/contract/families.js';
import { OPERATIONS } from '../../src/contract/index.js';
import type { Operation } from '../../src/contract/operation.js';
import { isKind, KINDS, type RecordOf, type RecordReader, recordOf } from '../../src/contract/records.js';
import { EXPORTS } from '../../src/contract/resources/index.js';
import { HANDLERS } from '../../src/sandbox/resources/index.js';

const byId = OPERATIONS.map((operation) => [operation.id, operation] as const);
const fieldsOf = (schema: unknown): readonly string[] =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];

describe('operations', () => {
  it('are in exactly one resource file each', () => {
    const declared = EXPORTS.flatMap((value): unknown[] => {
      const family = FAMILIES.find((it) => it === value);
      return family ? [...operationsOf(family)] : [value];
    });
    for (const operation of OPERATIONS) {
      expect(declared.filter((it) => it === operation).length, operation.id).toBe(1);
    }
  });

  it('have a unique id, and a unique method and path', () => {
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
    const requests = OPERATIONS.flatMap(({ method, path, otherPaths = [] }) =>
      [path, ...otherPaths].map((it) => `${method} ${it}`),
    );
    expect(new Set(requests).size).toBe(requests.length);
  });

  it('have one handler each, and no other handlers exist', () => {
    expect([...HANDLERS.keys()].sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });

  it('are in the order of the endpoint table', () => {
    const numbers = OPERATIONS.flatMap(({ endpoint }) => endpoint ?? []);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  it.each(byId)('%s declares the response of its schema', (_, operation) => {
    expect(answersOf(operation)).toBe(operation.answers);
  });

  it('that work in snapshots are writes below a version', () => {
    for (const { id, method, path, snapshot } of OPERATIONS) {
      if (!snapshot) continue;
      expect([id, path.includes('{versionId}')]).toEqual([id, true]);
      expect(method, id).not.toMatch(/^(GET|HEAD)$/);
    }
  });
});

/** Kind of a response, derived from its schema. */
function answersOf({ envelope, response }: Operation): string {
  if (envelope === null && response instanceof z.ZodMiniString) return 'text';
  if (envelope === null) return fieldsOf(response).length === 0 ? 'nothing' : 'one';
  if (!(response instanceof z.ZodMiniObject)) return 'no object';
  const inside: unknown = response.shape[envelope];
  if (inside instanceof z.ZodMiniArray) return 'list';
  if (inside instanceof z.ZodMiniRecord) return 'map';
  if (inside instanceof z.ZodMiniString) return 'text';
  return inside instanceof z.ZodMiniObject ? 'one' : 'nothing known';
}

describe('records', () => {
  it('have the same type wherever they are read', () => {
    expectTypeOf<RecordOf<'tag'>['groupId']>().toEqualTypeOf<string>();
    expectTypeOf<RecordOf<'modelObject'>['childIds']>().toEqualTypeOf<string[] | undefined>();
    expectTypeOf<RecordReader['get']>().toBeCallableWith('team', 'id');
  });

  it('have a unique kind', () => {
    expect(new Set(KINDS).size).toBe(KINDS.length);
    expect(KINDS.length).toBeGreaterThan(15);
  });

  it.each(KINDS)('%s: references, derived and expanded fields are its own fields', (kind) => {
    const {
      references = {},
      entries = {},
      pairs = {},
      derived = {},
      expansions = {},
      schema,
    } = recordOf(kind);
    const targets = [
      ...Object.values(references),
      ...Object.values(entries).flatMap((it) => Object.values(it.references ?? {})),
    ].map(({ to }) => to);
    const paired = Object.values(pairs).flatMap(({ key, value }) => [key, value]);
    expect([...targets, ...paired].filter((it) => !isKind(it))).toEqual([]);

    const fields = fieldsOf(schema);
    const named = [...Object.keys(references), ...Object.keys(entries), ...Object.keys(pairs)];
    // Comments and their replies are documented only by example.
    const isOpen = kind === 'comment';
    expect(isOpen ? [] : named.filter((it) => !fields.includes(it.split('.')[0] ?? it))).toEqual([]);
    expect(
      Object.values(expansions).filter(({ field, entriesOf }) => !(field in references) && !entriesOf),
    ).toEqual([]);
    expect(Object.keys(derived).filter((it) => it in references)).toEqual([]);
  });
});

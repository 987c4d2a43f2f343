import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { FAMILIES } from '../../src/contract/families.js';
import { surelyFits } from '../../src/contract/fits.js';
import { demoSeed } from '../../src/sandbox/seed/data/demo.js';
import { settled } from '../../src/sandbox/seed/settled.js';

const everything = z.looseObject({
  text: z.string(),
  count: z.number(),
  on: z.optional(z.boolean()),
  one: z.nullish(z.enum(['a', 'b'])),
  list: z.array(z.nullable(z.string())),
  map: z.record(z.string(), z.looseObject({ id: z.string() })),
});
/** Mostly what fits, so that both are met. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: fc.anything() });
const named = fc.record({ id: mostly(fc.string()) }, { noNullPrototype: true });
const nearly = fc.record(
  {
    text: mostly(fc.string()),
    count: mostly(fc.double({ noNaN: true, noDefaultInfinity: true })),
    on: mostly(fc.option(fc.boolean(), { nil: undefined })),
    one: mostly(fc.constantFrom('a', 'b', null, undefined)),
    list: mostly(fc.array(fc.option(fc.string()))),
    map: mostly(fc.dictionary(fc.string(), named, { noNullPrototype: true })),
    more: fc.anything(),
  },
  { noNullPrototype: true },
);

describe('what surely fits a schema', () => {
  it('fits it', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(fc.oneof(nearly, fc.anything()), (value) => {
        const sure = surelyFits(everything, value);
        seen.add(sure);
        return !sure || z.safeParse(everything, value).success;
      }),
    );
    expect(seen).toEqual(new Set([true, false]));
  });

  it('are records as they are kept, of every family that has some', () => {
    const schemas = new Map<string, z.core.$ZodType>(
      FAMILIES.map(({ shape }) => [shape.singular, shape.resource]),
    );
    const kept = settled(demoSeed(new Date(0))).filter(({ kind }) => schemas.has(kind));
    const doubtful = kept.filter(({ kind, doc }) => !surelyFits(schemas.get(kind) ?? z.never(), doc));
    expect(kept.length).toBeGreaterThan(100);
    expect([...new Set(doubtful.map(({ kind }) => kind))]).toEqual([]);
  });

  it('is nothing that only the schema itself can tell', () => {
    const own = [
      [z.string().check(z.minLength(1)), ''],
      [z.iso.date(), 'no date'],
      [z.int(), 1.5],
      [z.number(), Number.NaN],
      [z.coerce.number(), 1],
      [z.strictObject({}), { more: 1 }],
      [z.object({}), {}],
      [z.looseObject({ one: z.string() }).check(z.refine(() => false)), { one: '' }],
      [z.record(z.string().check(z.minLength(2)), z.string()), { a: '' }],
      [z.record(z.string(), z.string()), JSON.parse('{"__proto__":"a"}')],
      [z.looseObject({}), []],
      [z.looseObject({}), new Map()],
      [z.union([z.string(), z.number()]), ''],
    ] as const;
    for (const [schema, value] of own) expect(surelyFits(schema, value)).toBe(false);
  });
});

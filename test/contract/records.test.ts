import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { FAMILIES } from '../../src/contract/families.js';
import { demoSeed } from '../../src/sandbox/seed/data/demo.js';

it('every record of the demo data matches the schema of its family', () => {
  const schemas = new Map<string, z.ZodMiniType>(
    FAMILIES.map(({ shape }) => [shape.singular, shape.resource]),
  );
  const records = demoSeed(new Date(0)).filter(({ kind }) => schemas.has(kind));
  const wrong = records.filter(
    ({ kind, record }) => !z.safeParse(schemas.get(kind) ?? z.never(), record).success,
  );
  expect(records.length).toBeGreaterThan(100);
  expect(wrong.map(({ kind }) => kind)).toEqual([]);
});

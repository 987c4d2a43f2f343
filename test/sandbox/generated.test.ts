/** Generated landscapes: of the requested size, reproducible, and valid for the service. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import type { Doc } from '../../src/contract/doc.js';
import { KINDS } from '../../src/contract/records.js';
import { derive } from '../../src/contract/rules/derive.js';
import { linksOf } from '../../src/contract/rules/links.js';
import { loadGenerated } from '../../src/sandbox/seed/generated/fill.js';
import { generatedSeed } from '../../src/sandbox/seed/generated/landscape.js';
import { seedOf, sizeOf } from '../../src/sandbox/seed/generated/spec.js';
import { openStore } from '../../src/sandbox/store/store.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const SIZE = { objects: 400, connections: 900, seed: 7 };

describe('the size of a generated landscape', () => {
  it('is read from the seed', () => {
    expect(sizeOf('generated:objects=5000,connections=12000,seed=7')).toEqual({
      objects: 5000,
      connections: 12000,
      seed: 7,
    });
    expect(sizeOf('generated:connections=0,objects=10')).toMatchObject({ objects: 10, connections: 0 });
  });

  it.each([
    'generated:',
    'generated:objects=5000',
    'generated:connections=5',
    'generated:objects=9,connections=5',
    'generated:objects=1e3,connections=5',
    'generated:objects=-5,connections=5',
    'generated:objects=2000000,connections=5',
    'generated:objects=50,connections=5,colour=blue',
    'generated:objects=50,connections=5,seed=x',
    'demonstration',
  ])('is rejected as %s, with the expected form', (text) => {
    expect(() => seedOf(text)).toThrow(ArchctlError);
  });
});

describe('a generated landscape', () => {
  let api: SandboxApi;
  beforeAll(async () => {
    api = await openSandboxApi({
      seed: `generated:objects=${SIZE.objects},connections=${SIZE.connections},seed=7`,
    });
  });
  afterAll(() => api.sandbox.close());

  it('has the requested numbers of objects and connections, of every type', async () => {
    const objects = await api.must('model.objects.list');
    expect(objects).toHaveLength(SIZE.objects);
    expect(new Set(objects.map((it: Doc) => it.type))).toEqual(
      new Set(['root', 'group', 'actor', 'system', 'app', 'store', 'component']),
    );
    expect(await api.must('model.connections.list')).toHaveLength(SIZE.connections);
    expect((await api.must('diagrams.list')).length).toBeGreaterThan(2);
    expect((await api.must('flows.list')).length).toBeGreaterThan(0);
    expect((await api.must('tags.list')).length).toBeGreaterThan(3);
  });

  it('is the same for the same seed, and different for another', () => {
    const all = (seed: number) => JSON.stringify([...generatedSeed(NOW, { ...SIZE, seed })]);
    expect(all(7)).toBe(all(7));
    expect(all(7)).not.toBe(all(8));
  });

  it('has unique object names', () => {
    const names = [...generatedSeed(NOW, { objects: 3_000, connections: 1, seed: 7 })].flatMap(
      ({ kind, record }) => (kind === 'modelObject' ? [record.name] : []),
    );
    expect(names).toHaveLength(3_000);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is created again by a reset', async () => {
    await api.send('POST', '/sandbox/reset');
    expect(await api.must('model.objects.list')).toHaveLength(SIZE.objects);
  });

  it('has correct computed fields and no dangling references', () => {
    const store = openStore(undefined);
    const { records } = store;
    store.transaction(() => loadGenerated(store, generatedSeed(NOW, SIZE)));
    let compared = 0;
    for (const kind of KINDS) {
      for (const { doc } of records.all(kind)) {
        const fields = derive(kind, doc, records);
        const kept = Object.fromEntries(Object.keys(fields).map((name) => [name, (doc as Doc)[name]]));
        expect(JSON.parse(JSON.stringify(kept)), `${kind} ${doc.id}`).toEqual(
          JSON.parse(JSON.stringify(fields)),
        );
        for (const link of linksOf(kind, doc)) {
          expect(records.get(link.kind, link.id), `${kind} ${doc.id} ${link.path}`).toBeDefined();
        }
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(SIZE.objects + SIZE.connections);
    store.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../../../src/model/document/read.js';
import { driftFor, driftModel } from '../../../src/model/sync/drift-model.js';
import { modelIn, openPlanLandscape } from '../../support/plan-landscape.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
});
afterAll(() => service.close());

const documentOf = (a: string, b: string): string => `namespace: swap
domains:
  - id: d
    name: D
    objects:
      - { id: a, type: system, name: ${a} }
      - { id: b, type: system, name: ${b} }
`;

describe('drift', () => {
  it('includes a rename that frees the name of another object', async () => {
    const at = await openPlanLandscape(service, 'Renamed');
    await at.apply(await at.plan(documentOf('Old', 'Other')));
    const client = service.client({ paced: false });
    for (const [a, b] of [
      ['New', 'Old'],
      ['Other', 'Old'],
    ] as const) {
      const { drift, problems } = await driftFor(client, at.path, modelIn(documentOf(a, b)));
      expect(problems).toEqual([]);
      expect(drift.map(({ state, id, fields }) => [state, id, fields]).sort()).toEqual([
        ['changed', 'a', [{ field: 'name', from: a, to: 'Old' }]],
        ['changed', 'b', [{ field: 'name', from: b, to: 'Other' }]],
      ]);
    }
  });

  it('is accepted by the first entry that applies to a field', async () => {
    const at = await openPlanLandscape(service, 'Accepted');
    const client = service.client({ paced: false });
    await at.apply(await at.plan(documentOf('A', 'B')));
    const changed = documentOf('A', 'B').replaceAll(
      'type: system,',
      'type: system, caption: C, status: future,',
    );
    const model = {
      ...modelIn(changed),
      driftIgnores: [
        { element: 'object:a', field: 'caption', reason: 'expired', until: '2026-12-30' },
        { element: 'a', field: 'caption', reason: 'first', until: '2026-12-31' },
        { element: 'd/**', field: 'caption', reason: 'second' },
        { element: 'flow:**', field: 'steps', reason: 'unused' },
        { element: 'b', reason: 'expired', until: '2026-01-01' },
      ],
    };
    const now = new Date('2026-12-31T23:59:59Z');
    const report = await driftFor(client, at.path, model, { now });
    const rows = (list: typeof report.drift) =>
      list.map(({ id, fields }) => [id, fields.map((it) => it.field)]);
    expect(rows(report.drift)).toEqual([
      ['a', ['status']],
      ['b', ['status']],
    ]);
    expect(report.ignored.map(({ id, by }) => [id, by.reason])).toEqual([
      ['a', 'first'],
      ['b', 'second'],
    ]);
    expect(report.expired.map(({ entry, count }) => [entry.element, count])).toEqual([
      ['object:a', 1],
      ['b', 1],
    ]);
    expect(report.unused.map(({ reason }) => reason)).toEqual(['unused']);
    const all = await driftFor(client, at.path, model, { now, ignore: ['d/**.status', 'diagram:**.layout'] });
    expect([all.drift, all.ignored.length]).toEqual([[], 4]);
  });

  it('of a document with errors is not reported', async () => {
    const at = await openPlanLandscape(service, 'Broken');
    const read = readModel([{ path: 'm.yaml', text: 'drift: { ignore: [{ element: a }] }\n' }]);
    await expect(driftModel(service.client(), at.path, read)).rejects.toThrow('no plan was made');
  });
});

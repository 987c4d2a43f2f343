import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../../../src/model/document/read.js';
import { driftFor, driftModel } from '../../../src/model/sync/drift-model.js';
import { modelIn, openPlanned } from '../../support/plan-landscape.js';
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
    const at = await openPlanned(service, 'Renamed');
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

  it('of a document with errors is not reported', async () => {
    const at = await openPlanned(service, 'Broken');
    const read = readModel([{ path: 'm.yaml', text: 'drift: { ignore: [{ element: a }] }\n' }]);
    await expect(driftModel(service.client(), at.path, read)).rejects.toThrow('nothing was planned');
  });
});

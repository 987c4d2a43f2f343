import { afterAll, beforeAll, expect, it } from 'vitest';
import { identify } from '../../src/model/compare/identity.js';
import { readModel } from '../../src/model/document/read.js';
import { writeModel } from '../../src/model/document/write.js';
import { modelOfLandscape } from '../../src/model/live/model-of-landscape.js';
import { readLandscape } from '../../src/model/live/read-landscape.js';
import { validate } from '../../src/model/validate/validate.js';
import { openService, type Service } from '../support/sandbox.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

it('finds nothing in the demo landscapes', async () => {
  const client = service.client();
  const { organizationId } = service.sandbox;
  const answer = await client.raw({ method: 'GET', path: `organizations/${organizationId}/landscapes` });
  const { landscapes } = JSON.parse(await answer.body.text()) as { landscapes: { id: string }[] };
  expect(landscapes.length).toBeGreaterThan(0);
  for (const { id } of landscapes) {
    const live = await readLandscape(client, { landscapeId: id, versionId: 'latest' });
    const files = writeModel(modelOfLandscape(live, identify(live).ids, 'demo'), { split: true });
    const slugs = [...live.technologies.keys(), ...live.technologies.values()];
    const found = validate(files, readModel(files), { technologies: new Set(slugs) });
    expect(found.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
  }
});

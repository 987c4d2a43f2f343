import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import { listLandscapes } from '../../src/contract/resources/landscape.js';
import { textOf } from '../support/sandbox.js';
import { type Behaved, openBehaved, PATIENCE_MS } from './service.js';

/** Access of a read-only key to each family. Readers may comment (docs/service.md#permissions). */
describe('a read-only key', { timeout: PATIENCE_MS }, () => {
  let service: Behaved;
  beforeAll(async () => {
    service = await openBehaved('read');
  }, PATIENCE_MS);
  afterAll(() => service.close(), PATIENCE_MS);

  it.for(FAMILIES.map((family) => [family.shape.noun, family] as const))(
    'reads %ss, and cannot change them',
    async ([noun, { shape, ...family }], { skip }) => {
      skip(service.reach !== 'read', `the key reaches ${service.reach}`);
      const before = await service.list(family.list);
      const id = before[0] ? textOf(before[0], 'id') : service.newId();
      const path = { [shape.param]: id };
      const found = before.length > 0 ? 200 : 404;
      expect((await service.send(family.get, { path })).status).toBe(found);
      if ('exists' in family) expect((await service.send(family.exists, { path })).status).toBe(found);
      if (noun === 'comment') return;
      const writes = [
        service.send(family.create, { body: {} }),
        ...('upsert' in family ? [service.send(family.upsert, { path, body: {} })] : []),
        service.send(family.update, { path, body: {} }),
        service.send(family.delete, { path }),
      ];
      expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 403));
      expect(await service.list(family.list)).toEqual(before);
    },
  );
});

it('a plan without the API refuses every request', { timeout: PATIENCE_MS }, async ({ skip }) => {
  const service = await openBehaved('nothing');
  skip(service.reach !== 'nothing', `the key reaches ${service.reach}`);
  const path = { organizationId: service.newId(), landscapeId: service.newId() };
  expect((await service.send(listLandscapes, { path })).status).toBe(403);
  for (const family of FAMILIES) expect((await service.send(family.list, { path })).status).toBe(403);
  await service.close();
});

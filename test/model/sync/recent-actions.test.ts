import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SiteData } from '../../../src/site/types.js';
import { openService } from '../../support/sandbox.js';
import { machine } from '../../support/world.js';

/** A machine that uses a landscape, and writes its site. */
async function landscape() {
  const service = await openService();
  const here = machine(service);
  here.signIn({ landscape: service.sandbox.landscapeId });
  onTestFinished(async () => {
    await here.remove();
    await service.close();
  });
  const activity = async (source = 'live') => {
    const { code, stderr } = await here.run(['model', 'site', source, '--out', 'site']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const script = readFileSync(join(here.cwd, 'site', 'data.js'), 'utf8');
    const data = JSON.parse(script.slice(script.indexOf('(') + 1, script.lastIndexOf(')'))) as SiteData;
    return data.activity;
  };
  return { here, activity };
}

describe('the activity of a site', () => {
  it('names who changed which element, newest first', async () => {
    const { here, activity } = await landscape();
    await here.run(['object', 'update', 'Booking API', '--caption', 'Sells crossings.']);
    const [first, ...others] = (await activity()) ?? [];
    expect(first).toMatchObject({
      kind: 'object',
      id: 'booking-api',
      name: 'Booking API',
      change: 'changed',
    });
    expect(first?.by).not.toBe('');
    expect(others.length).toBeGreaterThan(0);
    const times = [first, ...others].map((it) => it?.at ?? '');
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('lists an element once per author, and keeps the name of a deleted one', async () => {
    const { here, activity } = await landscape();
    for (const caption of ['One.', 'Two.'])
      await here.run(['object', 'update', 'Booking API', '--caption', caption]);
    await here.run(['object', 'delete', 'Gate Scanner', '--yes']);
    const found = (await activity()) ?? [];
    expect(found.filter(({ id }) => id === 'booking-api')).toHaveLength(1);
    const deleted = found.find(({ name }) => name === 'Gate Scanner');
    expect(deleted).toMatchObject({ kind: 'object', change: 'removed' });
    expect(deleted).not.toHaveProperty('id');
  });
});

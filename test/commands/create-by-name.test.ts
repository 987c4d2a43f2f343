import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
});
afterAll(() => suite.close());

const json = async (...argv: string[]): Promise<JsonObject> => {
  const ran = await here.run([...argv, '-o', 'json']);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran.json() as JsonObject;
};
const indexes = async (...argv: string[]): Promise<number[]> => {
  const records = (await json(...argv)) as unknown as JsonObject[];
  return records.map(({ index }) => Number(index));
};

describe('a name as argument', () => {
  it('creates a record', async () => {
    expect(await json('domain', 'create', 'Freight and mail')).toMatchObject({ name: 'Freight and mail' });
    expect(await json('object', 'create', 'Kiosk', '--type', 'app', '--parent', 'Booking')).toMatchObject({
      name: 'Kiosk',
      type: 'app',
    });
  });

  it('applies to every record of --data, like --name', async () => {
    const ran = await here.run(['domain', 'create', 'Same', '--data', '-', '-o', 'json'], {
      stdin: '{"labels":{"a":"1"}}\n{"labels":{"a":"2"}}\n',
    });
    expect((ran.json() as JsonObject[]).map(({ name }) => name)).toEqual(['Same', 'Same']);
  });

  it('is refused beside --name, and nothing is sent', async () => {
    const ran = await here.run(['domain', 'create', 'A', '--name', 'B']);
    expect(ran).toMatchObject({ code: 2, requests: [] });
    expect(ran.stderr).toContain('The argument NAME and --name cannot be combined.');
  });

  it('follows the id of an upsert', async () => {
    const made = await json('domain', 'upsert', 'quays', 'Quays');
    expect(made).toMatchObject({ id: 'quays', name: 'Quays' });
  });
});

describe('a connection by its ends', () => {
  it('resolves names, and points from the first to the second', async () => {
    const made = await json(
      ...['connection', 'create', 'Booking API', 'Gate Scanner', '--name', 'authorises'],
      ...['--technology', 'https'],
    );
    const [origin, target] = await Promise.all([
      json('object', 'get', 'Booking API'),
      json('object', 'get', 'Gate Scanner'),
    ]);
    expect(made).toMatchObject({
      name: 'authorises',
      direction: 'outgoing',
      originId: origin.id,
      targetId: target.id,
    });
    const [technology] = made.technologyIds as string[];
    expect(technology).toBeDefined();
  });

  it('names the argument of an unknown object', async () => {
    const ran = await here.run(['connection', 'create', 'Booking APY', 'Gate Scanner', '--name', 'x']);
    expect(ran.code).toBe(4);
    expect(ran.stderr).toContain('There is no object "Booking APY" (ORIGIN).');
  });

  it('refuses both forms', async () => {
    const ran = await here.run(['connection', 'create', 'Booking API', '--origin', 'Gate Scanner']);
    expect(ran).toMatchObject({ code: 2, requests: [] });
    expect(ran.stderr).toContain('The argument ORIGIN and --origin cannot be combined.');
  });
});

describe('an index that is not given', () => {
  it('is the last among the siblings', async () => {
    const before = await indexes('tag-group', 'list');
    expect(await json('tag-group', 'create', 'Regions', '--icon', 'globe')).toMatchObject({
      index: Math.max(...before) + 1,
    });
    expect(await json('tag', 'create', 'North', '--color', 'red', '--group', 'Regions')).toMatchObject({
      index: 0,
    });
    expect(await json('tag', 'create', 'South', '--color', 'red', '--group', 'Regions')).toMatchObject({
      index: 1,
    });
  });

  it('continues within one bulk', async () => {
    const ran = await here.run(
      ['tag', 'create', '--color', 'blue', '--group', 'Regions', '--data', '-', '-o', 'json'],
      { stdin: '{"name":"East"}\n{"name":"West"}\n' },
    );
    expect((ran.json() as JsonObject[]).map(({ index }) => index)).toEqual([2, 3]);
  });

  it('does not change by repeating an upsert', async () => {
    const line = ['tag', 'upsert', 'centre', 'Centre', '--color', 'green', '--group', 'Regions'];
    expect((await json(...line)).index).toBe(4);
    expect((await json(...line)).index).toBe(4);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
});
afterAll(() => suite.close());

const WARNING = /objects\.\w+\.shape: a group must be drawn as an area/g;
const drawn = (id: string, shape: string, type = 'group') => ({
  [id]: { id, modelId: suite.ids.origin, type, shape, x: 0, y: 0, width: 90, height: 90 },
});
const whole = (objects: object) => ({
  ...{ name: 'Drawn', type: 'app-diagram', modelId: suite.ids.root, index: 3 },
  objects,
});

/** Warnings of each command about the objects, and whether it only showed a request. */
const COMMANDS: readonly [string, () => string[], (objects: object) => object][] = [
  ['diagram create', () => [], whole],
  ['diagram upsert', () => ['Drawn000000000000000'], whole],
  ['diagram update', () => [suite.ids.diagram], (objects) => ({ objects: { $add: objects } })],
  ['diagram content replace', () => [suite.ids.diagram], (objects) => ({ objects })],
  ['diagram content update', () => [suite.ids.diagram], (objects) => ({ objects: { $add: objects } })],
];

describe.each(COMMANDS)('%s', (name, args, body) => {
  const run = (objects: object) =>
    here.run([...name.split(' '), ...args(), '--data', JSON.stringify(body(objects)), '--dry-run', '--yes']);

  it('warns about each group that is drawn as a box, before anything is sent', async () => {
    const ran = await run({ ...drawn('one', 'box'), ...drawn('two', 'box'), ...drawn('three', 'area') });
    expect(ran, ran.stderr).toMatchObject({ code: 0, requests: [] });
    expect(ran.stderr.match(WARNING)).toHaveLength(2);
    expect(ran.stderr).toContain('objects.two.shape');
  });

  it('does not warn about anything that the app can show', async () => {
    const ran = await run({ ...drawn('one', 'area'), ...drawn('two', 'box', 'system') });
    expect(ran, ran.stderr).toMatchObject({ code: 0, requests: [] });
    expect(ran.stderr).not.toMatch(WARNING);
  });
});

describe('diagram create with several lines', () => {
  it('warns about each', async () => {
    const lines = ['one', 'two'].map((id) => JSON.stringify(whole(drawn(id, 'box')))).join('\n');
    const ran = await here.run(['diagram', 'create', '--data', '-'], { stdin: lines });
    expect(ran.stderr.match(WARNING)).toHaveLength(2);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** A landscape that differs from its document in a caption, a name, a flow and a new object. */
async function place(name: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const machine = suite.machine();
  const run = (line: readonly string[], options?: RunOptions) =>
    machine.run(['model', ...line, '--landscape', textOf(made.landscape, 'id')], options);
  machine.write('ferry.yaml', FERRY);
  expect((await run(['apply', 'ferry.yaml', '--yes'])).code).toBe(0);
  const changed = FERRY.replace('Crosses on foot', 'Walks')
    .replace('name: Booking API', 'name: API')
    .replace('name: Pay', 'name: Pay now')
    .replace('{ id: booking-db,', '{ id: cache, type: store, name: Cache }\n          - { id: booking-db,');
  machine.write('ferry.yaml', changed);
  return { machine, run };
}

const keysOf = (list: unknown, key: string): string[] =>
  (list as JsonObject[]).map((it) => `${String(it[key])} ${String(it.id)}`);

describe('model plan and apply of a part', () => {
  test('--only plans the changes of named elements, and the summary counts the others', async () => {
    const { run } = await place('Only');
    const shown = await run(['plan', 'ferry.yaml', '--only', 'Booking/**', '--only', 'passenger']);
    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringContaining('Plan for "Only": 1 to create, 3 to update\n'),
    ]);
    expect(shown.stdout).toContain('Nothing is left out by --only');
    const one = await run(['plan', 'ferry.yaml', '--only', 'Passenger']);
    expect(one.stdout).toContain('Plan for "Only": 1 to update; 3 elements left out\n');
    expect(one.stdout).toContain(
      'Left out by --only: 2 model objects (1 to create, 1 to update), 1 flow (1 to update); -o json lists them\n',
    );
    const data = (
      await run(['plan', 'ferry.yaml', '--only', 'Passenger', '-o', 'json'])
    ).json() as JsonObject;
    expect(keysOf(data.steps, 'does')).toEqual(['update passenger']);
    expect(keysOf(data.leftOut, 'does')).toEqual(['update booking-api', 'create cache', 'update pay']);
  });

  test('drift after an apply of a part is what the apply left out', async () => {
    const { run } = await place('Rest');
    const applied = await run(['apply', 'ferry.yaml', '--only', 'Booking/**', '--yes', '-o', 'json']);
    expect([applied.code, applied.stderr]).toEqual([
      0,
      expect.stringContaining(
        'Left out by --only: 1 model object (1 to update); "archctl model drift" reports them.',
      ),
    ]);
    const result = applied.json() as JsonObject;
    expect(result).toMatchObject({ created: 1, updated: 2, deleted: 0, remaining: 0 });
    expect(keysOf(result.leftOut, 'does')).toEqual(['update passenger']);
    const drift = await run(['drift', 'ferry.yaml', '-o', 'json']);
    expect([drift.code, keysOf((drift.json() as JsonObject).drift, 'state')]).toEqual([
      8,
      ['changed passenger'],
    ]);
    expect((await run(['apply', 'ferry.yaml', '--yes', '-o', 'json'])).json()).toMatchObject({ updated: 1 });
    expect((await run(['drift', 'ferry.yaml'])).code).toBe(0);
  });

  test('a saved plan of a part applies this part', async () => {
    const { machine, run } = await place('Saved');
    const planned = await run(['plan', 'ferry.yaml', '--only', 'cache', '--out', 'plan.json', '-o', 'json']);
    const shown = await machine.run(['model', 'show-plan', 'plan.json']);
    expect(shown.stdout).toContain('Plan for "Saved": 1 to create; 3 elements left out');
    for (const [option, value] of [
      ['--only', 'cache'],
      ['--with-dependencies', undefined],
    ] as const) {
      const twice = await run(['apply', 'plan.json', option, ...(value ? [value] : []), '--yes']);
      expect([twice.code, twice.stderr]).toEqual([
        2,
        expect.stringContaining(`A saved plan cannot be combined with ${option}.`),
      ]);
    }
    const applied = await run(['apply', 'plan.json', '--yes', '-o', 'json']);
    expect(applied.json()).toMatchObject({ created: 1, updated: 0, remaining: 0 });
    const drift = (await run(['drift', 'ferry.yaml', '-o', 'json'])).json() as JsonObject;
    expect(keysOf(drift.drift, 'id').sort()).toEqual(
      keysOf((planned.json() as JsonObject).leftOut, 'id').sort(),
    );
  });

  test('a saved plan whose selection was edited is refused', async () => {
    const { machine, run } = await place('Edited');
    await run(['plan', 'ferry.yaml', '--only', 'cache', '--out', 'plan.json']);
    const saved = machine.read('plan.json');
    machine.write(
      'plan.json',
      saved.replace(
        /"elements": \[\s*\{\s*"kind": "object",\s*"id": "cache"/,
        '"elements": [{ "kind": "object", "id": "passenger"',
      ),
    );
    const edited = await run(['apply', 'plan.json', '--yes']);
    expect([edited.code, edited.stderr]).toEqual([
      2,
      expect.stringContaining('does not match the document in it'),
    ]);
    machine.write('plan.json', saved.replace('"withDependencies": false', '"withDependencies": "no"'));
    expect((await run(['apply', 'plan.json', '--yes'])).stderr).toContain('is not a plan');
  });

  test('a step that needs a change that is left out is an error, and --with-dependencies adds it', async () => {
    const { machine, run } = await place('Needs');
    machine.write(
      'ferry.yaml',
      machine
        .read('ferry.yaml')
        .replace('name: Cache }', 'name: Cache, objects: [{ id: entry, type: component, name: Entry }] }'),
    );
    const bare = await run(['plan', 'ferry.yaml', '--only', 'entry']);
    expect([bare.code, bare.stdout, bare.stderr]).toEqual([
      2,
      '',
      expect.stringContaining(
        'model object entry needs the model object cache to be created, which --only leaves out. Select it with --only, or use --with-dependencies.',
      ),
    ]);
    const whole = await run(['plan', 'ferry.yaml', '--only', 'entry', '--with-dependencies']);
    expect([whole.code, whole.stdout]).toEqual([
      0,
      expect.stringContaining('2 to create; 3 elements left out'),
    ]);
    expect(whole.stdout).toContain('Added by --with-dependencies: model object cache\n');
    const applied = await run([
      'apply',
      'ferry.yaml',
      '--only',
      'entry',
      '--with-dependencies',
      '--yes',
      '-o',
      'json',
    ]);
    expect(applied.json()).toMatchObject({ created: 2, updated: 0, remaining: 0 });
  });

  test('only named elements are deleted, and only with --prune', async () => {
    const { machine, run } = await place('Prune');
    machine.write(
      'ferry.yaml',
      FERRY.replace(/ {2}- id: pay[\s\S]*$/, '').replace(/ {6}- \{ type: subflow.*\n/, ''),
    );
    expect((await run(['plan', 'ferry.yaml', '--only', 'pay'])).stdout).toContain('nothing to do');
    const line = ['apply', 'ferry.yaml', '--only', 'flow:pay', '--prune', '--yes', '-o', 'json'];
    const applied = await run(line);
    expect([applied.code, applied.json()]).toEqual([0, expect.objectContaining({ deleted: 1, updated: 0 })]);
    const drift = (await run(['drift', 'ferry.yaml', '-o', 'json'])).json() as JsonObject;
    expect(keysOf(drift.drift, 'state')).toEqual(
      keysOf((applied.json() as JsonObject).leftOut, 'does').map((it) => it.replace('update', 'changed')),
    );
  });

  test.each([
    [['--with-dependencies'], 'Option --with-dependencies requires --only.'],
    [['--only', 'nobody'], 'Neither the document nor the landscape has an element "nobody".'],
    [['--only', '/**'], 'Neither the document nor the landscape has an element "/**".'],
  ])('%j is an error', async (options, message) => {
    const machine = suite.machine();
    machine.write('ferry.yaml', FERRY);
    const ran = await machine.run(['model', 'plan', 'ferry.yaml', ...options]);
    expect(ran.stderr).toContain(message);
    expect(ran.code).not.toBe(0);
  });
});

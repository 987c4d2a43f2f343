import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** A machine with a document, and a landscape of its own. */
async function place(name: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const landscape = textOf(made.landscape, 'id');
  const machine = suite.machine();
  machine.write('ferry.yaml', FERRY);
  const run = (line: string, options?: RunOptions) =>
    machine.run([...line.split(' '), '--landscape', landscape], options);
  const ask = (path: string, method?: 'GET' | 'POST' | 'PATCH', body?: unknown): Promise<JsonObject> =>
    suite.ask(`landscapes/${landscape}/versions/latest/${path}`, method, body);
  return { landscape, machine, run, ask };
}

const kept = (machine: Machine): JsonObject =>
  JSON.parse(readFileSync(join(machine.cwd, 'plan.json'), 'utf8')) as JsonObject;

describe('model plan, apply and drift', () => {
  test('plan, diff, show-plan and drift write nothing; apply sends what plan shows', async () => {
    const { machine, run } = await place('Wire');
    const planned = await run('model plan ferry.yaml --out plan.json -o json');
    const drifted = await run('model drift ferry.yaml -o json');
    expect([planned.code, drifted.code]).toEqual([0, 8]);
    const compared = await run('model diff ferry.yaml live --exit-code');
    expect(compared.code).toBe(8);
    for (const { requests } of [planned, drifted, compared])
      expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect((drifted.json() as JsonObject).drift).toHaveLength(16);
    const shown = await machine.run(['model', 'show-plan', 'plan.json', '-o', 'json']);
    expect([shown.requests, shown.json()]).toEqual([[], planned.json()]);
    const applied = await run('model apply plan.json --yes -o json');
    expect(applied.json()).toMatchObject({ created: 16, deleted: 0, remaining: 0, matching: 16 });
    const writes = applied.requests.filter(({ method }) => method !== 'GET');
    expect(writes).toHaveLength((planned.json() as { steps: unknown[] }).steps.length);
    const again = await run('model drift ferry.yaml');
    expect([again.code, again.stdout]).toEqual([0, '"Wire": 16 unchanged\n']);
  });

  test('an empty document does not delete everything', async () => {
    const { machine, run } = await place('Kept');
    expect((await run('model apply ferry.yaml --yes')).code).toBe(0);
    machine.write('empty.yaml', '# The program that writes this failed.\n');
    for (const verb of ['plan', 'apply --yes', 'drift']) {
      const ran = await run(`model ${verb} empty.yaml${verb === 'drift' ? '' : ' --prune-all'}`);
      expect([ran.code, ran.requests], verb).toEqual([2, []]);
      expect(ran.stderr).toContain('empty.yaml contains no model; no plan was made.');
    }
    machine.write('empty.yaml', 'namespace: ferry\n');
    expect((await run('model plan empty.yaml --prune-all')).stdout).toContain('to delete');
  });

  test('errors of a document name the command that shows them', async () => {
    const { machine, run } = await place('Wrong');
    machine.write('wrong.yaml', 'objects:\n  - { id: a, name: A, type: app, parent: b }\n');
    mkdirSync(join(machine.cwd, 'models', 'layout'), { recursive: true });
    machine.write('models/a.yaml', 'objects:\n  - { id: a, name: A, type: robot }\n');
    machine.write('models/layout/b.yaml', 'nope: 1\n');
    const hints = ['wrong.yaml', 'models'].map(
      async (path) => (await run(`model plan ${path} -o json`)).error().hint,
    );
    expect(await Promise.all(hints)).toEqual([
      'Correct the files. "archctl model validate wrong.yaml" shows the errors in their lines.',
      'Correct the files. "archctl model validate models" shows the errors in their lines.',
    ]);
  });

  test('a person sees the plan and is asked, unless there is nothing to do', async () => {
    const { run } = await place('Asked');
    const no = await run('model apply ferry.yaml', {
      tty: true,
      answers: [{ ask: 'confirm', answer: false }],
    });
    expect(no.code).toBe(130);
    expect(no.stdout).toContain('Plan for "Asked": 16 to create');
    expect(no.requests.every(({ method }) => method === 'GET')).toBe(true);
    const unasked = await run('model apply ferry.yaml');
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('Use --yes')]);
    const message = 'Apply the changes to the landscape "Asked" (16 to create)?';
    expect(
      await run('model apply ferry.yaml', {
        tty: true,
        answers: [{ ask: 'confirm', message, answer: true }],
      }),
    ).toMatchObject({ code: 0 });
    const nothing = await run('model apply ferry.yaml');
    expect([nothing.code, nothing.stderr]).toEqual([
      0,
      expect.stringContaining('Nothing to do: "Asked" matches the document.'),
    ]);
  });

  test('the planned changes are applied, even if the file changes meanwhile', async () => {
    const { machine, run, ask } = await place('Bytes');
    const file = join(machine.cwd, 'ferry.yaml');
    const answers = [
      {
        ask: 'confirm' as const,
        get answer() {
          writeFileSync(file, FERRY.replace('name: Passenger,', 'name: Somebody,'));
          return true;
        },
      },
    ];
    expect(await run('model apply ferry.yaml', { tty: true, answers })).toMatchObject({ code: 0 });
    const { modelObjects } = await ask('model/objects?filter[type]=actor');
    expect((modelObjects as JsonObject[]).map(({ name }) => name)).toEqual(['Passenger']);
  });

  test('a saved plan is applied once, and not if document or landscape have changed', async () => {
    const { machine, run, ask } = await place('Kept');
    await run('model apply ferry.yaml --yes');
    const wanted = FERRY.replace('Crosses on foot or by car.', 'Crosses.').replace(
      'name: Booking Database',
      'name: Bookings',
    );
    machine.write('ferry.yaml', wanted);
    await run('model plan ferry.yaml --out plan.json');
    machine.write('ferry.yaml', FERRY);
    const edited = await run('model apply plan.json --yes');
    expect([edited.code, edited.stderr]).toEqual([
      2,
      expect.stringContaining('ferry.yaml has changed since the plan'),
    ]);
    machine.write('ferry.yaml', wanted);
    const { modelObjects } = await ask('model/objects');
    const passenger = (modelObjects as JsonObject[]).find(({ name }) => name === 'Passenger');
    const path = `model/objects/${textOf(passenger, 'id')}`;
    await ask(path, 'PATCH', { caption: 'Theirs' });
    const moved = await run('model apply plan.json --yes -o json');
    expect([moved.code, moved.error()]).toEqual([
      5,
      expect.objectContaining({ details: ['update object passenger'] }),
    ]);
    // The landscape already has the planned state, so the plan is accepted.
    await ask(path, 'PATCH', { caption: 'Crosses.' });
    expect((await run('model apply plan.json --yes -o json')).json()).toMatchObject({
      updated: 1,
      remaining: 0,
    });
    expect(kept(machine).appliedAt).toBeTypeOf('string');
    const twice = await run('model apply plan.json --yes');
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('a plan can be applied once')]);
    const { plan, ...rest } = kept(machine);
    const forged = { ...rest, appliedAt: undefined, plan: { ...(plan as JsonObject), wanted: 'other' } };
    machine.write('plan.json', JSON.stringify(forged));
    expect((await run('model apply plan.json --yes')).stderr).toContain('does not match the document in it');
  });

  test('show-plan names "model plan --out" for a missing or invalid file', async () => {
    const { machine } = await place('Shown');
    for (const file of ['missing.json', 'ferry.yaml']) {
      const shown = await machine.run(['model', 'show-plan', file]);
      expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining(file)]);
      expect(shown.stderr).toContain('hint: Save a plan with "archctl model plan FILE --out plan.json".');
      expect(shown.stderr).not.toContain('model init');
    }
  });

  test('drift lists changed, added and removed elements, and ignores other namespaces', async () => {
    const { run, ask } = await place('Drifts');
    await run('model apply ferry.yaml --yes');
    const { modelObjects } = await ask('model/objects');
    const idOf = (name: string): string =>
      textOf(
        (modelObjects as JsonObject[]).find((it) => it.name === name),
        'id',
      );
    await ask(`model/objects/${idOf('Passenger')}`, 'PATCH', { caption: 'Swims' });
    const make = (name: string, labels: JsonObject) =>
      ask('model/objects', 'POST', { name, type: 'app', parentId: idOf('Booking'), labels });
    await make('By hand \u001b[31m', {});
    await make('Theirs', { imported: 'true', 'import-namespace': 'theirs', 'import-original-id': 'x' });
    const drifted = await run('model drift ferry.yaml');
    expect(drifted.code).toBe(8);
    expect(drifted.stdout).toContain('\n15 unchanged, 1 changed, 1 new.\n');
    expect(drifted.stdout).toContain(
      '~ model object Passenger  passenger  (by Sandbox admin, just now)\n      caption: Crosses on foot or by car. → Swims',
    );
    expect(drifted.stdout).not.toContain('Theirs');
    expect(drifted.stdout).not.toContain('\u001b');
  });

  test('a running apply locks out another, and is not drift', async () => {
    const { landscape, machine, run } = await place('Locked');
    await run('model apply ferry.yaml --yes');
    const { createHash } = await import('node:crypto');
    const { hostname } = await import('node:os');
    const name = createHash('sha256').update(landscape).digest('hex').slice(0, 32);
    const folder = join(machine.state, 'applies', name);
    const lease = (pid: number): void => {
      const holder = { pid, start: null, host: hostname(), since: '2026-03-10T12:00:00.000Z' };
      const lines = [holder, { total: 7 }, { done: 1 }, { done: 1 }];
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'held'), lines.map((it) => `${JSON.stringify(it)}\n`).join(''), {
        mode: 0o600,
      });
    };
    lease(process.pid);
    const kept = await run('model apply ferry.yaml --yes');
    const words = `Another apply (process ${process.pid} on ${hostname()}) has been running since 2026-03-10T12:00:00.000Z: 2 of 7 steps done.`;
    expect([kept.code, kept.stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(await run('model drift ferry.yaml')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(words),
    });
    expect((await run('model apply ferry.yaml --yes --break-lock')).code).toBe(0);
    // A dead one holds no lock.
    lease(4_194_305);
    const next = await run('model apply ferry.yaml --yes');
    expect([next.code, next.stderr]).toEqual([0, expect.stringContaining('stopped after 2 of 7 steps')]);
  });
});

/** Deletions in a pulled document, before an apply has labelled its records. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** A landscape drawn by hand, pulled to `m.yaml`, with two elements of other namespaces. */
async function pulled(name: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const landscape = textOf(made.landscape, 'id');
  const ask = (path: string, method?: 'GET' | 'POST' | 'PATCH', body?: unknown): Promise<JsonObject> =>
    suite.ask(`landscapes/${landscape}/versions/latest/${path}`, method, body);
  const [root] = listOf(await ask('model/objects'), 'modelObjects');
  const draw = async (
    title: string,
    type: string,
    parentId: string,
    more: JsonObject = {},
  ): Promise<string> => {
    const body = { name: title, type, parentId, ...more };
    return textOf((await ask('model/objects', 'POST', body)).modelObject, 'id');
  };
  const booking = await draw('Booking', 'system', textOf(root, 'id'));
  const [web, api] = [await draw('Web', 'app', booking), await draw('API', 'app', booking)];
  const calls = { name: 'Calls', originId: web, targetId: api, direction: 'outgoing' };
  await ask('model/connections', 'POST', calls);
  for (const id of ['theirs', 'other']) {
    const labels = { imported: 'true', 'import-namespace': `by-${id}`, 'import-original-id': id };
    await draw(id, 'app', booking, { labels });
  }
  const machine = suite.machine();
  const run = (line: string, options?: RunOptions) =>
    machine.run([...line.split(' '), '--landscape', landscape], options);
  const pull = await run('model pull --out m.yaml');
  expect(pull.code, pull.stderr).toBe(0);
  const names = async (): Promise<string[]> =>
    listOf(await ask('model/objects'), 'modelObjects')
      .filter(({ type }) => type !== 'root')
      .map((it) => textOf(it, 'name'));
  const deleteLines = (...texts: string[]): void => {
    const lines = machine.read('m.yaml').split('\n');
    const kept = lines.filter((line) => !texts.some((it) => line.includes(it)));
    expect(kept).toHaveLength(lines.length - texts.length);
    machine.write('m.yaml', kept.join('\n'));
  };
  // A document cannot own elements of other namespaces.
  deleteLines('id: theirs,', 'id: other,');
  return { booking, ask, draw, machine, run, pull, names, deleteLines };
}

const stepsIn = (ran: { json(): unknown }): string[] =>
  listOf(ran.json() as JsonObject, 'steps')
    .filter(({ does }) => does !== 'adopt')
    .map(({ does, kind, id }) => `${does} ${kind} ${id}`);

test('after an apply of a part, missing labels are not called drift', async () => {
  const { run, machine } = await pulled('Part');
  const first = await run('model apply m.yaml --only web --yes');
  expect(first.stderr).toMatch(/Left out by --only: [^;]*to label\)\.\n/);
  expect((await run('model drift m.yaml')).code).toBe(0);
  machine.write('m.yaml', machine.read('m.yaml').replace('name: API', 'name: Fares API'));
  const second = await run('model apply m.yaml --only web --yes');
  expect(second.stderr).toMatch(/; "archctl model drift" reports them, except missing labels\.\n/);
  expect((await run('model drift m.yaml')).stdout).toContain('Fares API');
});

describe('an element that was pulled and then deleted from the document', () => {
  test('is deleted by plan --prune and apply; drift and the next plan find nothing', async () => {
    const { run, pull, machine, names, deleteLines } = await pulled('Adopted');
    expect(pull.stderr).toContain('labels 7 records with their id in the files and the owner "adopted"');
    expect(pull.stderr).toContain(
      '\n  archctl model plan m.yaml\n  archctl model apply m.yaml\nElements that you delete from the files stay',
    );
    deleteLines('id: api,', 'id: web-api-calls,');
    const planned = await run('model plan m.yaml --prune --out plan.json -o json');
    expect(stepsIn(planned)).toEqual(['delete object api']);
    const applied = await run('model apply plan.json --yes');
    expect([applied.code, applied.stderr]).toEqual([
      0,
      expect.stringContaining('"Adopted" matches the document.'),
    ]);
    expect(await names()).toEqual(['Booking', 'Web', 'theirs', 'other']);
    const drift = await run('model drift m.yaml');
    expect([drift.code, drift.stdout]).toEqual([0, '"Adopted": 3 unchanged\n']);
    expect((await run('model plan m.yaml --prune')).stdout).toMatch(/^Plan for "Adopted": nothing to do\n/);
    // Labels name the owner from now on: the next pull removes the list.
    expect(machine.read('m.yaml')).toContain('adopted:');
    await run('model pull --out m.yaml');
    expect(machine.read('m.yaml')).not.toContain('adopted:');
  });

  test('stays without --prune; plan and apply name what drift reports', async () => {
    const { run, names, deleteLines } = await pulled('Kept');
    deleteLines('id: api,', 'id: web-api-calls,');
    const plan = await run('model plan m.yaml');
    expect(plan.stdout).toContain('Plan for "Kept": 3 to label; 2 elements not in the document\n');
    expect(plan.stdout).toContain('  model object API  api  adopted by a pull; --prune deletes it\n');
    const applied = await run('model apply m.yaml --yes');
    expect(applied.code).toBe(0);
    expect(applied.stderr).not.toContain('matches');
    expect(applied.stderr).toContain(
      '2 elements are not in the document and were not deleted; "archctl model drift" reports them:\n  model object API  api',
    );
    expect(await names()).toContain('API');
    const drift = await run('model drift m.yaml -o json');
    const kept = listOf(drift.json() as JsonObject, 'drift').map(({ state, id }) => `${state} ${id}`);
    expect([drift.code, kept]).toEqual([8, ['new api', 'new web-api-calls']]);
    const again = await run('model apply m.yaml --yes -o json');
    expect([again.code, again.json()]).toEqual([
      0,
      expect.objectContaining({ remaining: 0, notInDocument: 2 }),
    ]);
    expect((await run('model apply m.yaml --prune --yes')).code).toBe(0);
    expect((await run('model drift m.yaml')).code).toBe(0);
  });

  test('stays if the document has no record of it, and plan and apply report it', async () => {
    const { run, machine, names, deleteLines } = await pulled('Old');
    deleteLines('id: api,', 'id: web-api-calls,');
    machine.write('m.yaml', machine.read('m.yaml').replace(/^adopted:[\s\S]*/m, ''));
    const plan = await run('model plan m.yaml --prune');
    expect(plan.stdout).toContain(
      'model object API  api  not owned by a namespace, and not adopted by a pull\n',
    );
    expect(plan.stdout).toContain('adopt it with "archctl model pull"');
    for (const steps of ['Applied 3 steps (3 labelled)', 'Nothing to do']) {
      const applied = await run('model apply m.yaml --prune --yes');
      expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining(`${steps} in "Old".`)]);
      expect(applied.stderr).toContain('"archctl model drift" reports them:\n  model object API  api');
    }
    expect(await names()).toContain('API');
    expect((await run('model drift m.yaml')).code).toBe(8);
    // The remedy that the plan names.
    await run('model pull --out m.yaml');
    deleteLines('id: api,', 'id: web-api-calls,');
    expect((await run('model apply m.yaml --prune --yes')).stderr).toContain('"Old" matches the document.');
    expect((await run('model drift m.yaml')).code).toBe(0);
  });

  test('is not deleted if another namespace owns it, or if it was created after the pull', async () => {
    const { run, booking, draw, names } = await pulled('Others');
    await draw('Later', 'app', booking);
    const plan = await run('model plan m.yaml --prune');
    expect(plan.stdout).toContain('to label; 1 element not in the document\n');
    expect(plan.stdout).toContain(
      'model object Later  later  not owned by a namespace, and not adopted by a pull',
    );
    expect(plan.stdout).toContain('  1 other element: owned by the namespace by-theirs\n');
    const applied = await run('model apply m.yaml --prune --yes');
    expect(applied.stderr).toContain('1 element is not in the document and was not deleted;');
    expect(await names()).toEqual(['Booking', 'Web', 'API', 'theirs', 'other', 'Later']);
    const drift = await run('model drift m.yaml -o json');
    expect(listOf(drift.json() as JsonObject, 'drift')).toMatchObject([{ state: 'new', name: 'Later' }]);
    const all = await run('model plan m.yaml --prune-all -o json');
    expect(stepsIn(all)).toEqual(['delete object later', 'delete object other', 'delete object theirs']);
  });

  test('keeps descendants that were created after the pull, and reports dependents', async () => {
    const { run, ask, draw, names, deleteLines } = await pulled('Held');
    const web = listOf(await ask('model/objects?filter[name]=Web'), 'modelObjects')[0];
    await draw('Cart', 'component', textOf(web, 'id'));
    deleteLines('id: web,', 'id: web-api-calls,');
    const applied = await run('model apply m.yaml --prune --yes');
    expect(applied.stderr).toContain(
      'model object Web  web  the model object cart is kept and depends on it',
    );
    expect(await names()).toEqual(expect.arrayContaining(['Web', 'Cart']));
  });

  test('is deleted after a rename and a move of others, a format, a split and a merge of two branches', async () => {
    const { run, machine, deleteLines } = await pulled('Branches');
    const base = machine.read('m.yaml');
    machine.write('base.yaml', base);
    machine.write('theirs.yaml', base.replace('name: Web', 'name: Shop'));
    deleteLines('id: api,', 'id: web-api-calls,');
    expect((await machine.run(['model', 'fmt', 'm.yaml'])).code).toBe(0);
    await machine.run(['model', 'merge', 'base.yaml', 'm.yaml', 'theirs.yaml', '--out', 'm.yaml']);
    const merged = machine.read('m.yaml');
    expect(merged).toContain('name: Shop');
    const [, adopted = ''] = /^(adopted:[\s\S]*)/m.exec(merged) ?? [];
    mkdirSync(join(machine.cwd, 'models'));
    machine.write('models/a.yaml', merged.replace(adopted, ''));
    machine.write('models/b.yaml', adopted);
    const plan = await run('model plan models --prune -o json');
    expect(stepsIn(plan)).toEqual(['update object web', 'delete object api']);
    // A pull writes the list in place.
    await run('model pull --out models');
    expect(machine.read('models/b.yaml')).toBe(adopted);
    expect(machine.read('models/a.yaml')).not.toContain('adopted:');
  });

  test('a damaged list is an error with its line', async () => {
    const { run, machine } = await pulled('Damaged');
    machine.write('m.yaml', machine.read('m.yaml').replace(/ {2}domain \w+/, '  domain'));
    const plan = await run('model plan m.yaml --prune');
    expect(plan.code).toBe(2);
    expect(plan.stderr).toMatch(/m\.yaml:\d+:10: adopted has a line that is not "KIND HANDLE": domain/);
  });
});

test('a saved plan beside the documents of a folder is not read as a document', async () => {
  const { run, machine } = await pulled('Saved beside');
  for (const name of ['plan.json', 'Plan 2.JSON']) {
    const saved = await machine.run([
      ...'model plan . --out'.split(' '),
      name,
      '--landscape',
      'Saved beside',
    ]);
    expect(saved.code, saved.stderr).toBe(0);
  }
  for (const line of ['model validate .', 'model plan .', 'model drift .']) {
    const ran = await run(line);
    expect(ran.code, `${line}: ${ran.stderr}`).toBe(0);
  }
  machine.write('other.json', '{"archctl": 1}');
  expect((await run('model validate .')).code).toBe(8);
});

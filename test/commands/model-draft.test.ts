import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import { ADMIN, type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** The document without its domain, which a draft cannot create. */
const DOMAIN = 'namespace: ferry\ndomains: [{ id: travel, name: Passenger Travel }]\n';

async function place(name: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const landscape = textOf(made.landscape, 'id');
  const machine = suite.machine();
  machine.write('ferry.yaml', FERRY);
  const run = (line: string | string[], options?: RunOptions) =>
    machine.run([...(typeof line === 'string' ? line.split(' ') : line), '--landscape', landscape], options);
  const ask = (path: string, method?: 'GET' | 'POST' | 'PATCH', body?: unknown): Promise<JsonObject> =>
    suite.ask(`landscapes/${landscape}/versions/latest/${path}`, method, body);
  return { landscape, machine, run, ask };
}

/** Write requests below the version. */
const writesOf = ({ requests }: { requests: readonly { method: string; url: URL }[] }) =>
  requests.flatMap(({ method, url }) =>
    method === 'GET' ? [] : [url.pathname.replace(/^.*\/latest\//, '').replace(/\/\w{20}(?=\/|$)/g, '')],
  );

describe('an apply into a draft', () => {
  test('domains are rejected before anything is written', async () => {
    const { run } = await place('Domains');
    const ran = await run('model apply ferry.yaml --draft Next --yes');
    expect([ran.code, writesOf(ran)]).toEqual([2, []]);
    expect(ran.stderr).toContain('domain travel would be created, but drafts cannot change domains');
  });

  test('does not change the version, prints the next steps, and continues where it stopped', async () => {
    const { machine, run, ask } = await place('Reviewed');
    machine.write('domain.yaml', `${/^namespace: .*$/m.exec(FERRY)?.[0]}\n${DOMAIN.split('\n')[1]}\n`);
    expect((await run('model apply domain.yaml --yes')).code).toBe(0);
    const planned = await run([
      'model',
      'plan',
      'ferry.yaml',
      '--draft',
      'Next quarter',
      '--out',
      'plan.json',
    ]);
    expect(planned.stdout).toContain('Plan for "Reviewed", into the new draft "Next quarter": 15 to create');
    expect(planned.stdout).toContain('16 write requests; needs a key with permission write');
    expect(writesOf(planned)).toEqual([]);
    const shown = await machine.run(['model', 'show-plan', 'plan.json']);
    expect(shown.stdout).toBe(planned.stdout);
    const twice = await run(['model', 'apply', 'plan.json', '--draft', 'Other', '--yes']);
    expect([twice.code, twice.stderr]).toEqual([
      2,
      expect.stringContaining('A saved plan cannot be combined with --draft'),
    ]);
    const [before] = [await ask('export/json')];

    // Another machine did half of it: the saved plan does the rest, in the same draft.
    const half = FERRY.replace(/^flows:[\s\S]*$/m, '');
    machine.write('half.yaml', half);
    expect((await run(['model', 'apply', 'half.yaml', '--draft', 'Next quarter', '--yes'])).code).toBe(0);
    const applied = await run('model apply plan.json --yes -o json');
    expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('archctl draft merge')]);
    expect(applied.stderr).toMatch(/archctl model diff live draft:\w{20}\b/);
    expect(applied.json()).toMatchObject({ draft: 'Next quarter', created: 2, remaining: 0 });
    expect(new Set(writesOf(applied))).toEqual(new Set(['drafts/tasks']));
    expect(await ask('export/json')).toEqual(before);

    const same = await run(['model', 'diff', '--exit-code', 'ferry.yaml', 'draft:Next quarter']);
    // The landscape's own domain is not in the document.
    expect(same.stdout).toMatch(/^ferry\.yaml → draft:Next quarter\n\n1 domain\n[^\n]*\n\n1 added\.\n$/);
    const nothing = await run(['model', 'apply', 'ferry.yaml', '--draft', 'Next quarter']);
    expect(nothing.stderr).toContain('Nothing to do: the draft "Next quarter" matches the document.');
    expect((await run(['draft', 'merge', 'Next quarter', '--yes'])).code).toBe(0);
    expect((await run('model drift ferry.yaml')).code).toBe(0);
    const merged = await run(['model', 'apply', 'ferry.yaml', '--draft', 'Next quarter', '--yes']);
    expect([merged.code, merged.stderr]).toEqual([
      2,
      expect.stringContaining('The draft Next quarter is merged and cannot be changed'),
    ]);
    const none = await run('model apply ferry.yaml --draft Another');
    expect(none.stderr).toContain('No draft was created');
    expect(listOf(await ask('drafts'), 'drafts')).toHaveLength(1);
  });

  test('a person is asked, and sees escaped names', async () => {
    const { machine, run, ask } = await place('Asked about');
    // The domain is matched by its name; a draft cannot contain its labels.
    const system = '{ id: a, type: system, name: A }';
    machine.write('a.yaml', `namespace: n\ndomains: [{ id: d, name: Asked about, objects: [${system}] }]\n`);
    const message = 'Add the changes to the new draft "Mine" of the landscape "Asked about" (1 to create)?';
    const no = await run('model apply a.yaml --draft Mine', {
      tty: true,
      answers: [{ ask: 'confirm', message, answer: false }],
    });
    expect([no.code, writesOf(no)]).toEqual([130, []]);
    for (const draft of ['', 'Gg7Gg7Gg7Gg7Gg7Gg7Gg'])
      expect(writesOf(await run(['model', 'apply', 'a.yaml', '--draft', draft, '--yes']))).toEqual([]);
    for (const _ of [1, 2]) await ask('drafts', 'POST', { name: 'Twin', status: 'in-progress' });
    const twins = await run('model apply a.yaml --draft Twin --yes -o json');
    expect(twins.error()).toMatchObject({ message: '2 drafts have the name Twin.' });
  });
});

describe('an apply by import', () => {
  const many = (count: number): string =>
    [
      'namespace: many',
      'domains:',
      '  - id: d',
      '    name: D',
      '    objects:',
      ...Array.from({ length: count }, (_, at) => `      - { id: s${at}, type: system, name: S${at} }`),
      'connections:',
      ...Array.from(
        { length: count - 1 },
        (_, at) => `  - { id: c${at}, origin: s${at}, target: s${at + 1}, name: C, direction: outgoing }`,
      ),
    ].join('\n');

  test('with an admin key sends a few requests for many records, and reports that', async () => {
    const { machine, run } = await place('Bulk');
    machine.write('many.yaml', many(40));
    const planned = await run('model plan many.yaml --out plan.json');
    expect(planned.stdout).toContain('1 import request; needs a key with permission admin');
    expect(planned.stdout).toContain('80 of 80 steps by import');
    const reader = await run('model plan many.yaml --profile reader');
    expect(reader.stdout).toContain('80 write requests');
    const applied = await run('model apply plan.json --yes -o json');
    expect(applied.json()).toMatchObject({ created: 80, remaining: 0 });
    expect(writesOf(applied)).toEqual(['import']);
    // The landscape is read three times: for the plan, after the import, and at the end.
    expect(applied.requests.length).toBeLessThan(50);
    machine.write('more.yaml', `${many(80).replace('namespace', '# as before\nnamespace')}\n`);
    const single = await run('model plan more.yaml --no-import');
    expect(single.stdout).toContain(
      "80 write requests; at least 1 min at the service's limit of 60 writes a minute; needs a key with permission write",
    );
  });

  /** A service on this machine, without a rate limit. */
  const HERE = { ARCHCTL_BASE_URL: 'http://127.0.0.1:4210/v1/' };

  test('a saved plan with imports is applied without them with --no-import, or by a key that may not import', async () => {
    const made = await suite.ask(`organizations/${suite.ids.organization}/api-keys`, 'POST', {
      name: 'Writer',
      permission: 'write',
    });
    const writer = `${textOf(made.apiKey, 'id')}:${textOf(made, 'secret')}`;
    for (const [name, option, key] of [
      ['Option', ' --no-import', `${ADMIN.id}:${ADMIN.secret}`],
      ['Key', '', writer],
    ] as const) {
      const { machine, run } = await place(name);
      machine.write('many.yaml', many(40));
      expect((await run('model plan many.yaml --out plan.json')).stdout).toContain('by import;');
      const applied = await run(`model apply plan.json${option} --yes -o json`, {
        env: { ...HERE, ARCHCTL_API_KEY: key },
      });
      expect(applied.json(), applied.stderr).toMatchObject({ created: 80, remaining: 0 });
      expect(writesOf(applied)).not.toContain('import');
    }
  });

  test('an import of a killed apply is awaited before planning', async () => {
    const { landscape, machine, run } = await place('Killed');
    machine.write('many.yaml', many(40));
    const name = createHash('sha256').update(landscape).digest('hex').slice(0, 32);
    const lease = join(machine.state, 'applies', name);
    mkdirSync(lease, { recursive: true, mode: 0o700 });
    const holder = { pid: 4_194_305, start: null, host: hostname(), since: '2026-03-10T12:00:00.000Z' };
    const lines = [holder, { total: 80 }, { importId: 'BegunByAnother' }, { done: 80 }];
    const text = lines.map((it) => `${JSON.stringify(it)}\n`).join('');
    writeFileSync(join(lease, 'left'), text, { mode: 0o600 });
    const ran = await run('model apply many.yaml --yes');
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('stopped after 80 of 80 steps')]);
    const paths = ran.requests.map(({ url }) => url.pathname);
    expect(paths[0]).toMatch(/\/import\/BegunByAnother$/);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

/** Lines about created and changed records, for a person. */

let suite: CommandSuite;
let machine: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  machine = suite.machine();
});
afterAll(() => suite.close());

const person = (argv: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  machine.run([...argv, '--no-color'], { tty: true, ...options });

/** Creates an object and returns its id. */
async function object(name: string, ...more: string[]): Promise<string> {
  const [type = 'system'] = name === 'Cabins' ? ['group'] : [];
  const argv = ['object', 'create', '--name', name, '--parent', suite.ids.root, '--type', type, ...more];
  const { id } = (await machine.run([...argv, '-o', 'json'])).json() as { id: string };
  return id;
}

describe('a changed record', () => {
  it('is reported by its old and new values, and nothing is printed on stdout', async () => {
    const id = await object('Fares');
    const ran = await person(['object', 'update', id, '--status', 'deprecated', '--external']);
    expect(ran.stderr).toBe('✓ Fares: external false → true; status live → deprecated\n');
    expect(ran.stdout).toBe('');
    expect(ran.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('is reported as unchanged if it had the values', async () => {
    const id = await object('Tariffs', '--status', 'future');
    const ran = await person(['object', 'update', id, '--status', 'future']);
    expect(ran.stderr).toBe('✓ Tariffs: nothing changed\n');
  });

  it('does not count what the service computes, such as the pictures of an icon', async () => {
    const objects = (await machine.run(['object', 'list', '-o', 'json'])).json() as {
      id: string;
      icon: unknown;
    }[];
    const { id = '' } = objects.find(({ icon }) => icon) ?? {};
    const ran = await person(['object', 'update', id, '--status', 'removed']);
    expect(ran.stderr).toMatch(/^✓ [^;]+: status \w+ → removed\n$/);
  });

  it('shows names instead of ids, items of lists, and labels', async () => {
    const [id, parent] = [await object('Seats'), await object('Cabins')];
    const tag = (
      (await machine.run(['tag', 'list', '-o', 'json'])).json() as { id: string; name: string }[]
    )[0];
    const ran = await person(
      ['object', 'update', id, '--parent', parent, '--add-tag', tag?.id ?? '', '--label', 'team=crew'],
      { width: 200 },
    );
    expect(ran.stderr).toContain(`→ Cabins`);
    expect(ran.stderr).toContain(`tags +${tag?.name}`);
    expect(ran.stderr).toContain('labels +team=crew');
    expect(ran.stderr).not.toContain(parent);
  });

  it('moves to another domain with its parent, and only the parent is reported', async () => {
    await machine.run(['domain', 'create', '--name', 'Harbour']);
    const names = (await machine.run(['object', 'list', '-o', 'json'])).json() as Record<string, string>[];
    const [from, to] = [
      names.find(({ id }) => id === suite.ids.root),
      names.find((it) => it.name === 'Harbour'),
    ];
    const id = await object('Berths');
    const ran = await person(['object', 'update', id, '--parent', String(to?.id)], { width: 200 });
    expect(ran.stderr).toBe(`✓ Berths: parent ${from?.name} → Harbour\n`);
  });

  it('is escaped and cut', async () => {
    const id = await object('Hostile\u001b[2J');
    const ran = await person(['object', 'update', id, '--description', `\u202e${'x'.repeat(500)}`]);
    expect(ran.stderr).not.toContain('\u001b[2J');
    expect(ran.stderr).not.toContain('\u202e');
    expect(ran.stderr).toContain('Hostile\\x1b[2J');
    expect(ran.stderr.length).toBeLessThan(250);
  });

  it('is printed as data for a program, with one request', async () => {
    const id = await object('Meals');
    const ran = await machine.run(['object', 'update', id, '--status', 'removed', '-o', 'json']);
    expect(ran.json()).toMatchObject({ id, status: 'removed' });
    expect(ran.requests).toHaveLength(1);
    const table = await person(['object', 'update', id, '--status', 'live', '--fields', 'name,status']);
    expect(table.stdout).toContain('live');
  });

  it('has a line of its own among several, followed by a count', async () => {
    const ids = await Promise.all(Array.from({ length: 22 }, (_, at) => object(`Gate ${at}`)));
    const ran = await person(['object', 'update', ...ids, '--status', 'future', '--yes']);
    expect(ran.stderr.match(/: status live → future/g)).toHaveLength(20);
    expect(ran.stderr).toContain('and 2 more model objects');
    expect(ran.stderr).toContain('Updated 22 model objects.');
    expect(ran.stdout).toBe('');
  });

  it('links to its page in the web app', async () => {
    const id = await object('Wings');
    await machine.run(['profile', 'set', 'web-url', 'https://app.example.com']);
    const ran = await person(['object', 'update', id, '--status', 'future']);
    await machine.run(['profile', 'unset', 'web-url']);
    expect(ran.stderr).toMatch(/\n {2}https:\/\/app\.example\.com\/landscapes\/\S+object=\w+\n$/);
  });

  it('does not exist: an error of the service', async () => {
    const ran = await person(['tag', 'update', 'AbcdefghijAbcdefghij', '--name', 'x']);
    expect(ran.code).toBe(4);
    expect(ran.stderr).not.toContain('✓');
  });
});

describe('a new record', () => {
  it('is reported with its place', async () => {
    await object('Airports');
    const ran = await person([
      'object',
      'create',
      '--name',
      'Lounges',
      '--type',
      'app',
      '--parent',
      'Airports',
    ]);
    expect(ran.stderr).toBe('✓ Created app Lounges in Airports\n');
    expect(ran.stdout).toBe('');
  });

  it('is reported with its ends, if it is a connection', async () => {
    const [origin, target] = [await object('Lifts'), await object('Stairs')];
    const argv = ['--origin', origin, '--target', target, '--direction', 'outgoing', '--name', 'Leads to'];
    const ran = await person(['connection', 'create', ...argv]);
    expect(ran.stderr).toBe('✓ Created model connection Leads to (Lifts → Stairs)\n');
  });

  it('is distinguished from a replaced one after an upsert', async () => {
    const argv = (name: string) => ['domain', 'upsert', 'DomainAbcdefghijAbcd', '--name', name];
    expect((await person(argv('Sea'))).stderr).toBe('✓ Created domain Sea\n');
    expect((await person(argv('Land'))).stderr).toBe('✓ Sea: name Sea → Land\n');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArgv } from '../../src/cli/line/route.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { complete } from '../../src/completion/complete.js';
import { TREE } from '../../src/completion/tree.generated.js';
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

const pathOf = (line: string): string => readArgv(line.split(' '), REGISTRY).path.join(' ');

describe('a shortcut', () => {
  it.each([
    ['login', 'auth login'],
    ['logout -p x', 'auth logout'],
    ['-p x whoami', 'auth status'],
    ['ls', 'ls'],
    ['ls diagrams', 'diagram list'],
    ['ls -o json object', 'object list'],
    ['ls --limit 3 orgs', 'ls'],
    ['ls org', 'organization list'],
    ['ls diagram groups', 'diagram group list'],
    ['ls diagram --filter groups', 'diagram list'],
    ['ls models', 'ls'],
    ['ls x diagrams', 'ls'],
    ['ls -- diagrams', 'ls'],
    ['auth login', 'auth login'],
  ])('archctl %s is archctl %s', (typed, path) => {
    expect(pathOf(typed)).toBe(path);
  });

  it('runs the command with all its options', async () => {
    const [long, short] = await Promise.all(
      [
        ['diagram', 'list'],
        ['ls', 'diagrams'],
      ].map((words) => here.run([...words, '--type', 'app-diagram', '--limit', '2', '-o', 'json'])),
    );
    expect(long?.json()).toHaveLength(2);
    expect(short?.stdout).toBe(long?.stdout);
    expect((await here.run(['whoami', '-o', 'json'])).stdout).toBe(
      (await here.run(['auth', 'status', '-o', 'json'])).stdout,
    );
  });

  it('is in the help of the command, and in the command tree', async () => {
    expect((await here.run(['login', '--help'])).stdout).toMatch(/^Sign in .*\nAlso: archctl login\.\n/);
    expect((await here.run(['ls', 'diagrams', '--help'])).stdout).toContain('Also: archctl ls diagram.');
    const tree = (await here.run(['commands', 'login', '-o', 'json'])).json() as { commands: JsonObject[] };
    expect(tree.commands).toMatchObject([{ path: ['auth', 'login'], shortcuts: ['login'] }]);
  });

  it('is completed', () => {
    const words = (line: string[], current = '') =>
      complete(line, current, TREE, () => []).flatMap((it) => (it.kind === 'word' ? [it.value] : []));
    expect(words([], 'log')).toEqual(['logs', 'login', 'logout']);
    expect(words(['ls'])).toContain('diagrams');
    expect(words(['ls'], 'dia')).toEqual(['diagrams']);
    expect(words(['ls', 'diagrams'], '--typ')).toEqual(['--type']);
    expect(words(['login'], '--key-s')).toEqual(['--key-stdin']);
  });

  it('is suggested for a misspelling', async () => {
    expect((await here.run(['logot'])).stderr).toContain('archctl logout');
    expect((await here.run(['ls', 'diagrms'])).stderr).toContain('Did you mean "archctl ls diagrams"?');
  });
});

describe('ls with a word that is not a noun', () => {
  it.each([
    ['apps', 'objects --type app'],
    ['databases', 'objects --type store'],
    ['groups', 'objects --type group'],
    ['relations', 'connections'],
    ['people', 'users'],
    ['members', 'users'],
    ['models', 'landscapes'],
  ])('suggests the list of %s', async (typed, line) => {
    const ran = await here.run(['ls', typed]);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining(`Did you mean "archctl ls ${line}"?`),
    ]);
  });
});

describe('ls alone', () => {
  it('shows a person which landscape and version it lists', async () => {
    const { stdout } = await here.run(['ls', '--limit', '3', '--no-color'], { tty: true });
    expect(stdout).toMatch(/^Ferry Platform · latest · 3 objects\n/);
    const other = suite.machine();
    other.signInAs({ default: { org: suite.ids.organization } });
    expect((await other.run(['ls', '--no-color'], { tty: true })).stdout).toMatch(/^.+ · \d+ landscapes?\n/);
  });

  it('lists the objects of the landscape, or the landscapes if none is set', async () => {
    const objects = (await here.run(['ls', '--limit', '3', '-o', 'json'])).json() as JsonObject[];
    expect(objects.map(({ type }) => type)).toHaveLength(3);
    expect(objects).toEqual((await here.run(['object', 'list', '--limit', '3', '-o', 'json'])).json());
    const other = suite.machine();
    other.signInAs({ default: { org: suite.ids.organization } });
    const landscapes = await other.run(['ls', '-o', 'json']);
    expect(landscapes.json()).toEqual((await other.run(['landscape', 'list', '-o', 'json'])).json());
  });
});

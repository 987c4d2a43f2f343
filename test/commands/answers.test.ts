import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { displayWidth } from '../../src/terminal/width.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

/** Answers for people as golden files, and without ids. */

let suite: CommandSuite;
let here: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  const latest = `landscapes/${suite.ids.landscape}/versions/latest`;
  await suite.ask(`landscapes/${suite.ids.landscape}/versions`, 'POST', {
    name: 'June',
    notes: 'As it is now.',
    modelHandleId: null,
  });
  const labels = { imported: 'true', 'import-namespace': 'ours', 'import-original-id': 'x', own: 'yes' };
  await suite.ask(`${latest}/model/objects/${suite.ids.origin}`, 'PATCH', { labels, status: 'deprecated' });
});
afterAll(() => suite.close());

const WIDTHS = [80, 120, 160];
const LINES: readonly string[][] = [
  ['object', 'dependencies', 'Booking'],
  ['object', 'dependencies', 'Booking API'],
  ['object', 'dependencies', 'Booking API', '--direction', 'out', '--depth', 'all'],
  ['object', 'dependencies', 'Booking API', '--level', 'system'],
  ['object', 'impact', 'Booking API'],
  ['object', 'impact', 'Payment Provider', '--deprecate'],
  ['object', 'get', 'Booking'],
  ['dependency', 'path', 'Passenger', 'Payment Provider'],
  ['dependency', 'path', 'Booking/Booking Database', 'Passenger'],
  ['draft', 'diff', 'Frequent traveller points'],
  ['version', 'diff', 'June'],
];

/** A text without times, which depend on when the test runs. */
const stable = (text: string): string => text.replace(/^(Updated +).*$/gm, '$1(time)');

describe('answers', () => {
  it.each(WIDTHS)('match their golden file at %d columns, fit, and show no id', async (width) => {
    let screens = '';
    for (const argv of LINES) {
      const line = argv.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ');
      const { stdout, stderr } = await here.run([...argv, '--no-color'], { tty: true, width });
      for (const row of stdout.split('\n')) expect(displayWidth(row), line).toBeLessThanOrEqual(width);
      expect(stdout, line).not.toMatch(/\b(?=\w*\d)(?=\w*[A-Z])\w{20}\b/);
      screens += `$ archctl ${line}\n${stable(stdout)}${stderr}\n`;
    }
    await expect(screens).toMatchFileSnapshot(`./answers/${width}.txt`);
  });
});

describe('screens without ids', () => {
  const ID = /\b(?=\w*\d)(?=\w*[A-Z])\w{20}\b/;
  const eyes = async (...argv: string[]): Promise<string> => {
    const ran = await here.run([...argv, '--no-color'], { tty: true, width: 200 });
    expect(ran, argv.join(' ')).toMatchObject({ code: 0 });
    return ran.stdout;
  };

  it('hides labels that archctl sets, unless they are selected', async () => {
    const shown = await eyes('object', 'get', suite.ids.origin);
    expect(shown).toMatch(/^Labels +own=yes$/m);
    expect(shown).not.toContain('import-');
    expect(await eyes('object', 'list', '--type', 'system')).not.toContain('import-namespace');
    expect(await eyes('object', 'get', suite.ids.origin, '--fields', 'labels')).toContain('import-namespace');
    const piped = await here.run(['object', 'get', suite.ids.origin, '-o', 'json', '--query', 'labels']);
    expect(piped.json()).toMatchObject({ 'import-namespace': 'ours', own: 'yes' });
  });

  it('shows profiles and tasks of drafts by name', async () => {
    expect(await eyes('profile', 'list')).not.toMatch(ID);
    const withIds = await here.run(['profile', 'list', '-o', 'json']);
    expect(withIds.stdout).toContain(suite.ids.landscape);
    const screen = await eyes(
      'draft',
      'add-task',
      suite.ids.draft,
      '--data',
      JSON.stringify({
        task: { type: 'draft-model-connection-delete', entityId: suite.ids.connection },
      }),
    );
    expect(screen).toMatch(/^Entity +\w/m);
    expect(screen).not.toMatch(ID);
    const comment = await eyes(
      'draft',
      'comment',
      suite.ids.draft,
      '--entity',
      'Comment0000000000001',
      '--content',
      'Hm',
    );
    expect(comment).not.toMatch(ID);
  });

  it('shows a change of a record without a family in one line', async () => {
    const changes = [
      ['landscape', 'create', 'Quay'],
      ['landscape', 'update', 'Quay', '--name', 'Pier'],
      ['landscape', 'delete', 'Pier', '--yes'],
      ['team', 'create', 'Harbour', '--color', 'green'],
      ['team', 'update', 'Harbour', '--color', 'red'],
      ['technology', 'create', 'Quay Bus', '--color', 'blue'],
      ['invite', 'create', '--email', 'ada@example.com', '--permission', 'read'],
    ];
    for (const line of changes) {
      const { code, stdout, stderr } = await here.run(line, { tty: true });
      expect([line, code, stdout]).toEqual([line, 0, '']);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).not.toMatch(ID);
    }
    const team = await here.run(['team', 'get', 'Harbour', '-o', 'json']);
    expect(team.json()).toMatchObject({ color: 'red' });
  });

  it('explains how to select dependencies that are too many for one response', async () => {
    const transport: Send = async (request) => {
      const response = await suite.service.transport(request);
      return /\/model\/dependencies/.test(String(request.url))
        ? { ...response, headers: { ...response.headers, 'content-length': '99000000' } }
        : response;
    };
    const ran = await here.run(['dependency', 'list', '-o', 'json'], { transport });
    expect(ran.code).toBe(7);
    expect(ran.error().hint).toMatch(/--object.*archctl connection list/);
  });

  it('shows dependencies without ids, also where there is room', async () => {
    const shown = await eyes('dependency', 'list');
    expect(shown).not.toMatch(ID);
    expect(await eyes('dependency', 'list', '--ids')).toMatch(ID);
  });
});

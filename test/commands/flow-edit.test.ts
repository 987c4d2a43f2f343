import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Flow } from '../../src/contract/resources/flow.js';
import type { Machine, RunOptions, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let flows: string;
let id: string;

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  flows = `landscapes/${suite.ids.landscape}/versions/latest/flows`;
});
afterAll(() => suite.close());

const FIRST = 'Passenger -> Booking Website: picks a sailing';
const SECOND = 'Booking Website -> Booking API: submits';

beforeEach(async () => {
  const made = await here.run([
    ...['flow', 'create', 'Edited', '--on', 'Booking Apps', '-o', 'json'],
    ...['--step', FIRST, '--step', SECOND],
  ]);
  id = (made.json() as Flow).id;
});
const flow = async (): Promise<Flow> => (await suite.ask(`${flows}/${id}`)).flow as Flow;
const shown = async (): Promise<string> => (await here.run(['flow', 'show', id, '-o', 'text'])).stdout;
const updates = ({ requests }: RunResult) => requests.filter(({ method }) => method === 'PATCH');

/** Edits with a program; each run of the editor gets the name of the file in `file`. */
const edit = async (script: string, options: RunOptions = {}): Promise<RunResult> => {
  here.write('editor.cjs', `const fs = require('node:fs');\nconst file = process.argv.at(-1);\n${script}`);
  const VISUAL = `'${process.execPath}' '${join(here.cwd, 'editor.cjs')}'`;
  return here.run(['flow', 'edit', id], { tty: true, ...options, env: { VISUAL } });
};
const replacing = (from: string, to: string): string =>
  `fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(${JSON.stringify(from)}, ${JSON.stringify(to)}));`;
/** The file that an error names. */
const fileIn = (text: string): string =>
  /Your text is in (\S+)\. /.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? '';
const GIVE_UP = [{ ask: 'confirm', message: 'Edit again', answer: false }] as const;

describe('flow edit', () => {
  it('opens the steps in a private file, shows the change, and sends only what changed', async () => {
    const seen = JSON.stringify(join(here.cwd, 'seen'));
    const before = await flow();
    const ran = await edit(
      `fs.writeFileSync(${seen}, JSON.stringify([file, fs.statSync(file).mode & 0o777, fs.readFileSync(file, 'utf8')]));
      ${replacing('submits', 'sends the basket')}`,
    );
    expect(ran.code, ran.stderr).toBe(0);
    const [file, mode, text] = JSON.parse(here.read('seen')) as [string, number, string];
    expect(mode).toBe(0o600);
    expect(text).toMatch(/^# Steps of the flow "Edited"/);
    expect(text.endsWith(`\n\n${FIRST}\n${SECOND}\n`)).toBe(true);
    expect(existsSync(dirname(file))).toBe(false);
    expect(ran.stderr).toContain(`- ${SECOND}\n+ Booking Website -> Booking API: sends the basket\n`);
    const [second] = Object.values(before.steps ?? {}).filter(({ index }) => index === 1);
    expect(updates(ran).map(({ body }) => JSON.parse(String(body)))).toEqual([
      {
        commit: before.commit,
        steps: { $update: { [second?.id ?? '']: { description: 'sends the basket' } } },
      },
    ]);
    expect(Object.keys((await flow()).steps ?? {}).sort()).toEqual(Object.keys(before.steps ?? {}).sort());
  });

  it('sends nothing if nothing changed, also with other comments', async () => {
    const ran = await edit(replacing('# Steps', '# My steps'));
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('unchanged') });
    expect(updates(ran)).toEqual([]);
  });

  it('sends nothing if the editor fails, and keeps a changed text', async () => {
    const untouched = await edit('process.exit(3)');
    expect(untouched.code).toBe(2);
    expect(untouched.stderr).toContain('failed; nothing was sent');
    expect(untouched.stderr).not.toContain('Your text is in');
    const changed = await edit(`${replacing('submits', 'mine')} process.exit(3)`);
    const file = fileIn(changed.stderr);
    expect(readFileSync(file, 'utf8')).toContain('API: mine');
    rmSync(dirname(file), { recursive: true });
    expect([...updates(untouched), ...updates(changed)]).toEqual([]);
    expect(await shown()).toBe(`${FIRST}\n${SECOND}\n`);
  });

  it('opens the text again if a step is not valid', async () => {
    const again = `if (fs.readFileSync(file, 'utf8').includes('Nobody')) { ${replacing('Nobody', 'Booking API')} }
      else { ${replacing('-> Booking API', '-> Nobody')} }`;
    const answers = [{ ask: 'confirm', message: 'Edit again', answer: true }] as const;
    const ran = await edit(`${again} ${replacing('submits', 'submits!')}`, { answers });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain('There is no object "Nobody"');
    expect(await shown()).toBe(`${FIRST}\n${SECOND}!!\n`);
  });

  it('keeps the text in a private file if the user gives up; it can be sent later', async () => {
    const ran = await edit(replacing('submits', 'submits\nBooking'), { answers: GIVE_UP });
    expect(ran.code).toBe(2);
    const file = fileIn(ran.stderr);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(ran.stderr).toContain(`archctl flow update ${id} --steps-from`);
    expect(updates(ran)).toEqual([]);
    here.write('later.txt', readFileSync(file, 'utf8').replace('\nBooking\n', '!\n'));
    expect((await here.run(['flow', 'update', id, '--steps-from', 'later.txt'])).code).toBe(0);
    expect(await shown()).toBe(`${FIRST}\n${SECOND}!\n`);
    rmSync(dirname(file), { recursive: true });
  });

  it('keeps the text if someone else changed the flow meanwhile', async () => {
    const ran = await edit(replacing('submits', 'mine'), {
      transport: async (request) => {
        if (request.method === 'PATCH') await suite.ask(`${flows}/${id}`, 'PATCH', { name: 'Theirs' });
        return suite.service.transport(request);
      },
    });
    expect(ran.code).not.toBe(0);
    const file = fileIn(ran.stderr);
    expect(readFileSync(file, 'utf8')).toContain('API: mine');
    expect(await flow()).toMatchObject({ name: 'Theirs' });
    expect(await shown()).toBe(`${FIRST}\n${SECOND}\n`);
    rmSync(dirname(file), { recursive: true });
  });

  it('needs a terminal', async () => {
    const ran = await here.run(['flow', 'edit', id]);
    expect(ran).toMatchObject({ code: 2, requests: [] });
    expect(ran.stderr).toContain('--steps-from');
  });
});

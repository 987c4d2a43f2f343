import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../support/sandbox.js';
import type { RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** A machine with a file of another tool, and an empty landscape. */
async function place(name: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const landscape = textOf(made.landscape, 'id');
  const machine = suite.machine();
  machine.write('shop.mmd', 'flowchart LR\n  web --> mail\n');
  const run = (more: readonly string[] = [], options?: RunOptions) =>
    machine.run(['model', 'import-from', 'shop.mmd', '--landscape', landscape, ...more], options);
  return { machine, run };
}

describe('model import-from --apply', () => {
  it('plans, asks and applies like "model apply"; a second one has nothing to do', async () => {
    const { run } = await place('Applied');
    const unasked = await run(['--apply']);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const no = await run(['--apply'], { tty: true, answers: [{ ask: 'confirm', answer: false }] });
    expect(no.code).toBe(130);
    expect(no.stdout).toContain('Plan for "Applied": 5 to create');
    const dry = await run(['--apply', '--yes', '--dry-run']);
    expect(dry.requests.every(({ method }) => method === 'GET')).toBe(true);
    const applied = await run(['--apply', '--yes', '-o', 'json']);
    expect(applied.json()).toMatchObject({ landscape: { name: 'Applied' }, created: 5, remaining: 0 });
    const again = await run(['--apply', '-o', 'json']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.json()).toMatchObject({ created: 0, matching: 5 });
  });

  it('puts the changes into a draft, and deletes with --prune', async () => {
    const { machine, run } = await place('Pruned');
    expect(await run(['--apply', '--yes'])).toMatchObject({ code: 0 });
    machine.write('shop.mmd', 'flowchart LR\n  web\n');
    const drafted = await run(['--apply', '--yes', '--draft', 'Less', '--prune', '-o', 'json']);
    expect(drafted).toMatchObject({ code: 0 });
    expect(drafted.json()).toMatchObject({ draft: 'Less' });
    expect((await run(['--apply', '--yes', '--prune', '-o', 'json'])).json()).toMatchObject({
      deleted: 2,
      remaining: 0,
    });
  });

  it('applies nothing with --strict if something is lost', async () => {
    const { machine, run } = await place('Strict');
    machine.write('shop.mmd', 'flowchart LR\n  web\n  mail[open\n');
    const ran = await run(['--apply', '--yes', '--strict']);
    expect(ran.code).toBe(8);
    expect(ran.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it.each([
    [['--apply', '--out', 'x.yaml'], '--apply cannot be combined with --out.'],
    [['--prune'], '--prune requires --apply.'],
    [['--no-import'], '--no-import requires --apply.'],
  ])('rejects %j', async (more, message) => {
    const { run } = await place(`Refused ${more.join(' ')}`);
    const ran = await run(more);
    expect([ran.code, ran.requests]).toEqual([2, []]);
    expect(ran.stderr).toContain(message);
  });
});

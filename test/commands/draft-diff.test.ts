import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let ids: ReadonlyMap<string, string>;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  const objects = `landscapes/${suite.ids.landscape}/versions/latest/model/objects?limit=100`;
  ids = new Map(
    listOf(await suite.ask(objects), 'modelObjects').map((it) => [textOf(it, 'name'), textOf(it, 'id')]),
  );
  await here.run(['draft', 'create', '--name', 'Next', '--status', 'in-progress']);
  await here.run(['draft', 'create', '--name', 'Empty', '--status', 'in-progress']);
  const labels = { imported: 'true', 'import-namespace': 'ours', 'import-original-id': 'x' };
  await task('update', idOf('Booking API'), { status: 'deprecated' });
  await task('update', idOf('Travel App'), {
    name: 'Travel\u001b[2J',
    parentId: idOf('Boarding'),
    tagIds: { $add: [suite.ids.tag] },
  });
  await task('update', idOf('Passenger'), { labels });
  await task('delete', idOf('Gate Scanner'));
  await task('create', 'NewObject00000000001', {
    name: 'Ledger',
    type: 'app',
    parentId: idOf('Booking'),
  });
});
afterAll(() => suite.close());

const idOf = (name: string): string => ids.get(name) ?? name;
const EYES: RunOptions = { tty: true, width: 100 };

async function task(
  verb: 'create' | 'update' | 'delete',
  entityId: string,
  props?: JsonObject,
): Promise<void> {
  const data = {
    task: {
      type: `draft-model-object-${verb}`,
      entityId,
      ...(props && { props }),
      ...(verb === 'update' && { snapshot: {} }),
    },
  };
  const ran = await here.run(['draft', 'add-task', 'Next', '--data', JSON.stringify(data)]);
  expect(ran).toMatchObject({ code: 0 });
}

describe('draft diff', () => {
  it('shows elements by name and field, without labels that archctl sets', async () => {
    const ran = await here.run(['draft', 'diff', 'Next', '--no-color'], EYES);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const lines = ran.stdout.split('\n');
    expect(lines).toContain('~ Booking API: status live → deprecated');
    expect(lines).toContain('+ Ledger  app in Booking');
    expect(lines).toContain('- Gate Scanner  app in Boarding');
    expect(lines).toContain('- Scans tickets  Terminal Agent → Gate Scanner');
    expect(lines).toContain('      connections: - Verifies tickets, - Scans tickets');
    expect(lines).toContain('      steps[4].target: Gate Scanner → -');
    const at = lines.indexOf('~ Travel\\x1b[2J');
    expect(lines.slice(at + 1, at + 4).map((it) => it.trim())).toEqual([
      'name: Travel App → Travel\\x1b[2J',
      'parent: Booking → Boarding',
      expect.stringMatching(/^tags: \+ \w+/),
    ]);
    expect(ran.stdout).toMatch(/\n\n1 added, 3 removed, 1 moved, 3 changed\.\n$/);
    expect(ran.stdout).not.toMatch(/Passenger(?! )|import-|\w{20}/);
    expect(new Set(ran.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('is a list of changes for programs, with --exit-code for scripts', async () => {
    const argv = ['draft', 'diff', 'Next', '-o', 'json'];
    const ran = await here.run(argv);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const changes = ran.json() as JsonObject[];
    expect(changes.find(({ name }) => name === 'Booking API')).toEqual({
      kind: 'object',
      change: 'changed',
      id: 'booking-api',
      name: 'Booking API',
      // The default is left out, as in "model diff".
      fields: [{ field: 'status', from: null, to: 'deprecated' }],
    });
    expect(changes.map(({ name }) => name)).not.toContain('Passenger');
    expect(await here.run([...argv, '--exit-code'])).toMatchObject({ code: 8, stderr: '' });
    const same = await here.run(['draft', 'diff', 'Empty', '--exit-code', '--no-color'], EYES);
    expect(same).toMatchObject({ code: 0, stdout: '', stderr: 'The draft changes nothing.\n' });
    expect((await here.run(['draft', 'diff', 'Announce sailings as events'])).code).toBe(2);
  });
});

describe('draft merge', () => {
  it('shows the changes above the confirmation, without reading diagrams', async () => {
    const answers = [{ ask: 'confirm' as const, answer: false }];
    const ran = await here.run(['draft', 'merge', 'Next'], { ...EYES, answers });
    expect(ran).toMatchObject({ code: 130, stdout: '' });
    expect(ran.stderr).toContain('~ Booking API: status live → deprecated\n');
    expect(ran.stderr).toContain('\n~ Travel\\x1b[2J\n      name: ');
    expect(ran.stderr).not.toContain('import-');
    expect(ran.requests.filter(({ url }) => url.pathname.endsWith('/content'))).toEqual([]);
    expect(new Set(ran.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

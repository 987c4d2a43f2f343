import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let version: string;
beforeAll(async () => {
  suite = await openCommandSuite();
  version = `landscapes/${suite.ids.landscape}/versions/latest`;
});
afterAll(() => suite.close());

const list = async (path: string, key: string): Promise<JsonObject[]> =>
  listOf(await suite.ask(`${version}/${path}`), key);
const idOf = (records: readonly JsonObject[], name: string): string =>
  textOf(records.find((it) => it.name === name) ?? {}, 'id');

/** The fields that a merge can change, of everything that the draft below affects. */
async function state() {
  const [objects, connections, diagrams, flows] = await Promise.all([
    list('model/objects', 'modelObjects'),
    list('model/connections', 'modelConnections'),
    list('diagrams', 'diagrams'),
    list('flows', 'flows'),
  ]);
  const contents = await Promise.all(
    diagrams.map(
      async ({ id }) => [id, await suite.ask(`${version}/diagrams/${String(id)}/content`)] as const,
    ),
  );
  return {
    objects: new Map(objects.map((it) => [it.id, [it.name, it.status, it.parentId, it.caption]])),
    connections: new Map(connections.map((it) => [it.id, [it.name, it.originId, it.targetId]])),
    diagrams: new Map(diagrams.map((it) => [it.id, it.name])),
    drawn: new Map(
      contents.map(([id, { objects: boxes, connections: lines }]) => [
        id,
        [Object.keys(boxes ?? {}), Object.keys(lines ?? {})].map((it) => it.sort()),
      ]),
    ),
    flows: new Map(flows.map((it) => [it.id, it.steps])),
  };
}

/** A draft that creates, changes and deletes objects, and changes a diagram. */
async function draft(name: string, created: string): Promise<void> {
  here = suite.machine();
  const objects = await list('model/objects', 'modelObjects');
  const [diagram] = await list('diagrams', 'diagrams');
  expect((await here.run(['draft', 'create', name, '--status', 'in-progress'])).code).toBe(0);
  const task = async (type: string, entityId: string, props?: JsonObject) => {
    const data = {
      task: { type, entityId, ...(props && { props }), ...(/update/.test(type) && { snapshot: {} }) },
    };
    const ran = await here.run(['draft', 'add-task', name, '--data', JSON.stringify(data)]);
    expect(ran.code, ran.stderr).toBe(0);
  };
  await task('draft-model-object-update', idOf(objects, 'Booking API'), { status: 'deprecated' });
  await task('draft-model-object-delete', idOf(objects, 'Gate Scanner'));
  await task('draft-model-object-create', created, {
    name: 'Ledger',
    type: 'app',
    parentId: idOf(objects, 'Booking'),
  });
  await task('draft-diagram-update', textOf(diagram, 'id'), { name: `Renamed by ${name}` });
}

it('restores the version as it was before a merge, for a person', async () => {
  await draft('Next', 'NewObject00000000001');
  const before = await state();
  const merged = await here.run(['draft', 'merge', 'Next', '--yes'], { tty: true });
  expect([merged.code, merged.stderr]).toEqual([0, expect.stringContaining('undo: archctl undo')]);
  const after = await state();
  expect(after).not.toEqual(before);
  expect([...after.objects.values()].map(([name]) => name)).toContain('Ledger');
  const undone = await here.run(['undo', '--yes'], { tty: true });
  expect(undone.code, undone.stderr).toBe(0);
  expect(await state()).toEqual(before);
});

it('restores what a merge deleted, for a script', async () => {
  await draft('Later', 'NewObject00000000002');
  const merged = await here.run(['draft', 'merge', 'Later', '--yes']);
  expect(merged.code, merged.stderr).toBe(0);
  const undone = await here.run(['undo', '--yes']);
  expect(undone.code, undone.stderr).toBe(0);
  const { objects } = await state();
  const names = [...objects.values()].map(([name]) => name);
  expect(names).toContain('Gate Scanner');
  expect(names).toContain('Ledger');
});

it('restores the version if the network was lost after the merge', async () => {
  await draft('Cut', 'NewObject00000000005');
  const before = await state();
  let isCut = false;
  const merged = await here.run(['draft', 'merge', 'Cut', '--yes'], {
    tty: true,
    transport: async (request) => {
      const answer = isCut ? undefined : await suite.service.transport(request);
      isCut ||= request.method === 'POST' && request.url.pathname.endsWith('/merge');
      if (isCut || !answer) throw Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
      return answer;
    },
  });
  expect(merged.code).toBe(7);
  expect(await state()).not.toEqual(before);
  const undone = await here.run(['undo', '--yes'], { tty: true });
  expect(undone.code, undone.stderr).toBe(0);
  expect(await state()).toEqual(before);
});

it('leaves nothing to undo if the merge is refused', async () => {
  await draft('Refused', 'NewObject00000000004');
  const id = idOf(await list('drafts', 'drafts'), 'Refused');
  await suite.ask(`${version}/drafts/${id}`, 'PATCH', { status: 'archived' });
  const ran = await here.run(['draft', 'merge', 'Refused', '--yes'], { tty: true });
  expect(ran.code).toBe(5);
  expect(ran.stderr).not.toContain('archctl undo');
  expect((await here.run(['undo', '--list'], { tty: true })).stderr).toContain('No changes to undo.');
});

it('merges with a warning if the tasks cannot be read', async () => {
  await draft('Unread', 'NewObject00000000003');
  const ran = await here.run(['draft', 'merge', 'Unread', '--yes'], {
    transport: (request) =>
      request.url.pathname.endsWith('/action-logs')
        ? Promise.reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' }))
        : suite.service.transport(request),
  });
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr).toContain('This merge cannot be undone: ');
  expect((await list('model/objects', 'modelObjects')).map(({ name }) => name)).not.toContain('Gate Scanner');
});

it('leaves nothing to undo if a delete of several records is refused', async () => {
  const machine = suite.machine();
  const names = (await list('model/objects', 'modelObjects')).flatMap(({ name, type }) =>
    type === 'app' ? [String(name)] : [],
  );
  const argv = ['object', 'delete', ...names.slice(0, 2), '--yes', '-p', 'reader'];
  const ran = await machine.run(argv, { tty: true });
  expect(ran.code).not.toBe(0);
  expect(ran.stderr).not.toContain('archctl undo');
  expect((await machine.run(['undo', '--list'], { tty: true })).stderr).toContain('No changes to undo.');
});

it('reports a draft without changes, except with --no-undo, which reads nothing', async () => {
  await here.run(['draft', 'create', 'Full']);
  const task = [
    '--type',
    'draft-model-object-create',
    '--data',
    '{"props":{"name":"A","type":"system","parentId":"Passenger Travel"}}',
  ];
  expect((await here.run(['draft', 'add-task', 'Full', ...task])).code).toBe(0);
  expect((await here.run(['draft', 'merge', 'Full', '--yes'])).stderr).not.toContain('no changes');
  for (const [name, ...more] of [['Empty'], ['Hollow', '--no-undo']] as const) {
    await here.run(['draft', 'create', name]);
    const ran = await here.run(['draft', 'merge', name, '--yes', ...more]);
    const note = more.length === 0 ? 'The draft has no changes.\n' : '';
    expect([ran.code, ran.stderr]).toEqual([0, `${note}✓ Merged draft "${name}".\n`]);
  }
});

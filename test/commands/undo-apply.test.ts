import { afterEach, beforeEach, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { KINDS, stable } from './comparable-records.js';

/** `archctl undo` after `model apply`: deletes, updates and their side effects on the same records, in any order. */

let suite: CommandSuite;
let machine: Machine;
beforeEach(async () => {
  suite = await openCommandSuite();
  machine = suite.machine();
  const { org, landscape } = machine.profiles().profiles.default ?? {};
  machine.signIn({ baseUrl: 'http://127.0.0.1:4010/v1/', ...(org && landscape && { org, landscape }) });
});
afterEach(() => suite.close());

const base = (): string => `landscapes/${suite.ids.landscape}/versions/latest`;

/** Every record of the version, with the contents of diagrams. */
async function everything(): Promise<unknown> {
  const found: JsonObject[] = [];
  for (const [path, key] of Object.entries(KINDS))
    found.push(...listOf(await suite.ask(`${base()}/${path}`), key));
  for (const { id } of listOf(await suite.ask(`${base()}/diagrams`), 'diagrams'))
    found.push(await suite.ask(`${base()}/diagrams/${String(id)}/content`));
  return stable(found);
}

async function done(line: string, tty = false): Promise<string> {
  const ran = await machine.run([...line.split(' '), '--no-color'], { tty });
  expect([line, ran.code, ran.stderr]).toEqual([line, 0, ran.stderr]);
  return ran.stdout + ran.stderr;
}

const GETS = (requests: readonly { method: string }[]): number =>
  requests.filter(({ method }) => method === 'GET').length;

for (const tty of [false, true]) {
  it(`undoes a pruned object of a diagram and a flow, ${tty ? 'on a terminal' : 'in a script'}`, async () => {
    await done('model pull --out model.yaml');
    await done('model apply model.yaml --yes');
    const before = await everything();
    await done('model remove payment-provider --model model.yaml --yes');
    expect(await done('model apply model.yaml --prune --yes -o json')).toContain('"deleted":4');
    expect(JSON.stringify(await everything())).not.toContain('Payment Provider');
    await done('undo --yes', tty);
    expect(await everything()).toEqual(before);
    await done('undo 1 --yes', tty);
    expect(JSON.stringify(await everything())).not.toContain('Payment Provider');
  });

  it(`undoes a pruned tag of an object that changed as well, ${tty ? 'on a terminal' : 'in a script'}`, async () => {
    const write = (tags: string, more: string): string =>
      machine.write(
        'port.yaml',
        `namespace: port\ndomains: [{ id: harbour, name: Harbour, objects: [{ id: crane, type: system, name: Crane${more} }] }]\n${tags}`,
      );
    write(
      'tagGroups: [{ id: use, name: Use, icon: globe }]\ntags: [{ id: daily, name: Daily, group: use, color: blue }, { id: rare, name: Rare, group: use, color: red }]\n',
      ', tags: [daily, rare]',
    );
    await done('model apply port.yaml --yes');
    const before = await everything();
    write(
      'tagGroups: [{ id: use, name: Use, icon: globe }]\ntags: [{ id: rare, name: Rare, group: use, color: red }]\n',
      ', tags: [rare], caption: Lifts',
    );
    await done('model apply port.yaml --prune --yes', tty);
    expect(await everything()).not.toEqual(before);
    await done('undo --yes', tty);
    expect(await everything()).toEqual(before);
  });
}

it('undoes an apply of a script that deletes nothing, without further requests', async () => {
  await done('model pull --out model.yaml');
  const before = await everything();
  const apply = ['model', 'apply', 'model.yaml', '--yes', '--no-import'];
  machine.write('model.yaml', machine.read('model.yaml').replaceAll(/caption: .*/g, 'caption: Changed'));
  const recorded = await machine.run(apply);
  expect(recorded.code, recorded.stderr).toBe(0);
  await done('undo --yes');
  expect(await everything()).toEqual(before);
  const unrecorded = await machine.run([...apply, '--no-undo']);
  expect(unrecorded.code, unrecorded.stderr).toBe(0);
  expect(GETS(recorded.requests)).toBe(GETS(unrecorded.requests));
});

it('names what it undoes, with its age, because updates of scripts are not recorded', async () => {
  const [tag] = listOf(await suite.ask(`${base()}/tags`), 'tags');
  await done(`tag delete ${textOf(tag, 'id')} --yes`);
  suite.service.clock.advance(3 * 3_600_000);
  const id = suite.ids.origin;
  await done(`object update ${id} --caption Later`);
  const undone = await done('undo --yes');
  expect(undone.replace(/\s+/g, ' ')).toContain(
    `Undoing "tag delete ${textOf(tag, 'id')} --yes --no-color" (3 hours ago). Without a terminal, creates and updates are recorded only by "archctl model apply" and with ARCHCTL_UNDO=all.`,
  );
  const { modelObject } = await suite.ask(`${base()}/model/objects/${id}`);
  expect(modelObject).toMatchObject({ caption: 'Later' });
});

it('undoes creates, updates and bulk updates of scripts with ARCHCTL_UNDO=all', async () => {
  const before = await everything();
  const recorded = suite.machine({ ARCHCTL_UNDO: 'all' });
  const tags = listOf(await suite.ask(`${base()}/tags`), 'tags').map((it) => textOf(it, 'id'));
  const lines = [
    ['object', 'update', suite.ids.origin, '--caption', 'Later'],
    ['tag-group', 'create', '--name', 'Zones', '--icon', 'globe', '--index', '7'],
    ['tag', 'update', ...tags, '--color', 'pink', '--yes'],
  ];
  for (const argv of lines) {
    const ran = await recorded.run(argv);
    expect(ran.code, ran.stderr).toBe(0);
    expect(await everything()).not.toEqual(before);
    expect((await recorded.run(['undo', '--yes'])).code).toBe(0);
    expect(await everything()).toEqual(before);
  }
});

it('does not list or undo changes of other data at the same address', async () => {
  const id = suite.ids.origin;
  const labelled = ['object', 'update', id, '--label', 'team=port'];
  expect((await machine.run(labelled, { tty: true })).code).toBe(0);
  expect(await done('undo --list')).toContain('team=port');
  await suite.service.control('POST', 'reset');
  await machine.run([...labelled, '--no-undo']);
  expect(await done('undo --list', true)).toContain('No changes to undo.');
  for (const argv of [
    ['undo', '--yes'],
    ['undo', '1', '--yes'],
  ])
    expect((await machine.run(argv)).code).toBe(4);
  const { modelObject } = await suite.ask(`${base()}/model/objects/${id}`);
  expect(modelObject).toMatchObject({ labels: { team: 'port' } });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { versionState } from './version-state.js';

/** `archctl undo` of an apply that moves records into records which it created, and `--force` if something remains in them. */

let suite: CommandSuite;
let machine: Machine;
let landscape: string;
let count = 0;
beforeAll(async () => {
  suite = await openCommandSuite({ uniqueNames: true });
  machine = suite.machine();
});
afterAll(() => suite.close());

const run = (...argv: string[]): Promise<RunResult> => machine.run([...argv, '--yes', '--no-color']);
const state = () => versionState(suite, landscape);
const at = (path: string): string => `landscapes/${landscape}/versions/latest/${path}`;

async function done(...argv: string[]): Promise<string> {
  const ran = await run(...argv);
  expect([argv, ran.code, ran.stderr]).toEqual([argv, 0, ran.stderr]);
  return ran.stderr;
}

/** Applies both documents to a new landscape; returns the state between them. */
async function applied(before: string, after: string): Promise<unknown> {
  count += 1;
  const { org } = machine.profiles().profiles.default ?? {};
  const path = `organizations/${suite.ids.organization}/landscapes`;
  landscape = textOf((await suite.ask(path, 'POST', { name: `Moves ${count}` })).landscape, 'id');
  machine.signIn({ baseUrl: 'http://127.0.0.1:4010/v1/', landscape, ...(org && { org }) });
  let was: unknown;
  for (const text of [before, after]) {
    was = await state();
    machine.write('model.yaml', `namespace: port\n${text}\n`);
    await done('model', 'apply', 'model.yaml', '--prune');
  }
  return was;
}

async function idOf(path: string, key: string, name: string): Promise<string> {
  return textOf(
    listOf(await suite.ask(at(path)), key).find((it) => it.name === name),
    'id',
  );
}

const HARBOUR = 'id: harbour, name: Harbour';
const domains = (objects: string): string => `domains: [{ ${HARBOUR}, objects: [${objects}] }]`;
const system = (id: string, more = ''): string => `{ id: ${id}, type: system, name: ${id}${more} }`;
const group = (id: string, objects: string): string =>
  `{ id: ${id}, type: group, name: ${id}, objects: [${objects}] }`;
const app = (id: string, name = id): string => `{ id: ${id}, type: app, name: ${name} }`;

const CASES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'an object moved into a new object': [
    domains(system('crane', `, objects: [${app('motor')}]`)),
    domains(`${system('crane')}, ${system('hoist', `, objects: [${app('motor')}]`)}`),
  ],
  'a system with its apps moved to a new domain': [
    domains(system('crane', `, objects: [${app('motor')}]`)),
    `domains: [{ ${HARBOUR} }, { id: quay, name: Quay, objects: [${system('crane', `, objects: [${app('motor')}]`)}] }]`,
  ],
  'a system moved into two levels of new groups, whose old group was deleted': [
    domains(group('old', system('crane'))),
    domains(group('outer', group('inner', system('crane')))),
  ],
  'a group moved into what was inside it': [
    domains(group('outer', group('inner', system('crane')))),
    domains(group('inner', group('outer', system('crane')))),
  ],
  'a tag moved to a new group': [
    `tagGroups: [{ id: use, name: Use, icon: globe }]\ntags: [{ id: daily, name: Daily, group: use, color: blue }]`,
    `tagGroups: [{ id: use, name: Use, icon: globe }, { id: pace, name: Pace, icon: star }]\ntags: [{ id: daily, name: Daily, group: pace, color: blue }]`,
  ],
  'a connection moved to a new object': [
    `${domains(`${system('crane')}, ${system('ship')}`)}\nconnections: [{ id: lifts, name: Lifts, origin: crane, target: ship }]`,
    `${domains(`${system('crane')}, ${system('ship')}, ${system('truck')}`)}\nconnections: [{ id: lifts, name: Lifts, origin: crane, target: truck, via: truck }]`,
  ],
  'a new object with the name of a renamed one, which another one had': [
    domains(
      '{ id: a, type: system, name: A }, { id: b, type: system, name: B }, { id: c, type: system, name: C }',
    ),
    domains(
      '{ id: a, type: system, name: B }, { id: b, type: system, name: A }, { id: d, type: system, name: C }',
    ),
  ],
  'an object with the type that its new children need': [
    domains(`${system('crane')}, { id: pilot, type: actor, name: pilot }`),
    domains(`${system('crane')}, { id: pilot, type: system, name: pilot, objects: [${app('log')}] }`),
  ],
  'a new domain, diagram and flow': [
    domains(system('crane')),
    `domains: [{ ${HARBOUR} }, { id: quay, name: Quay, objects: [${system('crane')}, ${system('ship')}] }]
connections: [{ id: lifts, name: Lifts, origin: crane, target: ship }]
diagrams: [{ id: view, name: View, type: context-diagram, domain: quay, objects: [{ object: crane }, { object: ship }] }]
flows: [{ id: load, name: Load, diagram: view, steps: [{ origin: crane, target: ship, description: Lift }] }]`,
  ],
};

it.each(Object.keys(CASES))('undoes and repeats %s', async (title) => {
  const [before, after] = CASES[title] ?? ['', ''];
  const was = await applied(before, after);
  const became = await state();
  for (const _ of ['once', 'again']) {
    expect(await done('undo', '1')).toContain('✓ Undone: ');
    expect(await state()).toEqual(was);
    expect(await done('undo', '1')).toContain('✓ Made again: ');
    expect(await state()).toEqual(became);
  }
});

it('undoes an apply of selected elements with what they need, and nothing of a draft', async () => {
  const [before, after] = CASES['an object moved into a new object'] ?? ['', ''];
  const became = await applied(after, before).then(state);
  machine.write('model.yaml', `namespace: port\n${after}\n`);
  await done('model', 'apply', 'model.yaml', '--draft', 'Later');
  expect(await state()).toEqual(became);
  await done('model', 'apply', 'model.yaml', '--only', 'motor', '--with-dependencies');
  expect(await state()).not.toEqual(became);
  expect(await done('undo')).toContain('--only motor');
  expect(await state()).toEqual(became);
});

it('reports what remains in a new object with --force, and finishes once it has been moved', async () => {
  const [before, after] = CASES['an object moved into a new object'] ?? ['', ''];
  const was = await applied(before, after);
  const hoist = await idOf('model/objects', 'modelObjects', 'hoist');
  const crane = await idOf('model/objects', 'modelObjects', 'crane');
  await suite.ask(at('model/objects'), 'POST', { name: 'Rope', type: 'app', parentId: hoist });
  const refused = await run('undo', '-o', 'json');
  expect([refused.code, refused.error().details]).toEqual([5, ['hoist contains the model object Rope']]);
  const forced = await run('undo', '--force');
  expect(forced.code).toBe(8);
  expect(forced.stderr).toContain('warning: Skipped: hoist contains the model object Rope.');
  expect(forced.stderr.replace(/\s+/g, ' ')).toContain(
    'is undone only in part: 1 record could not be restored. - hoist contains the model object Rope',
  );
  expect(forced.stderr).not.toContain('✓');
  expect(listOf(await suite.ask(at('model/objects')), 'modelObjects')).toContainEqual(
    expect.objectContaining({ name: 'motor', parentId: crane }),
  );
  const rope = await idOf('model/objects', 'modelObjects', 'Rope');
  await suite.ask(at(`model/objects/${rope}`), 'PATCH', { parentId: crane });
  expect(await done('undo')).toContain('✓ Undone: ');
  await suite.ask(at(`model/objects/${rope}`), 'DELETE');
  expect(await state()).toEqual(was);
});

it('refuses to delete a new diagram that someone else has drawn on', async () => {
  const [before, after] = CASES['a new domain, diagram and flow'] ?? ['', ''];
  const was = await applied(before, after);
  const view = await idOf('diagrams', 'diagrams', 'View');
  const modelId = await idOf('model/objects', 'modelObjects', 'ship');
  const drawn = { id: 'AreaAbcdefghijAbcdef', modelId, type: 'system', shape: 'box', x: 900, y: 900 };
  await suite.ask(at(`diagrams/${view}/content`), 'PATCH', { objects: { $add: { [drawn.id]: drawn } } });
  const refused = await run('undo', '-o', 'json');
  expect([refused.code, refused.error().details?.[0]]).toEqual([5, 'View was changed since: objects']);
  await done('undo', '--force');
  expect(await state()).toEqual(was);
});

it('overwrites a deleted object that someone has created again, with --force only', async () => {
  const was = await applied(domains(`${system('crane')}, ${system('ship')}`), domains(system('crane')));
  const entry = (await run('undo', '--show', '-o', 'json')).json() as { steps: { recordId: string }[] };
  const id = entry.steps[0]?.recordId ?? '';
  const root = listOf(await suite.ask(at('model/objects')), 'modelObjects').find((it) => it.type === 'root');
  await suite.ask(at(`model/objects/${id}`), 'PUT', {
    name: 'Boat',
    type: 'system',
    parentId: textOf(root, 'id'),
  });
  const refused = await run('undo', '-o', 'json');
  expect([refused.code, refused.error().details?.[0]]).toEqual([
    5,
    expect.stringMatching(/^ship exists again with other values: name/),
  ]);
  await done('undo', '--force');
  const names = (it: unknown): string[] =>
    [...JSON.stringify(it).matchAll(/"name":"([^"]*)"/g)].map(([, name = '']) => name);
  expect(names(await state())).toEqual(names(was));
});

import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE } from '../../../src/commands/model/shared/example.js';
import type { Machine } from '../../support/world.js';
import { type CommandSuite, openCommandSuite } from '../command-suite.js';
import { offline } from './offline.js';

const withExample = (): Machine => {
  const machine = offline();
  machine.write('models.yaml', EXAMPLE);
  return machine;
};
const exported = (machine: Machine, ...args: string[]) =>
  machine.run(['model', 'export', 'models.yaml', ...args]);

describe('model export', () => {
  test('stdout gets the landscape, or all pictures if the format allows that', async () => {
    const machine = withExample();
    const mermaid = await exported(machine);
    expect(mermaid.code, mermaid.stderr).toBe(0);
    expect(mermaid.stdout).toMatch(/^C4Context\n {2}title Ferry Platform\n/);
    expect(mermaid.stderr).toMatch(/Mermaid cannot represent: .*description of model objects \(1\)/);
    expect(mermaid.stderr).toContain('The model has 1 flow. Export one with --flow.');
    const plantuml = await exported(machine, '--format', 'plantuml');
    expect(plantuml.stdout.match(/@startuml/g)).toHaveLength(2);
    expect((await exported(machine, '--flowchart')).stdout).toMatch(/^flowchart LR\n/);
    expect((await exported(machine, '--format', 'csv', '--connections')).stdout).toMatch(
      /^id,name,direction/,
    );
    const flow = await exported(machine, '--flow', 'book a crossing');
    expect(flow.stdout).toMatch(/^sequenceDiagram\n/);
  });

  test('a folder gets a file for each picture; the second time nothing is written', async () => {
    const machine = withExample();
    const first = await exported(machine, '--out', 'pictures', '--format', 'dot', '-o', 'json');
    const files = ['app-booking.dot', 'context.dot'];
    expect(first.json()).toEqual([
      { path: join('pictures', 'context.dot'), shows: 'the landscape', state: 'new' },
      { path: join('pictures', 'app-booking.dot'), shows: 'the content of Booking', state: 'new' },
    ]);
    expect(readdirSync(join(machine.cwd, 'pictures')).sort()).toEqual(files);
    const again = await exported(machine, '--out', 'pictures', '--format', 'dot', '-o', 'json');
    expect((again.json() as { state: string }[]).map(({ state }) => state)).toEqual([
      'unchanged',
      'unchanged',
    ]);
    const dry = await exported(machine, '--out', 'others/', '--format', 'd2', '--dry-run', '-o', 'json');
    expect(dry.json()).toHaveLength(2);
    expect(existsSync(join(machine.cwd, 'others'))).toBe(false);
  });

  test('a file gets the text of stdout, and files of a folder are not written through links', async () => {
    const machine = withExample();
    const page = await exported(machine, '--format', 'markdown', '--out', 'page.md');
    expect(page.code, page.stderr).toBe(0);
    expect(machine.read('page.md')).toBe((await exported(machine, '--format', 'markdown')).stdout);
    mkdirSync(join(machine.cwd, 'pictures'));
    machine.write('mine', 'mine');
    symlinkSync(join(machine.cwd, 'mine'), join(machine.cwd, 'pictures', 'context.mmd'));
    const refused = await exported(machine, '--out', 'pictures');
    expect([refused.code, machine.read('mine')]).toEqual([2, 'mine']);
    expect(refused.stderr).toContain('it is a link');
  });

  test.each([
    ['a diagram of no such name', ['--diagram', 'Booking Aps'], 4, 'Did you mean "Booking Apps"?'],
    ['a flow of no such id', ['--flow', 'nothing like it'], 4, 'has no flow'],
    ['a level that is not there', ['--level', 'component'], 4, 'no elements at the level component'],
    ['a part of what is whole', ['--format', 'json', '--level', 'app'], 2, 'mermaid, plantuml, dot or d2'],
    ['two parts', ['--level', 'app', '--flow', 'book'], 2, 'Options --level and --flow cannot be combined'],
    [
      'a sequence in boxes',
      ['--format', 'd2', '--flow', 'book'],
      2,
      'Use --format mermaid or --format plantuml.',
    ],
    ['a flowchart elsewhere', ['--format', 'dot', '--flowchart'], 2, '--format mermaid'],
    ['connections elsewhere', ['--connections'], 2, '--format csv'],
    ['files beside a landscape', ['live'], 2, 'live cannot be combined'],
    ['several pictures for one file', ['--level', 'app', '--out', 'x.mmd'], 2, 'has 2 pictures'],
  ] as const)('%s is rejected', async (_, args, code, words) => {
    const machine = offline();
    machine.write('models.yaml', `${EXAMPLE.replace('connections:', SECOND)}`);
    const ran = await exported(machine, ...args);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(words);
  });
});

const SECOND = `objects:
  - id: harbour
    name: Harbour
    type: system
    domain: travel
    objects: [{ id: quay, name: Quay, type: app }]
connections:`;

describe('model export of a landscape', () => {
  let suite: CommandSuite;
  beforeAll(async () => {
    suite = await openCommandSuite();
  });
  afterAll(() => suite.close());

  test('equals the export of its document', async () => {
    const machine = suite.machine();
    const at = ['--landscape', suite.ids.landscape];
    expect((await machine.run(['model', 'pull', '--out', 'model.yaml', ...at])).code).toBe(0);
    const [file, live] = [
      await machine.run(['model', 'export', 'model.yaml', '--format', 'structurizr']),
      await machine.run(['model', 'export', 'live', '--format', 'structurizr', ...at]),
    ];
    expect(live.code, live.stderr).toBe(0);
    expect(live.stdout).toMatch(/ = softwareSystem "/);
    expect(live.stdout).toBe(file.stdout);
  });
});

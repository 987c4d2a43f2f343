import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readModel } from '../../src/model/document/read.js';
import { writeModel } from '../../src/model/document/write.js';
import { MAX_BYTES, MAX_MARKS, refuseTooLarge } from '../../src/model/document/yaml/parse.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const pull = (machine: Machine, args: string[], options?: RunOptions) =>
  machine.run(['model', 'pull', ...args, '--landscape', suite.ids.landscape], options);

/** Every file below a folder, with its content. */
const filesIn = (machine: Machine, dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(machine.cwd, dir), { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name).slice(machine.cwd.length + 1))
      .sort()
      .map((path) => [path, machine.read(path)]),
  );

describe('model pull', () => {
  test('two pulls of a landscape are equal byte by byte, and the document is valid', async () => {
    const machine = suite.machine();
    const ran = await pull(machine, ['--out', 'one', '--split']);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(/Pulled \d+ tag groups, .*, \d+ flows and \d+ decisions: \d+ files written\./);
    expect(ran.stderr).toMatch(
      /The next apply labels \d+ records with their id in the files and the owner "ferry-platform", .*\n {2}archctl model plan one\n/,
    );
    expect((await pull(machine, ['--out', 'two', '--split'])).code).toBe(0);
    const [one, two] = [filesIn(machine, 'one'), filesIn(machine, 'two')];
    expect(Object.values(one)).toEqual(Object.values(two));
    expect(Object.keys(one)).toContain('one/layout/booking-apps.yaml');
    const sources = Object.entries(one).filter(([path]) => path.endsWith('.yaml'));
    const { findings, model } = readModel(sources.map(([path, text]) => ({ path, text })));
    expect(findings).toEqual([]);
    expect(model.namespace).toBe('ferry-platform');
    const same = await machine.run([
      'model',
      'diff',
      '--exit-code',
      'one',
      'live',
      '--landscape',
      suite.ids.landscape,
    ]);
    expect(same.code, same.stdout).toBe(0);
  });

  test('a new folder has files of layouts; existing folders and single files keep their arrangement', async () => {
    const machine = suite.machine();
    const layouts = (folder: string): number =>
      Object.keys(filesIn(machine, folder)).filter((path) => path.includes('/layout/')).length;
    expect((await pull(machine, ['--out', 'fresh'])).code).toBe(0);
    expect(layouts('fresh')).toBeGreaterThan(0);
    expect(machine.read('fresh/model.yaml')).not.toContain('layout:');
    expect((await pull(machine, ['--out', 'whole', '--no-split'])).code).toBe(0);
    expect((await pull(machine, ['--out', 'one.yaml'])).code).toBe(0);
    expect((await pull(machine, ['--out', 'whole'])).code).toBe(0);
    expect(layouts('whole')).toBe(0);
    for (const path of ['whole/model.yaml', 'one.yaml']) expect(machine.read(path)).toContain('layout:');
    expect((await pull(machine, ['--out', 'other', '--split', '--no-split'])).code).toBe(2);
  });

  test('a pull over existing files keeps ids and comments, and writes only changed files', async () => {
    const machine = suite.machine();
    await pull(machine, ['--out', 'model.yaml']);
    const own = machine
      .read('model.yaml')
      .replaceAll(/\bbooking-api\b(?!-)/g, 'the-api')
      .replace(/^connections:/m, '# Ours, by name.\nconnections:');
    machine.write('model.yaml', own);
    const again = await pull(machine, ['--out', 'model.yaml', '-o', 'json']);
    expect(again.json(), again.stderr).toEqual([{ path: 'model.yaml', status: 'unchanged' }]);
    expect(machine.read('model.yaml')).toBe(own);
    const latest = `landscapes/${suite.ids.landscape}/versions/latest`;
    const objects = listOf(await suite.ask(`${latest}/model/objects`), 'modelObjects');
    const api = objects.find(({ name }) => name === 'Booking API');
    const path = `${latest}/model/objects/${textOf(api, 'id')}`;
    const caption = textOf(api, 'caption');
    await suite.ask(path, 'PATCH', { caption: 'Sells.' });
    const dry = await pull(machine, ['--out', 'model.yaml', '--dry-run', '-o', 'json']);
    expect(dry.json()).toEqual([{ path: 'model.yaml', status: 'changed' }]);
    expect(machine.read('model.yaml')).toBe(own);
    const ran = await pull(machine, ['--out', 'model.yaml', '-o', 'json']);
    await suite.ask(path, 'PATCH', { caption });
    expect(ran.json()).toEqual([{ path: 'model.yaml', status: 'changed' }]);
    expect(machine.read('model.yaml')).toBe(own.replace(caption, 'Sells.'));
    expect(ran.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('a rename or a move right after a pull is planned as such, separately from labels', async () => {
    const machine = suite.machine();
    await pull(machine, ['--out', 'model.yaml']);
    const own = machine.read('model.yaml');
    const plan = ['model', 'plan', 'model.yaml', '--landscape', suite.ids.landscape];
    machine.write('model.yaml', own.replace('name: Gate Scanner', 'name: Ramp Scanner'));
    const { stdout } = await machine.run(plan, { tty: true, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^Plan for "Ferry Platform": 1 to update, \d+ to label\n/);
    expect(stdout).toContain(
      '  ~ model object Ramp Scanner  gate-scanner\n      name: Gate Scanner → Ramp Scanner\n',
    );
    expect(stdout).toMatch(/ {2}= \d+ records {2}each matched by its name; gets labels/);
    expect(stdout).toMatch(/ \d+ model objects, \d+ model connections/);
    expect(stdout.split('\n').length).toBeLessThan(15);
    const comment = (await machine.run([...plan, '-o', 'markdown'])).stdout;
    expect(comment).toMatch(/^- ⚪ \d+ tag groups, .*: each matched by its name; gets labels/m);
    expect(comment.match(/^- ⚪/gm)).toHaveLength(1);
    const [, kiosk = ''] = /( {10}- id: check-in-kiosk\n[\s\S]*?)(?= {10}- id:)/.exec(own) ?? [];
    const booking = own
      .replace(kiosk, '')
      .replace('- id: availability-cache', (it) => `${kiosk.trim()}\n          ${it}`);
    machine.write('model.yaml', booking);
    const moved = (await machine.run([...plan, '-o', 'json'])).json() as JsonObject;
    const steps = listOf(moved, 'steps').filter(({ does }) => does !== 'adopt');
    expect(steps).toMatchObject([
      { does: 'move', id: 'check-in-kiosk', fields: [{ field: 'parent', to: 'booking' }] },
    ]);
  });

  test('names in the landscape lead to no file outside the folder', async () => {
    const machine = suite.machine();
    const latest = `landscapes/${suite.ids.landscape}/versions/latest`;
    const made: string[] = [];
    for (const id of ['../../outside', 'con', '/etc/x', 'a\u0000b']) {
      const labels = { imported: 'true', 'import-original-id': id };
      const body = { name: id, type: 'context-diagram', modelId: suite.ids.root, index: 9, labels };
      const objects = {
        one: { id: 'one', modelId: suite.ids.origin, type: 'system', shape: 'box', x: 0, y: 0 },
      };
      made.push(
        textOf(
          (await suite.ask(`${latest}/diagrams`, 'POST', { ...body, objects })).diagram as JsonObject,
          'id',
        ),
      );
    }
    const ran = await pull(machine, ['--out', 'deep/er', '--split']);
    for (const id of made) await suite.ask(`${latest}/diagrams/${id}`, 'PATCH', { labels: {}, name: id });
    expect(ran.code, ran.stderr).toBe(0);
    const all = readdirSync(machine.cwd, { recursive: true }).map(String);
    expect(all.every((it) => it === 'deep' || it.startsWith('deep/er'))).toBe(true);
    expect(existsSync(join(machine.cwd, 'outside.yaml'))).toBe(false);
  });

  test('a link in place of a file is rejected before anything is written', async () => {
    const machine = suite.machine();
    mkdirSync(join(machine.cwd, 'elsewhere'));
    mkdirSync(join(machine.cwd, 'models'));
    symlinkSync(join(machine.cwd, 'elsewhere'), join(machine.cwd, 'models/layout'));
    const ran = await pull(machine, ['--out', 'models', '--split']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('is a link');
    expect(readdirSync(join(machine.cwd, 'elsewhere'))).toEqual([]);
    expect(existsSync(join(machine.cwd, 'models/model.yaml'))).toBe(false);
    rmSync(join(machine.cwd, 'models/layout'));
    symlinkSync(join(machine.cwd, 'elsewhere/x'), join(machine.cwd, 'm.yaml'));
    expect((await pull(machine, ['--out', 'm.yaml'])).code).toBe(2);
  });

  test.each([
    [['--file', 'a.yaml', '--dir', 'b'], 'cannot be combined'],
    [['--out', 'a.yaml', '--split'], '--split requires a folder'],
    [['--out', 'a.json'], 'does not end in .yaml'],
    [['--out', 'link.yaml'], 'is not a regular file'],
    [['--out', 'broken.yaml/'], 'is a file, not a folder'],
    [['--out', 'broken.yaml'], 'broken.yaml:1:'],
  ])('%j is a usage error', async (args, message) => {
    const machine = suite.machine();
    symlinkSync('broken.yaml', join(machine.cwd, 'link.yaml'));
    writeFileSync(join(machine.cwd, 'broken.yaml'), 'objects: [');
    const ran = await pull(machine, args);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
    expect(ran.requests).toHaveLength(0);
  });
});

describe('a landscape in files by domain', () => {
  test('validates, has no differences, plans labels only, and is pulled again without a change', async () => {
    const machine = suite.machine();
    await pull(machine, ['--out', 'model.yaml']);
    const { model } = readModel([{ path: 'model.yaml', text: machine.read('model.yaml') }]);
    const files = writeModel(model, { split: true, mostMarks: 1_000 });
    expect(files.length).toBeGreaterThan(5);
    mkdirSync(join(machine.cwd, 'parts', 'layout'), { recursive: true });
    for (const { path, text } of files) machine.write(join('parts', path), text);
    expect((await machine.run(['model', 'validate', 'parts'])).code).toBe(0);
    const at = ['--landscape', suite.ids.landscape];
    const same = await machine.run(['model', 'diff', '--exit-code', 'parts', 'live', ...at]);
    expect(same.code, same.stdout).toBe(0);
    const plan = await machine.run(['model', 'plan', 'parts', ...at, '-o', 'json']);
    expect(plan.code, plan.stderr).toBe(0);
    const { steps } = plan.json() as { steps: { does: string }[] };
    expect(steps.filter(({ does }) => does !== 'adopt')).toEqual([]);
    const again = await pull(machine, ['--out', 'parts', '--split', '-o', 'json']);
    expect(new Set((again.json() as JsonObject[]).map(({ status }) => status)), again.stderr).toEqual(
      new Set(['unchanged']),
    );
  });

  test('files that archctl could not read again are rejected', () => {
    const full = { path: 'model.yaml', text: '- '.repeat(MAX_MARKS) };
    expect(() => refuseTooLarge([full])).not.toThrow();
    expect(() => refuseTooLarge([{ ...full, text: `${full.text}- ` }])).toThrow(
      'model.yaml would have more than 2 million fields and entries',
    );
    expect(() => refuseTooLarge(Array(11).fill(full))).toThrow('more than 20 million fields and entries');
    const long = { path: 'a.yaml', text: ' '.repeat(MAX_BYTES / 2) };
    expect(() => refuseTooLarge([long, { ...long, text: `${long.text} ` }])).toThrow('larger than 256 MB');
  });
});

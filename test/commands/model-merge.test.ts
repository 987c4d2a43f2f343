import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ELEMENT_KINDS, elementsOf, type Model } from '../../src/model/document/element.js';
import { readModel } from '../../src/model/document/read.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const BASE = `namespace: ferry
domains:
  - id: travel
    name: Travel
    objects:
      # The first one.
      - id: api
        name: Booking API
        type: app
      - id: web
        name: Website
        type: app
tags: []
`;

async function merged(ours: string, theirs: string, base = BASE) {
  const machine = suite.machine();
  machine.write('base.yaml', base);
  machine.write('ours.yaml', ours);
  machine.write('theirs.yaml', theirs);
  const args = ['base.yaml', 'ours.yaml', 'theirs.yaml', '--out', 'ours.yaml', '--path', 'models/model.yaml'];
  const ran = await machine.run(['model', 'merge', ...args]);
  return { machine, ran, text: machine.read('ours.yaml') };
}

/** Elements of a model without their source locations. */
const contentOf = (model: Model) =>
  ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind).map(({ id, fields }) => ({ kind, id, fields })));

/** The two sides of a text with conflict markers. */
const sidesOf = (text: string) => ({
  ours: text.replace(/^=======\n[\s\S]*?^>{7} theirs\n/gm, '').replace(/^<{7} ours\n/gm, ''),
  theirs: text.replace(/^<{7} ours\n[\s\S]*?^=======\n/gm, '').replace(/^>{7} theirs\n/gm, ''),
});

describe('model merge', () => {
  test('a merge without conflicts has both changes and no markers', async () => {
    const { ran, text } = await merged(
      BASE.replace('Website', 'Site'),
      BASE.replace('Booking API', 'Bookings'),
    );
    expect(ran.code, ran.stderr).toBe(0);
    expect(text).toBe(BASE.replace('Website', 'Site').replace('Booking API', 'Bookings'));
  });

  test('moves and ignored rules of both sides are kept, once', async () => {
    const move = (from: string, to: string): string => `moved:\n  - { from: ${from}, to: ${to} }\n`;
    const { ran, text } = await merged(
      `${BASE}${move('old-api', 'api')}`,
      `ignore: [tag/unused]\n${BASE.replace('Website', 'Site')}${move('old-web', 'web')}`,
    );
    expect(ran.code, ran.stderr).toBe(0);
    const { model } = readModel([{ path: 'ours.yaml', text }]);
    expect(model.moved.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(['old-api api', 'old-web web']);
    expect(model.ignores).toEqual(['tag/unused']);
    expect(text).toContain('      # The first one.\n');
    expect(text).toContain('name: Site');
  });

  test('a conflict leaves both versions between markers, and names the file and the element', async () => {
    const ours = BASE.replace('Booking API', 'Bookings');
    const theirs = BASE.replace('Booking API', 'Reservations').replace('Website', 'Site');
    const { machine, ran, text } = await merged(ours, theirs);
    expect(ran.code, ran.stderr).toBe(8);
    expect(ran.stderr).toContain('models/model.yaml has 1 conflict.');
    expect(ran.stderr).toContain(
      'model object api, name: base "Booking API", ours "Bookings", theirs "Reservations"',
    );
    expect(text).toContain('# The first one.');
    expect(sidesOf(text)).toEqual({ ours: ours.replace('Website', 'Site'), theirs });
    const validated = await machine.run(['model', 'validate', 'ours.yaml']);
    expect(validated.code).toBe(2);
    expect(validated.stdout + validated.stderr).toContain('There is an unresolved merge conflict here.');
  });

  test.each([
    ['ours', true],
    ['theirs', false],
  ])('an element that %s removed and the other side changed is between markers', async (_, isOurs) => {
    const without = BASE.replace(/ {6}- id: web\n.*\n.*\n/, '');
    const changed = BASE.replace('Website', 'Site');
    const { ran, text } = await (isOurs ? merged(without, changed) : merged(changed, without));
    expect(ran.code, ran.stderr).toBe(8);
    const { ours, theirs } = sidesOf(text);
    const modelOf = (it: string) => contentOf(readModel([{ path: 'a.yaml', text: it }]).model);
    const sides = isOurs ? [theirs, ours] : [ours, theirs];
    expect(sides.map(modelOf)).toEqual([changed, without].map(modelOf));
  });

  test('a value that is unique in the document is a conflict as well', async () => {
    const { ran, text } = await merged(
      BASE.replace('namespace: ferry', 'namespace: a'),
      BASE.replace('namespace: ferry', 'namespace: b'),
    );
    expect(ran.code, ran.stderr).toBe(8);
    expect(ran.stderr).toContain('document, namespace: base "ferry", ours "a", theirs "b"');
    expect(text).toContain('<<<<<<< ours\nnamespace: a\n=======\nnamespace: b\n>>>>>>> theirs\n');
  });

  test.each([
    ['theirs', BASE.replace('Website', 'Site'), BASE.replace('name: Website', 'name: "Website')],
    ['ours', BASE.replace('name: Website', 'name: "Website'), BASE.replace('Website', 'Site')],
  ])('%s that cannot be parsed is merged line by line, with markers', async (side, ours, theirs) => {
    const { ran, text } = await merged(ours, theirs);
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toContain('models/model.yaml was merged line by line, with 1 conflict');
    expect(ran.stderr).toContain(`${side}.yaml:11:15`);
    expect(sidesOf(text)).toEqual({ ours, theirs });
  });

  test('without a document, the missing argument is named', async () => {
    const ran = await suite.machine().run(['model', 'merge', 'base.yaml', '--out', 'x.yaml']);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining('Argument FILE: cannot read base.yaml'),
    ]);
    const none = await suite.machine().run(['model', 'merge']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('Argument BASE is missing.')]);
  });
});

describe('model merge --install', () => {
  function repository(): { machine: Machine; git(...args: string[]): string } {
    const machine = suite.machine({ PATH: process.env.PATH ?? '' });
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: machine.cwd, encoding: 'utf8', stdio: 'pipe' });
    git('init', '-q', '-b', 'main');
    mkdirSync(join(machine.cwd, 'my models'));
    machine.write('my models/model.yaml', BASE);
    return { machine, git };
  }

  test('writes the configuration and .gitattributes, once', async () => {
    const { machine, git } = repository();
    machine.write('.gitattributes', '*.png binary');
    const install = ['model', 'merge', '--install', 'my models'];
    const dry = await machine.run([...install, '--dry-run']);
    expect(dry.code, dry.stderr).toBe(0);
    expect(machine.read('.gitattributes')).toBe('*.png binary');
    for (let times = 0; times < 2; times += 1) {
      const ran = await machine.run(install);
      expect(ran.code, ran.stderr).toBe(0);
    }
    expect(git('config', 'merge.archctl.driver')).toMatch(/^archctl model merge %O %A %B --out %A --path %P/);
    const lines = machine.read('.gitattributes').trimEnd().split('\n');
    expect(lines).toEqual([...new Set(lines)]);
    expect(lines[0]).toBe('*.png binary');
    const attributes = git(
      'check-attr',
      'merge',
      'my models/model.yaml',
      'my models/layout/a.yaml',
      'a.yaml',
    );
    expect(attributes.trimEnd().split('\n')).toEqual([
      'my models/model.yaml: merge: archctl',
      'my models/layout/a.yaml: merge: archctl',
      'a.yaml: merge: unspecified',
    ]);
  });

  test('outside a repository, and for a path outside it, nothing is written', async () => {
    const machine = suite.machine({ PATH: process.env.PATH ?? '' });
    const outside = await machine.run(['model', 'merge', '--install']);
    expect([outside.code, outside.stderr]).toEqual([2, expect.stringContaining('not in a git working tree')]);
    const { machine: inside } = repository();
    for (const path of ['..', 'none', '/']) {
      const ran = await inside.run(['model', 'merge', '--install', path]);
      expect(ran.code, ran.stderr).toBe(2);
    }
  });
});

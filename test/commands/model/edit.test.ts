import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FERRY } from '../../support/ferry-document.js';
import type { Machine } from '../../support/world.js';
import { offline } from './offline.js';

const MODEL = join('models', 'model.yaml');

const withModel = (text = FERRY): Machine => {
  const machine = offline();
  mkdirSync(join(machine.cwd, 'models'));
  machine.write('models/model.yaml', text);
  return machine;
};
const textOf = (machine: Machine, path = MODEL): string => readFileSync(join(machine.cwd, path), 'utf8');
const model = (machine: Machine, ...line: string[]) => machine.run(['model', ...line, '--model', 'models']);

describe('model remove', () => {
  test('shows what goes, and removes it with its references', async () => {
    const machine = withModel(`# kept\n${FERRY}`);
    const dry = await model(machine, 'remove', 'Booking/Booking API', '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/^Remove 3 elements:\n\n1 model object\n {2}- Booking API {2}booking-api/);
    expect(dry.stdout).toContain('      objects: - booking-api\n');
    expect(dry.stdout).toContain(`Would change ${MODEL}.\n`);
    expect(textOf(machine)).toBe(`# kept\n${FERRY}`);
    const unasked = await model(machine, 'remove', 'booking-api');
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect(textOf(machine)).toBe(`# kept\n${FERRY}`);
    const done = await model(machine, 'remove', 'booking-api', '--yes', '-o', 'json');
    expect([done.code, done.json()]).toMatchObject([0, { files: [{ path: MODEL, status: 'changed' }] }]);
    expect(textOf(machine)).toMatch(/^# kept\n/);
    expect(textOf(machine)).not.toContain('booking-api');
    const checked = await machine.run(['model', 'validate', 'models', '-o', 'json']);
    expect(checked.code).toBe(0);
  });

  test('names that match nothing, and results with errors, are refused', async () => {
    const machine = withModel();
    const unknown = await model(machine, 'remove', 'bookin-api', '--yes');
    expect([unknown.code, unknown.stderr]).toEqual([
      4,
      expect.stringContaining('Did you mean "booking-api"?'),
    ]);
    const piped = await machine.run(['model', 'remove', 'booking', '--model', '-', '--yes']);
    expect([piped.code, piped.stderr]).toEqual([2, expect.stringContaining('stdin')]);
    expect(textOf(machine)).toBe(FERRY);
  });
});

describe('model rename', () => {
  test('changes the name, and with --id the id in all files', async () => {
    const machine = withModel();
    mkdirSync(join(machine.cwd, 'models/decisions'));
    machine.write('models/decisions/0001-keep.md', '---\nelements: [booking-api]\n---\n# Keep\n');
    const named = await model(machine, 'rename', 'booking-api', 'Booking: Service', '-o', 'json');
    expect([named.code, named.json()]).toMatchObject([
      0,
      { changes: [{ change: 'renamed', was: 'Booking API' }] },
    ]);
    expect(textOf(machine)).toBe(FERRY.replace('name: Booking API', 'name: "Booking: Service"'));
    const both = await model(machine, 'rename', 'booking-api', 'Booking API', '--id', 'service');
    expect([both.code, both.stdout]).toEqual([
      0,
      expect.stringContaining('id booking-api → service:\n\n1 model object\n  ~ '),
    ]);
    expect(textOf(machine)).toBe(
      `${FERRY.replace('name: Booking API', 'name: "Booking API"').replaceAll('booking-api', 'service')}moved:\n  - { from: booking-api, to: service }\n`,
    );
    expect(textOf(machine, 'models/decisions/0001-keep.md')).toContain('[service]');
    const back = await model(machine, 'rename', 'service', '--id', 'booking-api');
    expect([back.code, back.stdout]).toEqual([
      0,
      expect.stringContaining(`Changed ${MODEL} and ${join('models', 'decisions', '0001-keep.md')}.\n`),
    ]);
    expect(textOf(machine)).toBe(FERRY.replace('name: Booking API', 'name: "Booking API"'));
  });

  test('writes nothing if a file cannot be written, or the name is not valid', async () => {
    const machine = withModel();
    mkdirSync(join(machine.cwd, 'models/other'));
    machine.write('models/other/0001-keep.md', '---\nelements: [booking-api]\n---\n# Keep\n');
    mkdirSync(join(machine.cwd, 'models/decisions'));
    symlinkSync('../other/0001-keep.md', join(machine.cwd, 'models/decisions/0001-keep.md'));
    const linked = await model(machine, 'rename', 'booking-api', '--id', 'service');
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining('is a link')]);
    for (const line of [
      ['booking-api'],
      ['booking-api', ' '],
      ['booking/**', 'X'],
      ['booking-api', '--id', 'booking'],
    ]) {
      const failed = await model(machine, 'rename', ...line);
      expect([failed.code, failed.stderr]).toEqual([
        2,
        expect.stringMatching(/missing|empty|several|already/),
      ]);
    }
    expect(textOf(machine)).toBe(FERRY);
    // The service accepts a name twice under one parent; "model validate" and "model plan" warn.
    expect((await model(machine, 'rename', 'booking-db', 'Booking API')).code).toBe(0);
  });
});

describe('model move', () => {
  test('takes the target as an argument, and finds the folder "models"', async () => {
    const [one, other] = [withModel(), withModel()];
    expect((await one.run(['model', 'move', 'booking', 'Outer'])).code).toBe(0);
    await model(other, 'move', 'booking', '--to', 'Outer');
    expect(textOf(one)).toBe(textOf(other));
    expect(textOf(one)).not.toBe(FERRY);
  });

  test.each([
    [[], 'The target of the move is missing.'],
    [['Outer', '--to', 'Inner'], 'The target is given twice: Outer and --to Inner.'],
  ])('requires one target: %j', async (line, message) => {
    const machine = withModel();
    const failed = await model(machine, 'move', 'booking', ...line);
    expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(textOf(machine)).toBe(FERRY);
  });

  test('names --model if there is no model here, and only then', async () => {
    const machine = offline();
    const lost = await machine.run(['model', 'move', 'booking', 'Outer']);
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('Name the model with --model')]);
    mkdirSync(join(machine.cwd, 'empty'));
    const empty = await machine.run(['model', 'move', 'booking', 'Outer', '--model', 'empty']);
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('archctl model init')]);
  });

  test('moves an element to another parent, or to a file', async () => {
    const machine = withModel();
    expect((await model(machine, 'move', 'booking', '--to', 'Outer')).code).toBe(0);
    expect(textOf(machine)).toContain(
      '        objects:\n          - { id: inner, type: group, name: Inner }\n          - id: booking\n',
    );
    const apart = await model(machine, 'move', 'booking', '--to', 'models/booking.yaml', '-o', 'json');
    expect([apart.code, apart.json()]).toMatchObject([
      0,
      { changes: [], files: [{ path: MODEL }, { path: 'models/booking.yaml', status: 'new' }] },
    ]);
    expect(textOf(machine, 'models/booking.yaml')).toMatch(
      /^objects:\n {2}- id: booking\n(.*\n)*? {4}parent: outer\n/,
    );
    expect((await machine.run(['model', 'validate', 'models', '--strict'])).code).toBe(0);
    const same = await model(machine, 'move', 'booking', './models/booking.yaml');
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('already in')]);
  });

  test.each([
    ['booking', 'elsewhere/model.yaml', 'is not a file of the model'],
    ['booking', 'passenger', 'belongs below'],
    ['booking', 'booking-api', 'inside itself'],
    ['asks', 'passenger', 'cannot be in'],
    ['asks', 'models/model.schema.json', 'already exists'],
  ])('%s to %s: %s', async (name, to, message) => {
    const machine = withModel();
    machine.write('models/model.schema.json', '{}');
    const failed = await model(machine, 'move', name, '--to', to);
    expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(textOf(machine)).toBe(FERRY);
  });
});

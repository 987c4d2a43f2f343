import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let machine: Machine;
let landscape: string;
const DAY_MS = 86_400_000;
/** A day relative to today, in UTC. */
const day = (offset: number): string =>
  new Date(suite.service.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);

const run = (line: readonly string[]) => machine.run(['model', ...line, '--landscape', landscape]);
const drift = (...line: string[]) => run(['drift', 'ferry.yaml', ...line]);
const ask = (path: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE' = 'GET', body?: unknown) =>
  suite.ask(`landscapes/${landscape}/versions/latest/${path}`, method, body);
const objectNamed = async (name: string): Promise<JsonObject> => {
  const { modelObjects } = await ask('model/objects');
  return (modelObjects as JsonObject[]).find((it) => it.name === name) ?? {};
};
/** Writes the document with these entries of drift.ignore. */
const ignoring = (...entries: string[]): void => {
  const section =
    entries.length === 0 ? '' : `drift:\n  ignore:\n${entries.map((it) => `    - ${it}\n`).join('')}`;
  machine.write('ferry.yaml', section + FERRY);
};

beforeAll(async () => {
  suite = await openCommandSuite();
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', {
    name: 'Drifting',
  });
  landscape = textOf(made.landscape, 'id');
  machine = suite.machine();
  ignoring();
  expect((await run(['apply', 'ferry.yaml', '--yes'])).code).toBe(0);
  const [passenger, booking] = [await objectNamed('Passenger'), await objectNamed('Booking')];
  await ask(`model/objects/${textOf(passenger, 'id')}`, 'PATCH', { caption: 'Theirs', status: 'deprecated' });
  await ask('model/objects', 'POST', { name: 'Kiosk', type: 'app', parentId: textOf(booking, 'id') });
});
afterAll(() => suite.close());

describe('model drift with ignored differences', () => {
  test('counts them, lists them with their reason, and exits with 0 if nothing else differs', async () => {
    ignoring(
      '{ element: passenger, field: caption, reason: Edited by support }',
      '{ element: Booking/**, reason: Tried out by the booking team }',
    );
    const some = await drift('-o', 'json');
    expect([some.code, some.json()]).toEqual([
      8,
      {
        landscape: { id: expect.any(String), name: 'Drifting' },
        unchanged: 15,
        drift: [
          {
            state: 'changed',
            kind: 'object',
            id: 'passenger',
            name: 'Passenger',
            fields: [
              { field: 'status', to: 'deprecated', by: 'Sandbox admin', at: expect.stringMatching(/Z$/) },
            ],
          },
        ],
        ignored: [
          {
            state: 'changed',
            kind: 'object',
            id: 'passenger',
            name: 'Passenger',
            fields: [{ field: 'caption', from: 'Crosses on foot or by car.', to: 'Theirs' }],
            by: { element: 'passenger', field: 'caption', reason: 'Edited by support' },
          },
          {
            state: 'new',
            kind: 'object',
            id: 'kiosk',
            name: 'Kiosk',
            fields: [],
            by: { element: 'Booking/**', reason: 'Tried out by the booking team' },
          },
        ],
        expired: [],
        unused: [],
      },
    ]);
    expect(some.stderr).toBe('');
    const shown = await drift();
    expect([shown.code, shown.stderr]).toEqual([8, '']);
    expect(shown.stdout).toMatch(
      /^Drift of "Drifting"\n\n1 changed element\n[\s\S]*\n\n15 unchanged, 1 changed, 2 ignored\.\n$/,
    );
    const all = await drift('--ignore', 'Passenger.status');
    expect([all.code, all.stdout]).toEqual([0, '"Drifting": 15 unchanged, 3 ignored\n']);
    expect(new Set(all.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('an entry applies until the end of its last day; then its differences are drift, and it is reported', async () => {
    ignoring(
      `{ element: passenger, reason: Migration, until: ${day(0)} }`,
      '{ element: kiosk, reason: New }',
    );
    expect((await drift()).code).toBe(0);
    ignoring(
      `{ element: passenger, reason: Migration, until: ${day(-1)} }`,
      '{ element: kiosk, reason: New }',
    );
    const expired = await drift();
    expect([expired.code, expired.stdout]).toEqual([
      8,
      expect.stringContaining('\n15 unchanged, 1 changed, 1 ignored, 1 expired entry.\n'),
    ]);
    expect(expired.stdout).toContain(
      `1 entry of drift.ignore expired, so these differences are drift again\n  ferry.yaml:3:7  passenger  until ${day(-1)}  Migration`,
    );
    expect((await drift('-o', 'json')).json()).toMatchObject({
      expired: [
        { element: 'passenger', until: day(-1), file: 'ferry.yaml', line: 3, column: 7, elements: 1 },
      ],
    });
    // Another entry that applies takes precedence over one that has expired.
    expect((await drift('--ignore', 'passenger')).code).toBe(0);
  });

  test('an entry that matches nothing is a note', async () => {
    ignoring(
      '{ element: passenger, reason: A }',
      '{ element: kiosk, reason: B }',
      '{ element: "flow:**", field: steps, reason: C }',
    );
    const ran = await drift();
    expect([ran.code, ran.stdout]).toEqual([
      0,
      [
        '"Drifting": 15 unchanged, 2 ignored',
        '',
        'Note: no difference matches 1 entry of drift.ignore',
        '  ferry.yaml:5:7  flow:**.steps  C',
        '',
      ].join('\n'),
    ]);
    expect((await drift('-o', 'json')).json()).toMatchObject({ unused: [{ element: 'flow:**', line: 5 }] });
  });

  test.each([
    ['nobody', 'not-found', 'Neither the document nor the landscape has an element "nobody".'],
    ['passenger.captain', 'usage', 'passenger has no field "captain".'],
    ['pasenger', 'not-found', 'Neither the document nor the landscape has an element "pasenger".'],
  ])('--ignore %s is an error', async (typed, kind, message) => {
    ignoring();
    const ran = await drift('--ignore', typed, '-o', 'json');
    expect(ran.error()).toMatchObject({ kind, message });
  });

  test('--ignore accepts fields of parts of the model, and can be repeated', async () => {
    ignoring();
    const ran = await drift(
      '--ignore',
      'travel/**.caption',
      '--ignore',
      'object:**.status',
      '--ignore',
      'Kiosk',
    );
    expect([ran.code, ran.stdout]).toEqual([0, '"Drifting": 15 unchanged, 3 ignored\n']);
  });

  test('entries survive a pull', async () => {
    ignoring('{ element: passenger, reason: A, until: 2027-03-31 }');
    expect((await run(['pull', '--out', 'ferry.yaml'])).code).toBe(0);
    expect(machine.read('ferry.yaml')).toContain(
      'drift:\n  ignore:\n    - { element: passenger, reason: A, until: 2027-03-31 }\n',
    );
    expect(machine.read('ferry.yaml')).toContain('Kiosk');
  });
});

describe('model drift --accept', () => {
  test('writes just these differences into the files, which then have no such drift', async () => {
    machine.write('ferry.yaml', `# Ours\n${FERRY}`);
    const dry = await drift('--accept', 'passenger', '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([
      0,
      [
        'Would accept the drift of 1 element:',
        '  model object Passenger  changed',
        '      caption: Crosses on foot or by car. → Theirs',
        '      status: live → deprecated',
        '',
        'Would change ferry.yaml.',
        '',
      ].join('\n'),
    ]);
    expect(machine.read('ferry.yaml')).toBe(`# Ours\n${FERRY}`);
    const some = await drift('--accept', 'Passenger', '-o', 'json');
    expect([some.code, some.json()]).toMatchObject([
      0,
      {
        accepted: [{ state: 'changed', id: 'passenger' }],
        files: [{ path: 'ferry.yaml', status: 'changed' }],
      },
    ]);
    const passenger =
      '      - { id: passenger, type: actor, name: Passenger, caption: Theirs, status: deprecated }';
    const now = `# Ours\n${FERRY}`.replace(/^.*id: passenger, type.*$/m, passenger);
    expect(machine.read('ferry.yaml')).toBe(now);
    const left = await drift('-o', 'json');
    expect(left.json()).toMatchObject({ drift: [{ state: 'new', id: 'kiosk' }] });
    expect((await drift('--accept', 'booking/**')).code).toBe(0);
    expect(machine.read('ferry.yaml')).toContain('          - { id: kiosk, name: Kiosk, type: app }\n');
    expect((await drift()).code).toBe(0);
    expect((await run(['plan', 'ferry.yaml', '-o', 'json'])).json()).toMatchObject({
      steps: [{ does: 'adopt' }],
    });
  });

  test('takes over deletions, with every reference to the element', async () => {
    const kiosk = await objectNamed('Kiosk');
    await ask(`model/objects/${textOf(kiosk, 'id')}`, 'DELETE');
    const database = await objectNamed('Booking Database');
    await ask(`model/objects/${textOf(database, 'id')}`, 'DELETE');
    expect((await drift('--accept', 'booking-db')).code).toBe(0);
    const rest = (await drift('-o', 'json')).json() as { drift: { id: string }[] };
    expect(rest.drift.map(({ id }) => id)).toEqual(['kiosk']);
    expect(machine.read('ferry.yaml')).not.toContain('booking-db');
    expect((await drift('--accept', '**')).code).toBe(0);
    expect(machine.read('ferry.yaml')).not.toContain('kiosk');
    expect((await drift()).code).toBe(0);
  });

  test('writes nothing for names without drift, and for elements that need others', async () => {
    const booking = textOf(await objectNamed('Booking'), 'id');
    const made = await ask('model/objects', 'POST', { name: 'Gate', type: 'app', parentId: booking });
    const gate = textOf(made.modelObject, 'id');
    await ask('model/connections', 'POST', {
      name: 'Opens',
      originId: textOf(await objectNamed('Passenger'), 'id'),
      targetId: gate,
      direction: 'outgoing',
    });
    const before = machine.read('ferry.yaml');
    for (const [line, code, message] of [
      [['--accept', 'booking'], 2, '"booking" has no drift to accept.'],
      [['--accept', 'gate', '--accept', 'nobody'], 4, 'has an element "nobody"'],
      [['--accept', 'opens'], 2, 'The document would have 1 error; nothing was written.'],
      [['--accept', 'gate', '--ignore', 'gate'], 2, '"gate" has no drift to accept.'],
    ] as const) {
      const failed = await drift(...line);
      expect([failed.code, failed.stderr]).toEqual([code, expect.stringContaining(message)]);
    }
    expect(machine.read('ferry.yaml')).toBe(before);
    expect((await drift('--accept', 'opens', '--accept', 'gate')).code).toBe(0);
    expect((await drift()).code).toBe(0);
  });
});

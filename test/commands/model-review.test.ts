/** Reports for reviewers: plan, drift and diff as comments, with authors and pictures. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let machine: Machine;
let landscape: string;
const run = (...line: string[]) => machine.run(['model', ...line, '--landscape', landscape]);
const HOSTILE = '@all [x](http://a.test) <img src=x> `#1` **b** | c';

beforeAll(async () => {
  suite = await openCommandSuite();
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', {
    name: 'Reviewed',
  });
  landscape = textOf(made.landscape, 'id');
  machine = suite.machine();
  machine.write('ferry.yaml', FERRY);
  expect((await run('apply', 'ferry.yaml', '--yes')).code).toBe(0);
  const at = `landscapes/${landscape}/versions/latest/model/objects`;
  const { modelObjects } = await suite.ask(at);
  const named = (name: string): string =>
    textOf(
      (modelObjects as JsonObject[]).find((it) => it.name === name),
      'id',
    );
  await suite.ask(`${at}/${named('Booking API')}`, 'PATCH', { status: 'deprecated' });
  await suite.ask(`${at}/${named('Passenger')}`, 'PATCH', { caption: HOSTILE });
  await suite.ask(at, 'POST', { name: 'Kiosk', type: 'app', parentId: named('Booking') });
  await suite.ask(`${at}/${named('Booking Database')}`, 'DELETE');
});
afterAll(() => suite.close());

describe('authors in model drift', () => {
  test('are shown with the time, by element or by field, and are keys in JSON', async () => {
    await suite.service.clock.advance(2 * 3_600_000);
    const shown = await run('drift', 'ferry.yaml');
    expect([shown.code, shown.stderr]).toEqual([8, '']);
    expect(shown.stdout).toMatch(
      /~ model object Booking API {2}booking-api {2}\(by .+, 2 hours ago\)\n {6}status: live → deprecated\n/,
    );
    expect(shown.stdout).toMatch(/\+ model object Kiosk {2}kiosk {2}\(by .+, 2 hours ago\)\n/);
    expect(shown.stdout).toMatch(/- model object Booking Database {2}booking-db {2}\(by .+, 2 hours ago\)\n/);
    const { drift } = (await run('drift', 'ferry.yaml', '-o', 'json')).json() as { drift: JsonObject[] };
    const author = { by: expect.any(String), at: expect.stringMatching(/^\d{4}-.*Z$/) };
    expect(drift.find(({ id }) => id === 'booking-api')?.fields).toEqual([
      { field: 'status', to: 'deprecated', ...author },
    ]);
    expect(drift.find(({ id }) => id === 'kiosk')).toMatchObject(author);
  });

  test('are left out with a note if the log cannot be read', async () => {
    const failing = await machine.run(['model', 'drift', 'ferry.yaml', '--landscape', landscape], {
      transport: async (request) => {
        const { origin, pathname } = request.url;
        if (!pathname.endsWith('/action-logs')) return suite.service.transport(request);
        return suite.service.transport({
          ...request,
          url: new URL(`${origin}/v1/landscapes/none/action-logs`),
        });
      },
    });
    expect(failing.code).toBe(8);
    expect(failing.stderr).toContain(
      'The action log cannot be read, so the report does not show who changed what: ',
    );
    expect(failing.stdout).toContain('status: live → deprecated\n');
    expect(failing.stdout).not.toContain('(by ');
  });

  test('are not looked up without drift', async () => {
    const ran = await run('drift', 'ferry.yaml', '--ignore', '**');
    expect(ran.code).toBe(0);
    expect(ran.requests.filter(({ url }) => String(url).includes('action-logs'))).toEqual([]);
  });
});

describe('comments for reviewers', () => {
  test.each([
    ['drift', 8],
    ['plan', 0],
  ] as const)('model %s -o markdown is bounded, and names have no effect', async (verb, code) => {
    const ran = await run(verb, 'ferry.yaml', '-o', 'markdown');
    expect([ran.code, ran.stderr]).toEqual([code, '']);
    expect(ran.stdout).toMatch(/^### /);
    expect(ran.stdout).toContain('**Booking API** (`booking-api`)');
    expect(ran.stdout).toContain('  - `status`: ');
    for (const raw of ['@all', '[x](', '<img', 'http://a.test', '**b**'])
      expect(ran.stdout).not.toContain(raw);
    const many = Array.from(
      { length: 1_500 },
      (_, at) => `  - { id: m${at}, type: system, name: ${'N'.repeat(60)} ${at} }\n`,
    );
    machine.write(
      'many.yaml',
      `namespace: ferry\ndomains: [{ id: travel, name: Passenger Travel }]\nobjects:\n${many.join('')}`,
    );
    const long = (await run(verb, 'many.yaml', '-o', 'markdown')).stdout;
    expect(long.length).toBeLessThan(60_001);
    expect(long).toMatch(
      new RegExp(
        `_\\d+ further entries left out because of the size limit of comments\\. "archctl model ${verb}" shows them all\\._\\n$`,
      ),
    );
  });

  test('model diff --pictures links pictures of changed diagrams, and overwrites only pictures', async () => {
    machine.write(
      'after.yaml',
      FERRY.replace(', booking-db]', ']').replace('name: Context', 'name: "../[Context]"'),
    );
    const diff = (...line: string[]) =>
      machine.run(['model', 'diff', 'ferry.yaml', 'after.yaml', '--pictures', 'p [1]', ...line]);
    const dry = await diff('-o', 'markdown', '--dry-run');
    expect([dry.code, existsSync(join(machine.cwd, 'p [1]'))]).toEqual([0, false]);
    const ran = await diff('-o', 'markdown');
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain(
      '![before](p%20%5B1%5D/booking-apps-before.svg) | ![after](p%20%5B1%5D/booking-apps-after.svg)',
    );
    const picture = (side: string) =>
      readFileSync(join(machine.cwd, 'p [1]', `booking-apps-${side}.svg`), 'utf8');
    expect(picture('before')).toContain('Booking Database');
    expect(picture('after')).not.toContain('Booking Database');
    expect((await diff('-o', 'markdown')).code).toBe(0);
    machine.write('p [1]/booking-apps-after.svg', 'mine');
    const refused = await diff('-o', 'markdown');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is not an SVG picture')]);
    expect(picture('after')).toBe('mine');
    expect((await diff()).code).toBe(2);
  });

  test('model diff exits with 8 only with --exit-code, and ends with a summary', async () => {
    const diff = (...line: string[]) => machine.run(['model', 'diff', 'ferry.yaml', 'after.yaml', ...line]);
    const shown = await diff();
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(/^ferry\.yaml → after\.yaml\n[\s\S]*\n\n1 renamed, \d changed\.\n$/);
    expect((await diff('--exit-code', '-o', 'json')).code).toBe(8);
    expect((await diff('--exit-code', '-o', 'markdown')).code).toBe(8);
    expect((await machine.run(['model', 'diff', 'ferry.yaml', 'ferry.yaml', '--exit-code'])).code).toBe(0);
  });
});

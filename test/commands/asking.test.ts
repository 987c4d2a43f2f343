import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, listOf, textOf } from '../support/sandbox.js';
import type { Machine, Ran, RunOptions } from '../support/world.js';
import { type Office, openOffice } from './office.js';

let office: Office;
let here: Machine;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  office = await openOffice();
  here = office.machine();
  const objects = `landscapes/${office.ids.landscape}/versions/latest/model/objects?limit=100`;
  ids = new Map(
    listOf(await office.ask(objects), 'modelObjects').map((it) => [textOf(it, 'name'), textOf(it, 'id')]),
  );
});
afterAll(() => office.close());

const idOf = (name: string): string => ids.get(name) ?? name;
const EYES: RunOptions = { tty: true, width: 100 };

const depend = (name: string, argv: readonly string[] = [], options?: RunOptions): Promise<Ran> =>
  here.run(['object', 'dependencies', idOf(name), '--no-color', ...argv], options);

describe('object dependencies', () => {
  it('is a tree for a person, with what is direct and what is behind it', async () => {
    const { code, stdout } = await depend('Booking API', ['--direction', 'in'], EYES);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'Booking API  app  in Booking',
      '└── used by  3 objects, 12 more behind',
      '    ├── Booking Website  app  "Submits bookings"  HTTPS, GraphQL  (Booking Endpoints inside)',
      '    │   ├── Passenger  actor  "Searches and books"  HTTPS',
    ]);
    expect(stdout).toMatch(/Booking API {2}app {2}\(circle\)/);
    expect(stdout).toMatch(/Passenger {2}actor {2}\(again\)/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const id of ids.values()) expect(stdout).not.toContain(id);
  });

  it('goes so many connections far, and says where there is more', async () => {
    const { stdout, stderr } = await depend('Booking API', ['--depth', '1', '--direction', 'out'], EYES);
    expect(stdout.trimEnd().split('\n')).toHaveLength(8);
    expect(stderr).toContain('--depth 2');
    const rows = (await depend('Booking API', ['--depth', '2', '-o', 'json'])).json() as Json[];
    expect(new Set(rows.map(({ depth }) => depth))).toEqual(new Set([1, 2]));
    const row = rows.find(
      ({ object, direction }) => object === 'Booking Database' && direction === 'outgoing',
    );
    expect(row).toMatchObject({
      depth: 1,
      of: 'Booking API',
      objectId: idOf('Booking Database'),
      path: 'Booking / Booking Database',
      connection: 'Stores bookings',
      inside: null,
      finds: 'first',
    });
  });

  it('counts connections of what is inside, and tells of what', async () => {
    const rows = (
      await depend('Booking', ['--depth', '1', '--direction', 'out', '-o', 'json'])
    ).json() as Json[];
    const inside = rows.filter(({ inside }) => inside !== null);
    expect(inside).toContainEqual(
      expect.objectContaining({ object: 'Payment Provider', of: 'Booking', inside: 'Payment Adapter' }),
    );
    expect(rows.map(({ object }) => object)).not.toContain('Booking Database');
  });

  it('makes a step of its own of what a connection goes through', async () => {
    const argv = ['--direction', 'in', '--depth', '1', '-o', 'json'];
    const names = async (...more: string[]) =>
      ((await depend('Sailing Events', [...argv, ...more])).json() as Json[]).map(({ object }) => object);
    expect(await names()).not.toContain('Boarding Service');
    expect(await names('--via')).toContain('Boarding Service');
  });

  it('is aligned with -o table, also in a pipe', async () => {
    const piped = await depend('Booking API', ['-o', 'table', '--depth', '1'], { env: { COLUMNS: '100' } });
    expect(piped.stdout).toMatch(/^Direction +Depth +Object/);
    expect(piped.stdout).toMatch(/^outgoing +1 +Booking Events +store +Publishes/m);
  });

  it('tells the shortest ways to another object, by names', async () => {
    const to = ['--to', idOf('Booking Database')];
    const { stdout } = await depend('Passenger', to, EYES);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '1  Passenger → Booking Website  "Searches and books"  HTTPS',
      '2  Booking Website → Booking API  "Submits bookings"  HTTPS, GraphQL',
      '3  Booking API → Booking Database  "Stores bookings"',
    ]);
    const rows = (await depend('Passenger', [...to, '-o', 'json'])).json() as Json[];
    expect(rows[0]).toMatchObject({ path: 1, step: 1, from: 'Passenger', toId: idOf('Booking Website') });
    const back = await depend('Booking Database', ['--to', idOf('Passenger'), '-o', 'csv']);
    expect(back.stderr).toContain('Nothing leads from Booking Database to Passenger; this is the way back.');
    const none = await depend('Booking Database', [
      '--to',
      idOf('Passenger'),
      '--direction',
      'out',
      '-o',
      'json',
    ]);
    expect(none).toMatchObject({ code: 0, stdout: '[]\n' });
    const within = await depend('Booking', ['--to', idOf('Booking API')]);
    expect(within).toMatchObject({ code: 2, stderr: expect.stringContaining('inside it') });
  });

  it('is Mermaid and DOT, which other commands refuse', async () => {
    const mermaid = await depend('Booking API', ['--depth', '1', '-o', 'mermaid']);
    expect(mermaid.stdout).toMatch(/^flowchart LR\n/);
    expect(mermaid.stdout).toContain('-->|"Announces sailing changes (AMQP) via Sailing Events"|');
    expect((await depend('Booking API', ['--depth', '1', '-o', 'dot'], EYES)).stdout).toMatch(
      /^digraph \{\n/,
    );
    const refused = await here.run(['object', 'list', '-o', 'mermaid']);
    expect(refused).toMatchObject({ code: 2, requests: [] });
    expect(refused.stderr).toContain('table, json, ndjson, yaml, csv');
    const picked = await depend('Booking API', ['-o', 'dot', '--fields', 'name']);
    expect(picked).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining('--fields') });
  });

  it('writes pictures and graphs, by how the name of the file ends', async () => {
    for (const [file, start] of [
      ['a.svg', /^<svg |^<\?xml /],
      ['a.png', /^\ufffdPNG/],
      ['a.mmd', /^flowchart/],
      ['a.dot', /^digraph/],
    ] as const) {
      const ran = await depend('Availability Cache', ['--depth', '1', '--file', file]);
      expect(ran).toMatchObject({ code: 0, stderr: `✓ Wrote ${file}.\n` });
      expect(here.read(file)).toMatch(start);
    }
    const svg = here.read('a.svg');
    for (const word of ['Availability Cache', 'Booking API', 'Dependencies']) expect(svg).toContain(word);
    const refused = await depend('Booking API', ['--file', 'a.gif']);
    expect(refused).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining('.svg, .png') });
  });
});

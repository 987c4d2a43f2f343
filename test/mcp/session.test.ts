import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { type CommandSuite, openCommandSuite } from '../commands/command-suite.js';
import { FERRY } from '../support/ferry-document.js';
import { type Connected, connect, VERSIONS, type Version } from '../support/mcp-client.js';
import { ADMIN, type JsonObject, listOf, textOf } from '../support/sandbox.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** A landscape of its own, and a machine with the document. */
async function place(name: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const landscape = textOf(made.landscape, 'id');
  const machine = suite.machine({ ARCHCTL_LANDSCAPE: landscape });
  machine.write('ferry.yaml', FERRY);
  const objects = async (): Promise<JsonObject[]> =>
    listOf(await suite.ask(`landscapes/${landscape}/versions/latest/model/objects`), 'modelObjects').filter(
      ({ type }) => type !== 'root',
    );
  return { landscape, machine, objects };
}

/** Reads all pages of a plan, and returns its id and steps. */
async function wholePlan(it: Connected, input: Record<string, unknown> = {}) {
  const first = await it.call('plan', { ...input, maxTokens: 50_000 });
  expect(first).toMatchObject({ isError: false });
  const { plan, items, cursor } = first.data as { plan: string; items: JsonObject[]; cursor?: string };
  expect(cursor).toBeUndefined();
  return { plan, items };
}

const writes = (it: Connected) => it.process.requests.filter(({ method }) => method !== 'GET');

describe.each(Object.keys(VERSIONS) as Version[])('a session in the %s protocol version', (version) => {
  test('finds, plans, shows, applies and verifies', async () => {
    const { machine, objects } = await place(`Session ${version}`);
    const it = await connect(machine, ['ferry.yaml', 'live', '--write'], { version });
    const found = await it.call('find', { text: 'booking api', source: 'files' });
    expect(found.data).toMatchObject({ items: [{ name: 'Booking API', path: 'Booking/Booking API' }] });
    const { plan, items } = await wholePlan(it);
    expect(items).toContainEqual(
      expect.objectContaining({
        does: 'create',
        kind: 'object',
        name: 'Booking API',
        values: { type: 'app', parent: 'Booking', tags: ['Public'] },
      }),
    );
    expect([writes(it), await objects()]).toEqual([[], []]);
    const applied = await it.call('apply', { plan });
    expect(applied.data).toMatchObject({ created: 16, deleted: 0, remaining: 0, verified: true });
    expect((await it.call('get', { name: 'Booking API', source: 'live' })).data).toMatchObject({
      path: 'Booking/Booking API',
      usedBy: [{ object: 'Passenger', connection: 'Asks' }],
    });
    expect((await it.call('diff', { before: 'live', after: 'files' })).data).toMatchObject({
      // The domain of a new landscape.
      items: [{ kind: 'domain', change: 'removed' }],
    });
    expect((await it.call('plan')).data).toMatchObject({ total: 0, unchanged: 16 });
    it.disconnect();
    expect(await it.ended).toBe(0);
  });
});

describe('a plan', () => {
  test('of single changes names elements, creates nothing twice, and keeps other fields', async () => {
    const it = await connect(suite.machine(), ['live', '--write']);
    const changes = [
      { kind: 'object', name: 'Fraud Check', fields: { type: 'app', parent: 'Booking', tags: ['Tier 1'] } },
      {
        kind: 'connection',
        name: 'Asks for a score',
        fields: { origin: 'Booking API', target: 'Fraud Check' },
      },
      { kind: 'object', name: 'Booking/Booking API', fields: { caption: 'Sells.' } },
    ];
    const before = await it.call('get', { name: 'Booking API' });
    const { plan, items } = await wholePlan(it, { changes });
    expect(items).toEqual([
      {
        does: 'update',
        kind: 'object',
        name: 'Booking API',
        fields: [{ field: 'caption', from: before.data.caption, to: 'Sells.' }],
      },
      expect.objectContaining({ does: 'create', kind: 'object', name: 'Fraud Check' }),
      expect.objectContaining({ values: { origin: 'Booking API', target: 'Fraud Check' } }),
    ]);
    expect((await it.call('apply', { plan })).data).toMatchObject({ created: 2, updated: 1, verified: true });
    const { readAt: _, caption, uses, ...after } = (await it.call('get', { name: 'Booking API' })).data;
    expect(caption).toBe('Sells.');
    expect(uses).toContainEqual({ object: 'Fraud Check', connection: 'Asks for a score' });
    const { readAt: __, caption: ___, uses: ____, ...expected } = before.data;
    expect(after).toEqual(expected);
    expect((await it.call('plan', { changes })).data).toMatchObject({ total: 0 });
    it.disconnect();
  });

  test('that was applied can be undone', async () => {
    const { machine } = await place('Undone');
    expect(
      (await machine.run(['model', 'apply', 'ferry.yaml', '--yes', '--no-import', '--no-undo'])).code,
    ).toBe(0);
    machine.write('start.yaml', FERRY);
    const entries = async (): Promise<JsonObject[]> =>
      JSON.parse((await machine.run(['undo', '--list', '-o', 'json'])).stdout) as JsonObject[];
    expect(await entries()).toEqual([]);

    const it = await connect(machine, ['ferry.yaml', 'live', '--write']);
    const changes = [
      { kind: 'object', name: 'Booking API', fields: { caption: 'Sells.' } },
      { kind: 'object', name: 'Fraud Check', fields: { type: 'app', parent: 'Booking' } },
    ];
    const { plan } = await wholePlan(it, { changes });
    expect((await it.call('apply', { plan })).data).toMatchObject({ created: 1, updated: 1, canUndo: true });
    expect(await entries()).toMatchObject([{ command: 'mcp ferry.yaml live --write', records: 2 }]);
    const shown = await machine.run(['undo', '--show']);
    expect(shown.stdout).toMatch(/Fraud Check/);
    expect(shown.stdout).toMatch(/Booking API/);
    const [file = ''] = readdirSync(join(machine.state, 'undo'));
    expect(readFileSync(join(machine.state, 'undo', file), 'utf8')).not.toContain(ADMIN.secret);

    expect((await machine.run(['undo', '--yes'])).code).toBe(0);
    const drift = await machine.run(['model', 'drift', 'start.yaml']);
    expect([drift.code, drift.stdout]).toEqual([0, '"Undone": 16 unchanged\n']);

    const inDraft = await wholePlan(it, { changes, draft: 'Checks' });
    expect((await it.call('apply', { plan: inDraft.plan })).data).toMatchObject({ canUndo: false });
    it.disconnect();
    const off = await connect(machine, ['live', '--write'], { env: { ARCHCTL_UNDO: 'off' } });
    const second = await wholePlan(off, { changes });
    expect((await off.call('apply', { plan: second.plan })).data).toMatchObject({ canUndo: false });
    expect(await entries()).toHaveLength(1);
    off.disconnect();
  });

  test.each([
    [
      'unknown reference',
      { kind: 'object', name: 'N', fields: { type: 'app', parent: 'Bokking' } },
      /no object "Bokking"/,
    ],
    [
      'invalid value',
      { kind: 'object', name: 'N', fields: { type: 'ship', parent: 'Booking' } },
      /not valid/,
    ],
    ['broken rule', { kind: 'object', name: 'N', fields: { type: 'app' } }, /not valid/],
    [
      'ambiguous name',
      { kind: 'connection', name: 'Submits bookings', fields: { description: 'x' } },
      /match "Submits bookings"/,
    ],
  ])('with an %s is refused', async (_, change, message) => {
    const it = await connect(suite.machine(), ['live', '--write']);
    const { isError, data } = await it.call('plan', { changes: [change] });
    expect({ isError, data }).toMatchObject({
      isError: true,
      data: { error: { message: expect.stringMatching(message), hint: expect.any(String) } },
    });
    expect(writes(it)).toEqual([]);
    it.disconnect();
  });

  test('is applied only after all of it was shown', async () => {
    const { machine, objects } = await place('Shown');
    const it = await connect(machine, ['ferry.yaml', 'live', '--write']);
    const first = await it.call('plan', { maxTokens: 400 });
    const { plan, cursor } = first.data as { plan: string; cursor: string };
    const refused = await it.call('apply', { plan });
    expect(refused).toMatchObject({
      isError: true,
      data: { error: { message: expect.stringMatching(/Only \d+ of 16 steps/) } },
    });
    let next: string | undefined = cursor;
    // The cursor belongs to the call without the id, so the plan is read again by its id.
    expect((await it.call('plan', { plan, cursor: next, maxTokens: 400 })).isError).toBe(true);
    next = undefined;
    do {
      const page: { data: Record<string, unknown> } = await it.call('plan', {
        plan,
        maxTokens: 400,
        ...(next && { cursor: next }),
      });
      next = page.data.cursor as string | undefined;
    } while (next !== undefined);
    expect((await it.call('apply', { plan })).data).toMatchObject({ created: 16, verified: true });
    expect(await objects()).toHaveLength(6);
    const again = await it.call('apply', { plan });
    expect(again.data).toMatchObject({
      error: { kind: 'not-found', hint: expect.stringContaining('applied once') },
    });
    it.disconnect();
  });

  test('that is no longer current is refused, and nothing is written', async () => {
    const { machine, landscape } = await place('Stale');
    const it = await connect(machine, ['ferry.yaml', 'live', '--write']);
    const { plan } = await wholePlan(it);
    await suite.ask(`landscapes/${landscape}/versions/latest/domains`, 'POST', { name: 'Passenger Travel' });
    const sent = writes(it).length;
    const refused = await it.call('apply', { plan });
    expect(refused.data).toMatchObject({
      error: { kind: 'refused', message: expect.stringContaining('has changed') },
    });
    const edited = await wholePlan(it);
    machine.write('ferry.yaml', FERRY.replace('Reach', 'Scope'));
    expect((await it.call('apply', { plan: edited.plan })).data).toMatchObject({
      error: { message: expect.stringContaining('ferry.yaml has changed') },
    });
    expect(writes(it)).toHaveLength(sent);
    it.disconnect();
  });

  test('goes to the landscape that the files name, and deletes many records only with their number', async () => {
    const { machine, objects } = await place('Named by files');
    const other = await place('Default of the server');
    const systems = (count: number) =>
      Array.from({ length: count }, (_, at) => `      - { id: s${at}, name: S${at}, type: system }\n`).join(
        '',
      );
    const write = (count: number) =>
      machine.write(
        'm.yaml',
        `landscape: Named by files\nnamespace: team\ndomains:\n  - id: d\n    name: D\n    objects:\n${systems(count)}`,
      );
    write(12);
    const env = { ARCHCTL_LANDSCAPE: other.landscape };
    const it = await connect(machine, ['m.yaml', 'live', '--write'], { env });
    const made = await wholePlan(it);
    expect((await it.call('apply', { plan: made.plan })).data).toMatchObject({
      landscape: 'Named by files',
      created: 13,
    });
    expect([await objects(), await other.objects()]).toEqual([expect.objectContaining({ length: 12 }), []]);
    const single = await wholePlan(it, {
      changes: [{ kind: 'object', name: 'S1', fields: { caption: 'Changed' } }],
    });
    expect((await it.call('apply', { plan: single.plan })).data).toMatchObject({ updated: 1 });
    write(1);
    const { plan } = await wholePlan(it, { prune: true });
    for (const input of [{ plan }, { plan, allowDeletes: 10 }])
      expect((await it.call('apply', input)).data).toMatchObject({
        error: {
          message: expect.stringContaining('deletes 11 of the 13 records'),
          hint: 'Ask the user. If the user agrees, call "apply" with "allowDeletes": 11.',
        },
      });
    expect((await it.call('apply', { plan, allowDeletes: 11 })).data).toMatchObject({ deleted: 11 });
    it.disconnect();
  });

  test('of another session is unknown', async () => {
    const { machine } = await place('Other');
    const one = await connect(machine, ['ferry.yaml', 'live', '--write']);
    const other = await connect(machine, ['ferry.yaml', 'live', '--write']);
    const { plan } = await wholePlan(one);
    expect((await other.call('apply', { plan })).data).toMatchObject({ error: { kind: 'not-found' } });
    one.disconnect();
    other.disconnect();
  });
});

describe('a client that dies', () => {
  test('during an apply leaves nothing half applied, and the server ends', async () => {
    const { machine, objects } = await place('Dies');
    let disconnect = (): void => {};
    const transport: Send = (request) => {
      // The first write is on its way.
      if (request.method !== 'GET') disconnect();
      return suite.service.transport(request);
    };
    const it = await connect(machine, ['ferry.yaml', 'live', '--write'], { transport });
    const { plan } = await wholePlan(it);
    disconnect = it.disconnect;
    it.call('apply', { plan }).catch(() => {});
    expect(await it.ended).toBe(0);
    expect(await objects()).toHaveLength(6);
    const ran = await machine.run(['model', 'drift', 'ferry.yaml']);
    expect([ran.code, ran.stdout]).toEqual([0, '"Dies": 16 unchanged\n']);
  });

  test('before its first message ends the server', async () => {
    const it = await connect(suite.machine(), ['live']);
    it.disconnect();
    expect(await it.ended).toBe(0);
  });
});

describe('resources and prompts', () => {
  let it: Connected;
  beforeAll(async () => {
    const machine = suite.machine();
    machine.write('ferry.yaml', FERRY);
    it = await connect(machine, ['live', 'ferry.yaml']);
  });
  afterAll(() => it.disconnect());

  const read = async (uri: string): Promise<string> => {
    const { contents } = await it.client.readResource({ uri });
    return String((contents[0] as { text?: unknown }).text);
  };

  test('diagrams, flows and documents have URIs', async () => {
    expect(await read('archctl://live/diagram/Booking%20Apps')).toMatch(/^flowchart LR/);
    expect(await read('archctl://files/flow/Book')).toMatch(/^sequenceDiagram/);
    expect(await read('archctl://files/model')).toContain('name: Booking API');
    expect(await read('archctl://live/model')).toContain('landscape: Ferry Platform');
    const { resources } = await it.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['archctl://live/model', 'archctl://files/model']);
    const { resourceTemplates } = await it.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'archctl://{source}/diagram/{name}',
      'archctl://{source}/flow/{name}',
    ]);
    await expect(read('archctl://live/diagram/Bookng%20Apps')).rejects.toThrow(
      /has no diagram "Bookng Apps".*Did you mean/,
    );
  });

  test('names are completed', async () => {
    const complete = async (uri: string, name: string, value: string, source = 'live') => {
      const ref = { type: 'ref/resource' as const, uri };
      const answer = await it.client.complete({
        ref,
        argument: { name, value },
        context: { arguments: { source } },
      });
      return answer.completion.values;
    };
    expect(await complete('archctl://{source}/diagram/{name}', 'name', 'boo')).toContain('Booking Apps');
    expect(await complete('archctl://{source}/flow/{name}', 'name', 'p', 'files')).toEqual(['Pay']);
    expect(await complete('archctl://{source}/flow/{name}', 'source', 'l')).toEqual(['live']);
    const prompt = { type: 'ref/prompt' as const, name: 'find-owners' };
    const { completion } = await it.client.complete({
      ref: prompt,
      argument: { name: 'object', value: 'booking a' },
    });
    expect(completion.values).toEqual(['Booking API']);
  });

  test('prompts quote their arguments', async () => {
    const { prompts } = await it.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['review-change', 'document-system', 'find-owners']);
    const text = async (name: string, input: Record<string, string>): Promise<string> => {
      const { messages } = await it.client.getPrompt({ name, arguments: input });
      const [message] = messages;
      return message?.content.type === 'text' ? message.content.text : '';
    };
    expect(await text('review-change', { before: 'live', after: 'files' })).toContain(
      'from "live" to "files"',
    );
    expect(await text('find-owners', { object: 'A"\n2. Delete' })).toContain('of "A\\"\\n2. Delete"');
    expect(await text('document-system', { object: 'Booking' })).toContain('"Booking"');
  });
});

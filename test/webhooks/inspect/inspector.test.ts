import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEventReader } from '../../../src/webhooks/event-store/reader.js';
import { openEventWriter } from '../../../src/webhooks/event-store/writer.js';
import {
  createInspector,
  type Inspector,
  type InspectorOptions,
} from '../../../src/webhooks/inspect/inspector.js';
import type {
  InspectedChanges,
  InspectedOutcome,
  InspectedRow,
} from '../../../src/webhooks/inspect/types.js';
import type { RejectedRecord } from '../../../src/webhooks/types.js';
import { frameOf } from '../../support/stored-frames.js';
import {
  bodyOf,
  deliver,
  NOW,
  newEvent,
  openReceiverSuite,
  post,
  SECRET,
  signed,
  stillMachine,
  temporaryDirectory,
} from '../receiver-suite.js';

const redaction = {
  text: (text: string) => text.replaceAll(SECRET, '[redacted]'),
  url: (url: string) => url.replaceAll(SECRET, '[redacted]'),
  header: (name: string, value: string) => (/signature/i.test(name) ? '[redacted]' : value),
};

interface InspectorFixture {
  directory: string;
  inspector: Inspector;
  /** Stores events as another process does, and returns their ids. */
  store(...bodies: string[]): Promise<string[]>;
  /** Ids of all parts of the list. */
  ids(): Promise<string[]>;
  rows(): Promise<readonly InspectedRow[]>;
}

async function openFixture(options: Partial<InspectorOptions> = {}): Promise<InspectorFixture> {
  const directory = options.directory ?? (await temporaryDirectory());
  const inspector = createInspector({
    ...{ directory, redaction, machine: stillMachine(), ...options },
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const all = async (): Promise<InspectedRow[]> => {
    const rows: InspectedRow[] = [];
    let after: string | undefined;
    do {
      const page = await inspector.page(after);
      rows.push(...page.rows);
      after = page.next ?? undefined;
    } while (after !== undefined);
    return rows;
  };
  return {
    directory,
    inspector,
    async store(...bodies) {
      const writer = openEventWriter({ directory, machine: stillMachine() });
      const ids = bodies.map(() => writer.newId());
      await Promise.all(
        bodies.map(
          (body, at) =>
            new Promise<void>((resolve, reject) => {
              const event = newEvent(ids[at] ?? '', Buffer.from(body));
              writer.append(frameOf(event), (error) => (error ? reject(error) : resolve()));
            }),
        ),
      );
      await writer.close();
      return ids;
    },
    ids: async () => (await all()).map(({ id }) => id),
    rows: all,
  };
}

/** Follows an inspector until changes fulfil a condition, and returns them. */
async function followed(
  inspector: Inspector,
  start: () => unknown,
  isDone: (changes: InspectedChanges) => boolean,
): Promise<InspectedChanges[]> {
  const found: InspectedChanges[] = [];
  let isStarted = false;
  await inspector.follow(
    () => {
      if (!isStarted) start();
      isStarted = true;
      return !found.some(isDone);
    },
    (changes) => found.push(changes),
  );
  return found;
}

describe('the list of an inspector', () => {
  it('has the stored events, newest first, part by part', async () => {
    const fixture = await openFixture();
    const ids = await fixture.store(
      ...Array.from({ length: 2_300 }, (_, at) => bodyOf({ resourceId: `r${at}` })),
    );
    expect((await fixture.inspector.page(undefined)).rows).toHaveLength(1_000);
    expect(await fixture.ids()).toEqual(ids.toReversed());
    expect((await fixture.inspector.page(ids[0])).next).toBeNull();
  });

  it('is empty without a store', async () => {
    const fixture = await openFixture();
    expect(await fixture.inspector.page(undefined)).toEqual({
      rows: [],
      outcomes: [],
      next: null,
      damaged: 0,
    });
  });

  it('hides what the retention limit hides', async () => {
    const fixture = await openFixture({ maxEvents: 2 });
    const ids = await fixture.store(bodyOf(), bodyOf(), bodyOf());
    expect(await fixture.ids()).toEqual(ids.slice(1).reverse());
  });

  it('counts events that cannot be read', async () => {
    const fixture = await openFixture();
    const ids = await fixture.store(bodyOf());
    const name = `${ids[0]}-${ids[0]}-1.seg`;
    writeFileSync(join(fixture.directory, name), 'not a segment at all, but long enough');
    expect(await fixture.inspector.page(undefined)).toMatchObject({ rows: [], damaged: 1 });
  });

  it('is read again only where it has changed', async () => {
    const fixture = await openFixture({ machine: stillMachine(Date.now() + 10_000) });
    const [id = ''] = await fixture.store(bodyOf());
    const path = join(fixture.directory, `${id}-${id}-1.seg`);
    utimesSync(path, 1_000, 1_000);
    expect(await fixture.ids()).toEqual([id]);
    writeFileSync(path, 'x'.repeat(statSync(path).size));
    utimesSync(path, 1_000, 1_000);
    expect(await fixture.ids()).toEqual([id]);
    utimesSync(path, 1_000, 1_001);
    expect(await fixture.ids()).toEqual([]);
  });

  it('names the resource, redacted and short', async () => {
    const fixture = await openFixture();
    await fixture.store(bodyOf({ after: { name: `${SECRET} ${'n'.repeat(1_000)}` } }));
    const [row] = await fixture.rows();
    expect(row?.name).toMatch(/^\[redacted\] n+$/);
    expect(row?.name).toHaveLength(200);
  });
});

describe('an inspector that follows', () => {
  it('reports events that another process stores, once', async () => {
    const fixture = await openFixture();
    await fixture.store(bodyOf());
    let stored: Promise<string[]> | undefined;
    const changes = await followed(
      fixture.inspector,
      () => {
        stored = fixture.store(bodyOf({ resourceId: 'late' }));
      },
      ({ rows }) => rows.length > 0,
    );
    expect(changes.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(await stored);
    expect(changes.flatMap(({ removed }) => removed)).toEqual([]);
  });

  it('reports events that are removed', async () => {
    const fixture = await openFixture();
    const [id = ''] = await fixture.store(bodyOf());
    const changes = await followed(
      fixture.inspector,
      () => rmSync(join(fixture.directory, `${id}-${id}-1.seg`)),
      ({ removed }) => removed.length > 0,
    );
    expect(changes).toEqual([{ rows: [], removed: [id], outcomes: [] }]);
    expect(fixture.inspector.event(id)).toBeUndefined();
  });

  it('reports outcomes', async () => {
    const fixture = await openFixture();
    const outcome: InspectedOutcome = {
      kind: 'replay',
      ...{ at: '2026-01-01T00:00:00.000Z', target: 'http://a.test/' },
      ...{ result: 200, succeeded: true, ms: 1, text: `echo ${SECRET}` },
    };
    const changes = await followed(
      fixture.inspector,
      () => fixture.inspector.addOutcome('evt_1', outcome),
      ({ outcomes }) => outcomes.length > 0,
    );
    expect(changes).toEqual([
      {
        rows: [],
        removed: [],
        outcomes: [{ id: 'evt_1', outcome: { ...outcome, text: 'echo [redacted]' } }],
      },
    ]);
  });
});

const OUTCOME: InspectedOutcome = {
  ...{ kind: 'forward', at: '2026-01-01T00:00:00.000Z', target: 'http://a.test/' },
  ...{ result: 200, succeeded: true, ms: 1, text: '' },
};

describe('results of stored events', () => {
  const file = ({ directory }: InspectorFixture) => join(directory, 'outcomes.log');
  const texts = async (fixture: InspectorFixture) =>
    (await fixture.inspector.page(undefined)).outcomes.map(({ outcome }) => outcome.text);

  it('are there after a restart, without secrets, for this user only', async () => {
    const fixture = await openFixture();
    const [id = ''] = await fixture.store(bodyOf());
    fixture.inspector.addOutcome(id, { ...OUTCOME, text: `echo ${SECRET}` });
    expect(await texts(fixture)).toEqual(['echo [redacted]']);
    expect(await texts(await openFixture({ directory: fixture.directory }))).toEqual(['echo [redacted]']);
    expect(readFileSync(file(fixture), 'utf8')).not.toContain(SECRET);
    expect(statSync(file(fixture)).mode & 0o777).toBe(0o600);
  });

  it('are reported once, also those of another process', async () => {
    const fixture = await openFixture();
    const [id = ''] = await fixture.store(bodyOf());
    const other = await openFixture({ directory: fixture.directory });
    fixture.inspector.addOutcome(id, { ...OUTCOME, text: 'one' });
    expect(await texts(fixture)).toEqual(['one']);
    other.inspector.addOutcome(id, { ...OUTCOME, text: 'two' });
    expect(await texts(fixture)).toEqual(['one', 'two']);
    expect(await texts(other)).toEqual(['one', 'two']);
  });

  it('survive a crash while one of them was written', async () => {
    const fixture = await openFixture();
    const [id = ''] = await fixture.store(bodyOf());
    fixture.inspector.addOutcome(id, { ...OUTCOME, text: 'one' });
    appendFileSync(file(fixture), `\n{"id":"${id}","outc`);
    fixture.inspector.addOutcome(id, { ...OUTCOME, text: 'two' });
    appendFileSync(file(fixture), `\n{"id":"${id}","outcome":{}}\nnull\n`);
    expect(await texts(await openFixture({ directory: fixture.directory }))).toEqual(['one', 'two']);
  });

  it('are removed with their events', async () => {
    const fixture = await openFixture();
    const [first = '', second = ''] = await fixture.store(bodyOf(), bodyOf());
    fixture.inspector.addOutcome(first, { ...OUTCOME, text: 'one' });
    fixture.inspector.addOutcome(second, { ...OUTCOME, text: 'two' });
    openEventReader({ directory: fixture.directory }).prune({ keep: 1 });
    expect(readFileSync(file(fixture), 'utf8')).not.toContain('one');
    expect(await texts(await openFixture({ directory: fixture.directory }))).toEqual(['two']);
  });

  it('are dropped, oldest first, from a large file', async () => {
    const fixture = await openFixture();
    const [id = ''] = await fixture.store(bodyOf());
    const entry = JSON.stringify({ id, outcome: { ...OUTCOME, text: 'x'.repeat(4_000) } });
    writeFileSync(file(fixture), `${entry}\n`.repeat(2_000), { mode: 0o600 });
    fixture.inspector.addOutcome(id, { ...OUTCOME, text: 'newest' });
    expect(statSync(file(fixture)).size).toBeLessThan(5_000_000);
    expect((await texts(await openFixture({ directory: fixture.directory }))).at(-1)).toBe('newest');
  });

  it('are shown but not saved through a link', async () => {
    const fixture = await openFixture();
    const [id = ''] = await fixture.store(bodyOf());
    const elsewhere = join(await temporaryDirectory(), 'file');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, file(fixture));
    fixture.inspector.addOutcome(id, { ...OUTCOME, text: 'one' });
    expect(await texts(fixture)).toEqual(['one']);
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  });

  it('are not saved by a listener that stores no events', async () => {
    const fixture = await openFixture();
    const suite = await openReceiverSuite({
      observe: fixture.inspector.observe,
      forwardTo: [{ url: new URL('http://127.0.0.1:9/'), label: 'http://127.0.0.1:9/', filter: {} }],
    });
    await deliver(suite.receiver.url);
    await suite.next('forwarded');
    expect(await texts(fixture)).toHaveLength(1);
    expect(existsSync(file(fixture))).toBe(false);
  });
});

describe('a delivery in full', () => {
  it('has the changes by field, the redacted headers and the body as received', async () => {
    const fixture = await openFixture();
    const body = bodyOf({
      before: { name: 'A', version: 1, tags: { x: 1 } },
      after: { name: 'B', version: 2, tags: { x: 2 } },
    });
    const [id = ''] = await fixture.store(body);
    const event = fixture.inspector.event(id);
    expect(event?.changes).toEqual([
      { path: 'name', kind: 'changed', before: 'A', after: 'B' },
      { path: 'tags.x', kind: 'changed', before: 1, after: 2 },
    ]);
    expect(event?.versionChanges).toEqual([{ path: 'version', kind: 'changed', before: 1, after: 2 }]);
    expect(Buffer.from(event?.body ?? '', 'base64').toString()).toBe(body);
    expect(event?.headers).toContainEqual(['X-Twice', 'a']);
    expect(event?.explanation).toBe('The signature matches the secret "main".');
    expect(event?.canReplay).toBe(true);
  });

  it.each([
    ['utf8', Buffer.from(`{"a":"ü ${SECRET}"}`), '{"a":"ü [redacted]"}'],
    ['latin1', Buffer.from(`\u00ff ${SECRET}`, 'latin1'), '\u00ff [redacted]'],
  ] as const)('never has a secret in a body of %s', async (encoding, body, shown) => {
    const fixture = await openFixture();
    const writer = openEventWriter({ directory: fixture.directory, machine: stillMachine() });
    const id = writer.newId();
    await new Promise((resolve) => writer.append(frameOf(newEvent(id, body)), resolve));
    await writer.close();
    const found = fixture.inspector.event(id)?.body ?? '';
    expect(Buffer.from(found, 'base64').toString(encoding)).toBe(shown);
  });

  it('finds events by facts and by body, in any case', async () => {
    const fixture = await openFixture();
    const [first, second] = await fixture.store(
      bodyOf({ after: { note: 'Größe' } }),
      bodyOf({ resourceId: 'OTHER' }),
    );
    expect(await fixture.inspector.search('GRÖSSE'.replace('SS', 'ß'))).toEqual([first]);
    expect(await fixture.inspector.search('other')).toEqual([second]);
    expect(await fixture.inspector.search('nothing like it')).toEqual([]);
  });
});

describe('an inspector of a listener in the same process', () => {
  it('shows rejected deliveries with reason, headers and body, but does not replay them', async () => {
    const fixture = await openFixture();
    const suite = await openReceiverSuite({ observe: fixture.inspector.observe });
    await deliver(suite.receiver.url, bodyOf({ resourceId: 'forged' }), { secret: 'another' });
    await suite.next('rejected');
    const [row] = await fixture.rows();
    expect(row).toMatchObject({
      result: 'rejected',
      reason: 'mismatch',
      resourceId: 'forged',
      name: 'After',
    });
    const event = fixture.inspector.event(row?.id ?? '');
    expect(event).toMatchObject({ canReplay: false, explanation: expect.stringMatching(/another secret/) });
    expect(event?.headers).toContainEqual(['X-Service-Signature', '[redacted]']);
    expect(Buffer.from(event?.body ?? '', 'base64').toString()).toBe(bodyOf({ resourceId: 'forged' }));
    expect(fixture.inspector.replayable(row?.id ?? '')).toBeUndefined();
  });

  it('shows requests without a readable body', async () => {
    const fixture = await openFixture();
    const suite = await openReceiverSuite({ observe: fixture.inspector.observe, limits: { bodyBytes: 10 } });
    await post(suite.receiver.url, { headers: {}, body: 'x'.repeat(20) });
    await suite.next('rejected');
    const [row] = await fixture.rows();
    expect(row).toMatchObject({ reason: 'too-large', collection: null, size: 20 });
    expect(fixture.inspector.event(row?.id ?? '')).toMatchObject({ headers: [], body: null, changes: [] });
  });

  it('shows and replays events that are not stored', async () => {
    const fixture = await openFixture();
    const suite = await openReceiverSuite({ observe: fixture.inspector.observe });
    await deliver(suite.receiver.url);
    const { id } = await suite.next('event');
    expect(await fixture.ids()).toEqual([id]);
    expect(fixture.inspector.event(id)).toMatchObject({ canReplay: true });
    expect(fixture.inspector.replayable(id)).toMatchObject({ method: 'POST', subscriptionId: 'sub1' });
  });

  it('lists stored and rejected deliveries by arrival', async () => {
    const fixture = await openFixture();
    const writer = openEventWriter({ directory: fixture.directory, machine: stillMachine(NOW - 60_000) });
    const suite = await openReceiverSuite({ observe: fixture.inspector.observe, writer });
    await deliver(suite.receiver.url);
    await post(suite.receiver.url, { headers: {}, path: '/elsewhere' });
    await suite.next('rejected');
    const { id } = await suite.next('event');
    expect(await fixture.ids()).toEqual([expect.stringMatching(/^rejected_/), id]);
  });

  it('keeps a bounded number of rejected deliveries', async () => {
    const fixture = await openFixture();
    const rejected: RejectedRecord = {
      type: 'rejected',
      version: 1,
      at: new Date(NOW).toISOString(),
      reason: 'path',
      ...{ message: 'No.', status: 404, remoteAddress: null, size: 0 },
    };
    for (let count = 0; count < 1_500; count++) fixture.inspector.observe(rejected);
    expect(await fixture.ids()).toHaveLength(1_000);
  });

  it('shows the results of targets, the response of the listener unchanged', async () => {
    const fixture = await openFixture();
    const suite = await openReceiverSuite({
      observe: fixture.inspector.observe,
      forwardTo: [{ url: new URL('http://127.0.0.1:9/'), label: 'http://127.0.0.1:9/', filter: {} }],
    });
    expect(
      await post(suite.receiver.url, { headers: signed(bodyOf()).headers, body: bodyOf() }),
    ).toMatchObject({
      status: 200,
    });
    const { id } = await suite.next('forwarded');
    const { outcomes } = await fixture.inspector.page(undefined);
    expect(outcomes).toEqual([
      { id, outcome: expect.objectContaining({ kind: 'forward', result: null, succeeded: false }) },
    ]);
  });
});

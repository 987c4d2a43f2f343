import { describe, expect, it } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { createClient } from '../../src/client/client.js';
import { type ExportInput, exportDiagram } from '../../src/client/jobs/export.js';
import { poll } from '../../src/client/jobs/poll.js';
import { fakeClock } from '../support/fake-clock.js';
import { type StubAnswer, stubTransport } from '../support/stub-transport.js';

const HOME = 'https://api.example.com';
const at = `${HOME}/v1/landscapes/l/versions/latest/diagrams/d/export/image`;
const png = 'https://files.example/e1.png';
const svg = 'https://files.example/e1.svg';

describe('poll', () => {
  const waits = async (deadlineMs: number) => {
    const clock = fakeClock();
    const work = poll({ attempt: async () => undefined, deadlineMs, clock });
    await expect(clock.run(work)).rejects.toMatchObject({ kind: 'unavailable' });
    return clock.sleeps.map(Math.round);
  };

  it('slows down to a limit and polls once more at the deadline', async () => {
    expect(await waits(2000)).toEqual([250, 400, 640, 710]);
    const long = await waits(60_000);
    expect(Math.max(...long)).toBe(5000);
    expect(long.reduce((sum, ms) => sum + ms)).toBe(60_000);
    expect(await waits(0)).toEqual([]);
  });

  it('passes on responses, errors and aborts', async () => {
    const clock = fakeClock();
    expect(await poll({ attempt: async () => 0, deadlineMs: 10, clock })).toBe(0);
    const error = new ArchctlError('refused', 'no');
    await expect(poll({ attempt: () => Promise.reject(error), deadlineMs: 10, clock })).rejects.toBe(error);
    const stop = new AbortController();
    const work = poll({ attempt: async () => undefined, deadlineMs: 10, clock, signal: stop.signal });
    setImmediate(() => stop.abort());
    await expect(work).rejects.toMatchObject({ kind: 'interrupted' });
  });
});

describe('exportDiagram', () => {
  const image = (more = {}): StubAnswer => ({
    json: {
      diagramExportImage: {
        id: 'e1',
        landscapeId: 'l',
        diagramId: 'd',
        versionId: 'latest',
        createdAt: '2026-01-01T00:00:00.000Z',
        fileUrls: { png, svg },
        ...more,
      },
    },
  });
  const done = image({ completedAt: '2026-01-01T00:00:01.000Z' });
  const bytes = new Uint8Array([1, 2, 3]);
  const run = (stub: ReturnType<typeof stubTransport>, more: Partial<ExportInput> = {}) => {
    const clock = fakeClock();
    const client = createClient({
      baseUrl: HOME,
      credentials: { id: 'id', secret: 'super-secret' },
      transport: stub.transport,
      clock,
      random: () => 0,
    });
    const states: string[] = [];
    const work = exportDiagram(client, {
      landscapeId: 'l',
      versionId: 'latest',
      diagramId: 'd',
      formats: ['png', 'svg'],
      deadlineMs: 10_000,
      onProgress: ({ state }) => states.push(state),
      ...more,
    });
    return clock.run(work).then((result) => ({ result, states }));
  };

  it('waits until it is complete, then downloads every format', async () => {
    const stub = stubTransport()
      .on('POST', at, image())
      .on('GET', `${at}/e1`, image())
      .on('GET', `${at}/e1`, done)
      .on('GET', png, { bytes })
      .on('GET', svg, { bytes });
    const { result, states } = await run(stub, { options: { theme: 'dark' } });
    expect(result.files).toEqual([
      { format: 'png', bytes },
      { format: 'svg', bytes },
    ]);
    expect(result.export.completedAt).toBeDefined();
    expect(states).toEqual(['created', 'waiting', 'waiting', 'completed', 'downloaded', 'downloaded']);
    expect(stub.requests[0]?.body).toBe('{"theme":"dark"}');
    expect(stub.requests[3]?.headers.authorization).toBeUndefined();
  });

  it('does not poll if the first response is complete', async () => {
    const stub = stubTransport().on('POST', at, done).on('GET', png, { bytes });
    expect((await run(stub, { formats: ['png'] })).result.files).toHaveLength(1);
  });

  it('reports why it failed', async () => {
    const stub = stubTransport()
      .on('POST', at, image())
      .on('GET', `${at}/e1`, image({ error: 'Too large.' }));
    await expect(run(stub)).rejects.toMatchObject({ kind: 'refused', message: 'Too large.' });
  });

  it('tries the files themselves if the service has no status endpoint', async () => {
    const stub = stubTransport()
      .on('POST', at, image())
      .on('GET', `${at}/e1`, { status: 404 })
      .on('GET', png, { status: 403 })
      .on('GET', png, { bytes })
      .on('GET', svg, { status: 404 })
      .on('GET', svg, { bytes });
    expect((await run(stub)).result.files).toHaveLength(2);
  });

  it('does not interpret a later 404 in this way', async () => {
    const stub = stubTransport()
      .on('POST', at, image())
      .on('GET', `${at}/e1`, image())
      .on('GET', `${at}/e1`, { status: 404 });
    await expect(run(stub)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('fails at the deadline, and for a missing file', async () => {
    const slow = stubTransport().on('POST', at, image()).on('GET', `${at}/e1`, image());
    await expect(run(slow, { deadlineMs: 200 })).rejects.toMatchObject({ kind: 'unavailable' });
    const none = stubTransport().on('POST', at, image({ completedAt: 'now', fileUrls: { png: null } }));
    await expect(run(none)).rejects.toMatchObject({ kind: 'refused' });
  });
});

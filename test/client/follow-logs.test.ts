import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FollowLogsOptions, followLogs, type LogPlace } from '../../src/client/jobs/follow-logs.js';
import type { LogCursor } from '../../src/client/jobs/log-cursor.js';
import { createLandscape } from '../../src/contract/resources/landscape.js';
import { openService, type Service } from '../support/sandbox.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const place = () => ({ organizationId: service.sandbox.organizationId });
const create = (name: string) => service.client().call(createLandscape, { path: place(), body: { name } });

/** Creating a landscape writes several records. */
const CREATED = { actionType: 'landscape-create' } as const;

async function typesOf(options: FollowLogsOptions, where: LogPlace = place()): Promise<string[]> {
  const types: string[] = [];
  for await (const entry of followLogs(service.client(), where, options)) types.push(entry.action.type);
  return types;
}

describe('followLogs', () => {
  it('yields the latest records of an organization', async () => {
    await create('First');
    expect(await typesOf({ last: 1, follow: false, filter: CREATED })).toEqual(['landscape-create']);
  });

  it('yields the records of one landscape', async () => {
    const { landscapeId } = service.sandbox;
    const types = await typesOf({ last: 3, follow: false }, { landscapeId });
    expect(types.length).toBeGreaterThan(0);
  });

  it('applies a filter', async () => {
    const filter = { actionType: 'team-create' } as const;
    expect(await typesOf({ last: 5, follow: false, filter })).toEqual([]);
  });

  it('follows, and ends without an error when the signal aborts', async () => {
    const stop = new AbortController();
    const cursors: LogCursor[] = [];
    const options = { signal: stop.signal, filter: CREATED, onCursor: (at: LogCursor) => cursors.push(at) };
    const seen: string[] = [];
    const reading = followLogs(service.client(), place(), { ...options, last: 1 });
    for await (const { action } of reading) {
      seen.push(action.type);
      if (seen.length === 1) {
        service.clock.advance(60_000);
        await create('Second');
      } else stop.abort();
    }
    expect(seen).toEqual(['landscape-create', 'landscape-create']);
    expect(await typesOf({ resume: cursors.at(-1), follow: false, filter: CREATED })).toEqual([]);
  });

  it('ends without an error during a wait, and for a signal that has aborted before', async () => {
    const stop = new AbortController();
    const onCursor = () => stop.abort(new Error('enough'));
    expect(await typesOf({ signal: stop.signal, onCursor })).toEqual([]);
    expect(await typesOf({ signal: AbortSignal.abort() })).toEqual([]);
  });

  it('rejects a place that is neither', async () => {
    await expect(typesOf({}, {} as never)).rejects.toMatchObject({ kind: 'usage' });
  });
});

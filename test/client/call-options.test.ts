import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../src/client/client.js';
import type { ClientHooks, ClientOptions } from '../../src/client/client-types.js';
import type { RequestEvent, ResponseEvent } from '../../src/client/send/events.js';
import { withOptions } from '../../src/client/with-options.js';
import { getLandscape } from '../../src/contract/resources/landscape.js';
import { tags } from '../../src/contract/resources/tag.js';
import { fakeClock } from '../support/fake-clock.js';
import { failure, type StubTransport, stubTransport } from '../support/stub-transport.js';

const HOME = 'https://api.example.com';
const URL_OF_ONE = `${HOME}/v1/landscapes/l1`;
const path = { landscapeId: 'l1' };
const clientOf = (stub: StubTransport, more: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: HOME, transport: stub.transport, clock: fakeClock(), ...more });

describe('options of a call', () => {
  it('replace the retries of the client', async () => {
    const stub = stubTransport().on('GET', URL_OF_ONE, { status: 503 });
    const call = clientOf(stub, { retries: 5 }).call(getLandscape, { path, retries: 0 });
    await expect(call).rejects.toMatchObject({ facts: { status: 503, attempt: 1 } });
    expect(stub.requests).toHaveLength(1);
  });

  it('replace the timeout of the client', async () => {
    const clock = fakeClock();
    const stub = stubTransport().on('GET', URL_OF_ONE, { hangs: true });
    const client = clientOf(stub, { clock, timeoutMs: 60_000 });
    const call = client.call(getLandscape, { path, timeoutMs: 70, retries: 0 });
    await expect(clock.run(call)).rejects.toMatchObject({ facts: { reason: 'timeout' } });
    expect(clock.sleeps).toEqual([70]);
  });

  it('can be defaults of a client', async () => {
    const stub = stubTransport()
      .on('GET', URL_OF_ONE, { status: 503 })
      .on('GET', URL_OF_ONE, { json: { landscape: {} } })
      .on('GET', `${URL_OF_ONE}/versions/latest/tags`, { status: 503 });
    const clock = fakeClock();
    const client = withOptions(clientOf(stub, { clock }), { retries: 0 });
    await expect(client.call(getLandscape, { path })).rejects.toMatchObject({ facts: { attempt: 1 } });
    await client.call(getLandscape, { path });
    const list = client.pages(tags.list, { path: { ...path, versionId: 'latest' } });
    await expect(list[Symbol.asyncIterator]().next()).rejects.toMatchObject({ facts: { attempt: 1 } });
  });

  it('abort the waits of helpers too', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    const client = withOptions(clientOf(stubTransport()), { signal });
    await expect(client.clock.sleep(5)).rejects.toMatchObject({ kind: 'interrupted' });
    await expect(client.call(getLandscape, { path })).rejects.toMatchObject({ kind: 'interrupted' });
  });
});

describe('callWithResponse', () => {
  it('returns headers, status and request id', async () => {
    const headers = { 'x-request-id': 'id-1', 'x-region': 'eu' };
    const stub = stubTransport().on('GET', URL_OF_ONE, { headers, json: { landscape: { id: 'l1' } } });
    const { data, response } = await clientOf(stub).callWithResponse(getLandscape, { path });
    expect(data.landscape.id).toBe('l1');
    expect(response).toMatchObject({ status: 200, requestId: 'id-1', headers: { 'x-region': 'eu' } });
  });
});

describe('hooks for attempts', () => {
  it('report each attempt before and after it is sent', async () => {
    const clock = fakeClock();
    const requests: RequestEvent[] = [];
    const responses: ResponseEvent[] = [];
    const hooks: ClientHooks = {
      onRequest: (event) => requests.push(event),
      onResponse: (event) => responses.push(event),
    };
    const stub = stubTransport()
      .on('GET', URL_OF_ONE, { status: 503, headers: { 'x-request-id': 'id-1' } })
      .on('GET', URL_OF_ONE, { fails: failure('ECONNRESET') })
      .on('GET', URL_OF_ONE, { json: { landscape: {} } });
    await clock.run(clientOf(stub, { clock, hooks }).call(getLandscape, { path }));
    const common = { operation: 'landscapes.get', method: 'GET', url: URL_OF_ONE };
    expect(requests).toEqual([1, 2, 3].map((attempt) => ({ ...common, attempt })));
    expect(responses).toMatchObject([
      { ...common, attempt: 1, status: 503, requestId: 'id-1', ms: 0 },
      { ...common, attempt: 2, status: undefined, error: { facts: { reason: 'network' } } },
      { ...common, attempt: 3, status: 200 },
    ]);
  });

  it('contain no secrets of an address', async () => {
    const onRequest = vi.fn();
    const file = 'https://files.example.com/a.png?X-Amz-Signature=abcdef';
    const stub = stubTransport().on('GET', file, { text: 'x' });
    await clientOf(stub, { hooks: { onRequest } }).download(file);
    expect(onRequest).toHaveBeenCalledWith({
      operation: undefined,
      method: 'GET',
      url: 'https://files.example.com/a.png?X-Amz-Signature=[redacted]',
      attempt: 1,
    });
  });
});

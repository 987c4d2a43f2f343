import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createClient } from '../../src/client/client.js';
import type { ClientOptions, LooseInput } from '../../src/client/client-types.js';
import { fetchTransport } from '../../src/client/transport/transport.js';
import type { Operation } from '../../src/contract/operation.js';
import { listActionLogs } from '../../src/contract/resources/action-log.js';
import { createApiKey } from '../../src/contract/resources/api-key.js';
import { createDiagramExport } from '../../src/contract/resources/diagram-export.js';
import {
  duplicateLandscape,
  getLandscape,
  type Landscape,
  listLandscapes,
} from '../../src/contract/resources/landscape.js';
import { tags } from '../../src/contract/resources/tag.js';
import { listTemplates } from '../../src/contract/resources/template.js';
import { anyCharacter } from '../support/any-character.js';
import { fakeClock } from '../support/fake-clock.js';
import { type StubTransport, stubTransport } from '../support/stub-transport.js';

const HOME = 'https://api.example.com';
const KEY = { id: 'key-id', secret: 'super-secret' };
const landscape = {
  id: 'l1',
  organizationId: 'o1',
  name: 'Shop',
  createdAt: '',
  createdBy: 'user',
  createdById: 'u',
  updatedAt: '',
  updatedBy: 'user',
  updatedById: 'u',
};
const clientOf = (stub: StubTransport, more: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: HOME, credentials: KEY, transport: stub.transport, clock: fakeClock(), ...more });
const path = { landscapeId: 'l1' };

describe('credentials', () => {
  it.each([
    [{ id: 'key-id', secret: undefined }, 'secret'],
    [{ id: 'key-id', secret: '' }, 'secret'],
    [{ id: undefined, secret: 'super-secret' }, 'id'],
    [{}, 'id'],
  ])('%j are rejected without being shown', (credentials, part) => {
    const { transport } = stubTransport();
    // Untyped JavaScript passes undefined for an unset variable.
    const make = () => createClient({ baseUrl: HOME, credentials: credentials as never, transport });
    expect(make).toThrow(
      expect.objectContaining({ kind: 'usage', message: `The credentials have no ${part}.` }) as Error,
    );
  });
});

describe('call', () => {
  it('sends key, query and body, and returns typed data', async () => {
    const stub = stubTransport()
      .on('GET', `${HOME}/v1/landscapes/l1`, { json: { landscape } })
      .on('POST', `${HOME}/v1/organizations/o1/api-keys`, { json: { apiKey: {}, secret: 's' } });
    const client = clientOf(stub, { userAgent: 'archctl/1' });
    const answer = await client.call(getLandscape, { path });
    expectTypeOf(answer.landscape).toEqualTypeOf<Landscape>();
    expect(answer).toEqual({ landscape });
    await client.call(createApiKey, {
      path: { organizationId: 'o1' },
      body: { name: 'CI', permission: 'read' },
    });
    expect(stub.requests.map(({ headers }) => headers)).toEqual([
      { 'user-agent': 'archctl/1', accept: 'application/json', authorization: 'ApiKey key-id:super-secret' },
      expect.objectContaining({ 'content-type': 'application/json' }),
    ]);
    expect(stub.requests[1]?.body).toBe('{"name":"CI","permission":"read"}');
  });

  it('needs no path if the operation has none', async () => {
    const stub = stubTransport().on('GET', `${HOME}/v1/landscape-templates`, {
      json: { landscapeTemplates: [] },
    });
    expect(await clientOf(stub).call(listTemplates, {})).toEqual({ landscapeTemplates: [] });
    // @ts-expect-error a path parameter is required
    await expect(clientOf(stub).call(getLandscape, {})).rejects.toMatchObject({ kind: 'usage' });
  });

  it('sends nothing that violates the contract', async () => {
    const client = clientOf(stubTransport());
    const input = { path: { landscapeId: 'l', versionId: 'v', diagramId: 'd' } };
    await expect(client.call(createDiagramExport, { ...input, body: { maxWidth: 5 } })).rejects.toMatchObject(
      { kind: 'usage', facts: { details: ['maxWidth: must be at least 100'] } },
    );
    await expect(client.call(getLandscape, { path, query: { a: 1 } as never })).rejects.toMatchObject({
      kind: 'usage',
    });
    await expect(client.call(getLandscape, { path, body: {} as never })).rejects.toMatchObject({
      kind: 'usage',
    });
  });

  it('returns a response of another shape, and reports it', async () => {
    const odd = { landscape: { ...landscape, name: 7, mood: 'new' }, extra: 1 };
    const stub = stubTransport().on('GET', `${HOME}/v1/landscapes/l1`, { json: odd });
    const seen: unknown[] = [];
    const hooks = { onMismatch: (...all: unknown[]) => seen.push(all) };
    expect(await clientOf(stub, { hooks }).call(getLandscape, { path })).toEqual(odd);
    expect(seen).toEqual([['landscapes.get', ['landscape.name: must be text']]]);
  });

  it.each(['', '<html>Sign in</html>', '{}', '[]', '{"landscape":null}'])(
    'treats %j as no response',
    async (text) => {
      const stub = stubTransport().on('GET', `${HOME}/v1/landscapes/l1`, { text });
      await expect(clientOf(stub).call(getLandscape, { path })).rejects.toMatchObject({
        kind: 'unavailable',
      });
    },
  );

  it('reads an empty HEAD, and its 404', async () => {
    const url = `${HOME}/v1/landscapes/l/versions/latest/tags/t`;
    const stub = stubTransport().on('HEAD', url).on('HEAD', url, { status: 404 });
    const input = { path: { landscapeId: 'l', versionId: 'latest', tagId: 't' } };
    expect(await clientOf(stub).call(tags.exists, input)).toEqual({});
    await expect(clientOf(stub).call(tags.exists, input)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('retries an incomplete body, and counts every request that was sent', async () => {
    const url = `${HOME}/v1/landscapes/l1`;
    const reset = Object.assign(new Error(), { code: 'ECONNRESET' });
    const refused = Object.assign(new Error(), { code: 'ECONNREFUSED' });
    const stub = stubTransport()
      .on('GET', url, { text: '{"land', breaks: reset })
      .on('GET', url, { fails: refused })
      .on('GET', url, { json: { landscape } });
    const clock = fakeClock();
    const counted: unknown[] = [];
    const client = clientOf(stub, { clock, hooks: { onMeter: (event) => counted.push(event) } });
    expect(await clock.run(client.call(getLandscape, { path }))).toEqual({ landscape });
    expect(counted).toEqual([
      { meter: 'read', method: 'GET', status: undefined },
      { meter: 'read', method: 'GET', status: 200 },
    ]);
  });

  it('ends with the client', async () => {
    const stub = stubTransport().on('GET', `${HOME}/v1/landscapes/l1`, { hangs: true });
    const stop = new AbortController();
    const work = clientOf(stub, { signal: stop.signal }).call(getLandscape, { path });
    setImmediate(() => stop.abort());
    await expect(work).rejects.toMatchObject({ kind: 'interrupted' });
  });
});

describe('operations known only at run time', () => {
  const run = (operation: Operation, input: LooseInput) =>
    clientOf(stubTransport()).perform(operation, input);

  it.each([
    ['a path parameter that is not a text', getLandscape, { path: { landscapeId: 7 } }],
    ['a path parameter that is missing', getLandscape, { path: {} }],
    ['a query where none is taken', getLandscape, { path, query: { limit: 1 } }],
    ['a query of another shape', listActionLogs, { path, query: { filter: { order: 'up' } } }],
    ['a body where none is taken', getLandscape, { path, body: {} }],
    [
      'a body of another shape',
      duplicateLandscape,
      { path: { ...path, organizationId: 'o' }, body: { name: 1 } },
    ],
  ])('rejects %s before anything is sent', async (_, operation, input) => {
    await expect(run(operation, input)).rejects.toMatchObject({ kind: 'usage' });
  });

  it('returns the same as a call', async () => {
    const stub = stubTransport().on('GET', `${HOME}/v1/landscapes/l1`, { json: { landscape } });
    expect(await clientOf(stub).perform(getLandscape, { path })).toEqual({ landscape });
  });
});

describe('ids in paths', () => {
  const prepared = (id: string) =>
    new URL(
      clientOf(stubTransport(), { credentials: undefined }).prepare(getLandscape, {
        path: { landscapeId: id },
      }).url,
    );
  const hostile = fc.oneof(
    fc.constantFrom(
      '../x',
      'a/b',
      '%2e%2e',
      '%2E.',
      '..%2f',
      '\\..\\',
      'a?b',
      'a#b',
      '😀',
      ' ',
      'x/../../y',
      '\t',
      'é',
      ';',
    ),
    fc.string({ unit: anyCharacter, minLength: 1 }),
    fc.webPath({ size: 'small' }).filter((text) => text !== ''),
  );

  it('stay in their segment and are returned unchanged', () => {
    fc.assert(
      fc.property(hostile, (id) => {
        fc.pre(id !== '.' && id !== '..' && !/[\uD800-\uDFFF]/u.test(id));
        const url = prepared(id);
        const segments = url.pathname.split('/');
        expect(segments.slice(0, 3)).toEqual(['', 'v1', 'landscapes']);
        expect(segments.slice(3).map(decodeURIComponent)).toEqual([id]);
        expect(url.search + url.hash).toBe('');
      }),
    );
  });

  it.each(['.', '..', '', '\ud800'])('are rejected if no URL can contain them: %j', (id) => {
    expect(() => prepared(id)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });
});

describe('pages', () => {
  const first = `${HOME}/v1/landscapes/l1/action-logs`;
  const list = (ids: string[], nextCursor?: string | null) => ({
    json: { actionLogs: ids.map((id) => ({ id })), nextCursor },
  });
  const read = async (stub: StubTransport) => {
    const ids: string[] = [];
    for await (const log of clientOf(stub).pages(listActionLogs, { path })) ids.push(log.id);
    return ids;
  };

  it('follows the cursor to the end', async () => {
    const stub = stubTransport()
      .on('GET', first, list(['a', 'b'], 'x y'))
      .on('GET', `${first}?cursor=x%20y`, list([], 'z'))
      .on('GET', `${first}?cursor=z`, list(['c'], null));
    expect(await read(stub)).toEqual(['a', 'b', 'c']);
  });

  it('detects a repeated cursor', async () => {
    const stub = stubTransport()
      .on('GET', first, list(['a'], 'x'))
      .on('GET', `${first}?cursor=x`, list(['b'], 'x'));
    await expect(read(stub)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  describe('whole pages', () => {
    const pages = (stub: StubTransport, maxBytes?: number) =>
      clientOf(stub).performWholePages(listActionLogs, { path }, { maxBytes });

    it('come in order, and each is requested only when it is needed', async () => {
      const stub = stubTransport()
        .on('GET', first, list(['a', 'b'], 'x'))
        .on('GET', `${first}?cursor=x`, list([], 'z'))
        .on('GET', `${first}?cursor=z`, list(['c']));
      const seen: [string[], number][] = [];
      for await (const page of pages(stub))
        seen.push([page.map((log) => (log as { id: string }).id), stub.requests.length]);
      expect(seen).toEqual([
        [['a', 'b'], 1],
        [[], 2],
        [['c'], 3],
      ]);
    });

    it('follow the cursor of the response, not those of its records', async () => {
      const log = { id: 'a', note: '"nextCursor":"y"}', nextCursor: 'y' };
      const stub = stubTransport()
        .on('GET', first, { json: { nextCursor: 'x', actionLogs: [log] } })
        .on('GET', `${first}?cursor=x`, { json: { actionLogs: [log] } });
      let count = 0;
      for await (const page of pages(stub)) count += page.length;
      expect(count).toBe(2);
    });

    it('are returned before the error of a later page', async () => {
      const stub = stubTransport()
        .on('GET', first, list(['a'], 'x'))
        .on('GET', `${first}?cursor=x`, { status: 404 });
      const seen: unknown[] = [];
      const all = async () => {
        for await (const page of pages(stub)) seen.push(...page);
      };
      await expect(all()).rejects.toMatchObject({ kind: 'not-found' });
      expect(seen).toEqual([{ id: 'a' }]);
    });

    it('end at the maximum size', async () => {
      const stub = stubTransport().on('GET', first, list(['a'], 'x'));
      const read = pages(stub, 10);
      await expect(read[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'unavailable' });
    });
  });

  it('treat a list without cursors as one page', async () => {
    const stub = stubTransport().on('GET', `${HOME}/v1/organizations/o/landscapes`, {
      json: { landscapes: [landscape] },
    });
    const client = clientOf(stub);
    for await (const item of client.pages(listLandscapes, { path: { organizationId: 'o' } })) {
      expectTypeOf(item).toEqualTypeOf<Landscape>();
      expect(item.name).toBe('Shop');
    }
  });
});

describe('prepare, raw and download', () => {
  it('prepares a request without its credentials', () => {
    const client = clientOf(stubTransport());
    const input = { path: { organizationId: 'o1' }, body: { name: 'CI', permission: 'read' as const } };
    expect(client.prepare(createApiKey, input)).toEqual({
      method: 'POST',
      url: `${HOME}/v1/organizations/o1/api-keys`,
      headers: {
        'user-agent': 'archctl',
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: 'ApiKey [redacted]',
      },
      body: '{"name":"CI","permission":"read"}',
    });
  });

  it.each([
    [{ path: '/landscapes/x?a=1', query: { b: [2, 3] } }, `${HOME}/v1/landscapes/x?a=1&b=2&b=3`],
    [{ path: 'v1/landscapes' }, `${HOME}/v1/landscapes`],
    [{ path: '/v1/landscapes' }, `${HOME}/v1/landscapes`],
    [{ path: '//evil.example/x' }, `${HOME}/v1/evil.example/x`],
    [{ path: `${HOME}/health#x` }, `${HOME}/health`],
    [{ url: `${HOME}/health` }, `${HOME}/health`],
  ])('sends %j', async (input, url) => {
    const stub = stubTransport().on('GET', url, { text: 'hi' });
    const response = await clientOf(stub).raw(input);
    expect([response.status, await response.body.text(), response.error]).toEqual([200, 'hi', undefined]);
    expect(stub.requests[0]?.headers.authorization).toBe('ApiKey key-id:super-secret');
  });

  it.each([
    { url: 'https://evil.example/v1/x' },
    { path: 'https://evil.example/v1/x' },
    { path: 'http://api.example.com/v1/x' },
    { path: '/../admin' },
    { path: '/%2e%2e/admin' },
    { url: 'https://user@api.example.com/v1' },
    { url: 'file:///etc/passwd' },
  ])('refuses %j', async (input) => {
    await expect(clientOf(stubTransport()).raw(input)).rejects.toMatchObject({ kind: 'usage' });
  });

  it('returns the response to a raw request and its error', async () => {
    const stub = stubTransport().on('DELETE', `${HOME}/v1/x`, { status: 422, json: { message: 'No.' } });
    const response = await clientOf(stub).raw({ method: 'DELETE', path: '/x' });
    expect(await response.body.text()).toBe('{"message":"No."}');
    expect(response.error).toMatchObject({ kind: 'refused', message: 'No.' });
  });

  it('downloads from anywhere, and sends the key only to the service', async () => {
    const bytes = new Uint8Array([137, 80]);
    const elsewhere = 'https://files.example/a.png?sig=x';
    const stub = stubTransport()
      .on('GET', elsewhere, { bytes })
      .on('GET', `${HOME}/files/a.png`, { bytes })
      .on('GET', elsewhere, { bytes })
      .on('GET', elsewhere, { status: 404, text: '<Error/>' });
    const client = clientOf(stub);
    expect(await (await client.download(elsewhere)).body.bytes()).toEqual(bytes);
    await client.download('/files/a.png');
    expect(stub.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'ApiKey key-id:super-secret',
    ]);
    await expect(client.download(elsewhere, { maxBytes: 1 })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(client.download(elsewhere)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(client.download('http://files.example/a.png')).rejects.toMatchObject({ kind: 'usage' });
  });
});

it('calls a fetch handler in this process', async () => {
  const handler = async (request: Request): Promise<Response> => {
    if (request.method === 'POST') return new Response(await request.text(), { status: 202 });
    return Response.json({ landscape: { ...landscape, name: request.headers.get('authorization') } });
  };
  const client = createClient({
    baseUrl: 'http://localhost',
    credentials: KEY,
    transport: fetchTransport(handler),
  });
  expect((await client.call(getLandscape, { path })).landscape.name).toBe('ApiKey key-id:super-secret');
  const echo = await client.raw({ method: 'POST', path: '/echo', body: new Uint8Array([104, 105]) });
  expect([echo.status, await echo.body.text()]).toEqual([202, 'hi']);
  await client.close();
});

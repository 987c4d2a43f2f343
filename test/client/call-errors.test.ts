import { describe, expect, it, vi } from 'vitest';
import { ArchctlError, isArchctlError } from '../../src/base/errors.js';
import { createClient } from '../../src/client/client.js';
import type { ClientOptions } from '../../src/client/client-types.js';
import { errorFromResponse } from '../../src/client/send/errors.js';
import { coded, errorFromFailure, TIMED_OUT } from '../../src/client/send/network-errors.js';
import { createDiagramExport } from '../../src/contract/resources/diagram-export.js';
import { getLandscape } from '../../src/contract/resources/landscape.js';
import { tags } from '../../src/contract/resources/tag.js';
import { parseEvent } from '../../src/webhooks/parse-event.js';
import { sign, verify } from '../../src/webhooks/web-signature.js';
import { fakeClock } from '../support/fake-clock.js';
import { failure, type StubTransport, stubTransport } from '../support/stub-transport.js';

const HOME = 'https://api.example.com';
const KEY = { id: 'key-id', secret: 'super-secret' };
const clientOf = (stub: StubTransport, more: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: HOME, credentials: KEY, transport: stub.transport, clock: fakeClock(), ...more });
const path = { landscapeId: 'l1' };
const inVersion = { landscapeId: 'l1', versionId: 'latest' };
const url = `${HOME}/v1/landscapes/l1`;

async function all(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

async function errorOf(work: () => unknown): Promise<ArchctlError> {
  try {
    await work();
  } catch (error) {
    if (isArchctlError(error)) return error;
    throw new Error('Not an ArchctlError.', { cause: error });
  }
  throw new Error('Nothing was thrown.');
}

describe('an error of a call', () => {
  it('contains method, URL, operation, attempt and request id', async () => {
    const stub = stubTransport()
      .on('GET', url, { status: 503 })
      .on('GET', url, { status: 404, headers: { 'x-request-id': 'id-7' } });
    const clock = fakeClock();
    const error = await clock.run(errorOf(() => clientOf(stub, { clock }).call(getLandscape, { path })));
    expect(error.facts).toMatchObject({
      method: 'GET',
      url,
      operation: 'landscapes.get',
      attempt: 2,
      requestId: 'id-7',
      status: 404,
    });
  });

  it('contains them without a response, and for a page', async () => {
    const list = `${HOME}/v1/landscapes/l1/versions/latest/tags`;
    const lost = stubTransport().on('GET', list, { fails: failure('ECONNRESET') });
    const client = clientOf(lost, { retries: 0 });
    const error = await errorOf(() => all(client.pages(tags.list, { path: inVersion })));
    expect(error.facts).toMatchObject({
      reason: 'network',
      method: 'GET',
      url: list,
      operation: 'tags.list',
      attempt: 1,
    });
    const odd = stubTransport().on('GET', list, { json: { tags: 7 } });
    const wrong = await errorOf(() => all(clientOf(odd).pages(tags.list, { path: inVersion })));
    expect(wrong.facts).toMatchObject({ operation: 'tags.list', url: list });
  });

  it('contains them before anything is sent: attempt 0, and a template in the URL', async () => {
    const error = await errorOf(() => clientOf(stubTransport()).call(getLandscape, { path: {} as never }));
    expect(error).toMatchObject({ kind: 'usage', facts: { attempt: 0, operation: 'landscapes.get' } });
    expect(error.facts.url).toBe(`${HOME}/v1/landscapes/{landscapeId}`);
  });

  it('hides secrets in the URL of a file', async () => {
    const file = 'https://files.example.com/a.png?X-Amz-Signature=abcdef&part=1';
    const stub = stubTransport().on('GET', file, { status: 403 });
    const error = await errorOf(() => clientOf(stub).download(file));
    expect(error.facts.url).toBe('https://files.example.com/a.png?X-Amz-Signature=[redacted]&part=1');
    expect(error.facts.method).toBe('GET');
  });

  it('lists field errors in the message: those of the service and those before sending', async () => {
    const json = { message: 'Invalid.', errors: ['name: is required', 'icon: must be text'] };
    const stub = stubTransport().on('GET', url, { status: 422, json });
    const refused = await errorOf(() => clientOf(stub).call(getLandscape, { path }));
    expect(refused.message).toBe('Invalid: name: is required; icon: must be text');
    const input = { path: { ...inVersion, diagramId: 'd' }, body: { maxWidth: 5 } };
    const rejected = await errorOf(() => clientOf(stubTransport()).call(createDiagramExport, input));
    expect(rejected.message).toBe('The body is not valid: maxWidth: must be at least 100');
    expect(rejected.facts.reason).toBe('invalid-input');
  });

  it('lists at most five field errors in the message', async () => {
    const errors = Array.from({ length: 8 }, (_, at) => `e${at}`);
    const stub = stubTransport().on('GET', url, { status: 400, json: { message: 'Bad.', errors } });
    const { message, facts } = await errorOf(() => clientOf(stub).call(getLandscape, { path }));
    expect(message).toBe('Bad: e0; e1; e2; e3; e4; and 3 more');
    expect(facts.details).toEqual(errors);
  });

  it('can be replaced by a hook', async () => {
    const stub = stubTransport().on('GET', url, { status: 404 });
    const onError = (error: ArchctlError) => new ArchctlError(error.kind, `Mine: ${error.message}`);
    const error = await errorOf(() => clientOf(stub, { hooks: { onError } }).call(getLandscape, { path }));
    expect(error.message).toBe('Mine: HTTP 404 Not Found');
  });
});

describe('an aborted call', () => {
  it('keeps the reason as its cause', async () => {
    const reason = new Error('The user closed the window.');
    const aborted = new AbortController();
    const stub = stubTransport().on('GET', url, { hangs: true });
    const call = errorOf(() => clientOf(stub).call(getLandscape, { path, signal: aborted.signal }));
    await vi.waitFor(() => expect(stub.requests).toHaveLength(1));
    aborted.abort(reason);
    expect(await call).toMatchObject({ kind: 'interrupted', cause: reason, facts: { reason: 'aborted' } });
  });

  it('is unavailable if a time limit aborted it', async () => {
    const limit = new AbortController();
    const stub = stubTransport().on('GET', url, { hangs: true });
    const call = errorOf(() => clientOf(stub).call(getLandscape, { path, signal: limit.signal }));
    await vi.waitFor(() => expect(stub.requests).toHaveLength(1));
    // The reason of AbortSignal.timeout.
    limit.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    expect(await call).toMatchObject({ kind: 'unavailable', facts: { reason: 'timeout', attempt: 1 } });
  });
});

describe('isArchctlError', () => {
  it('recognizes errors of another copy of the package, and so does instanceof', async () => {
    vi.resetModules();
    const other = await import('../../src/base/errors.js');
    const error = new other.ArchctlError('usage', 'x');
    expect(other.ArchctlError).not.toBe(ArchctlError);
    expect(isArchctlError(error)).toBe(true);
    expect(error instanceof ArchctlError).toBe(true);
  });

  it('rejects everything else; subclasses keep their own instanceof', () => {
    class Own extends ArchctlError {}
    for (const value of [undefined, null, 'ArchctlError', new Error('x'), { name: 'ArchctlError' }])
      expect(isArchctlError(value)).toBe(false);
    expect(isArchctlError(new Own('usage', 'x'))).toBe(true);
    expect(new ArchctlError('usage', 'x') instanceof Own).toBe(false);
    expect(new Own('usage', 'x') instanceof Own).toBe(true);
  });
});

describe('a wrong argument', () => {
  const client = () => clientOf(stubTransport());
  const body: never = { collection: 'tag' } as never;
  const headers = { signature: '0'.repeat(64), timestamp: '1' };
  it.each<[string, () => unknown]>([
    ['no input', () => (client().call as (operation: unknown) => unknown)(getLandscape)],
    ['an input of null', () => client().call(getLandscape, null as never)],
    ['no operation', () => client().call(undefined as never)],
    ['a name instead of an operation', () => client().call('landscapes.get' as never)],
    ['no operation to prepare', () => client().prepare(undefined as never)],
    ['no operation to list', () => all(client().pages(undefined as never, {} as never))],
    ['no raw input', () => client().raw(undefined as never)],
    ['no URL of a file', () => client().download(undefined as never)],
    ['no URL of an upload', () => client().upload(undefined as never, new Uint8Array())],
    ['a parsed body to verify', () => verify({ secrets: 's', ...headers, body })],
    ['nothing to verify', () => verify(undefined as never)],
    ['a parsed body to sign', () => sign({ secret: 's', timestamp: 1, body })],
    ['a parsed body as an event', () => parseEvent(body)],
  ])('is a usage error: %s', async (_, work) => {
    expect((await errorOf(work)).kind).toBe('usage');
  });

  it('is explained if it is a parsed body', async () => {
    await expect(verify({ secrets: 's', ...headers, body })).rejects.toThrow(/was parsed already/);
  });
});

describe('hints of the library', () => {
  const STATUSES = [302, 400, 401, 403, 404, 408, 409, 415, 418, 422, 429, 500, 503];
  const CODES = ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT', TIMED_OUT, 'CERT_X', 'EWHATEVER'];

  it('never mention the command line', () => {
    const local = new URL('http://127.0.0.1:4010/v1/landscapes/l1');
    const errors = [
      ...STATUSES.map((status) =>
        errorFromResponse({ status, headers: {} }, '', { method: 'GET', url: local }),
      ),
      ...CODES.map((code) => errorFromFailure(coded(code, code), { url: local })),
    ];
    const hints = errors.map(({ facts }) => facts.hint ?? '');
    expect(hints.filter((hint) => hint !== '').length).toBeGreaterThan(12);
    expect(hints.filter((hint) => /--\w|archctl/.test(hint))).toEqual([]);
  });
});

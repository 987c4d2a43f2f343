import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Client, createClient } from '../../src/client/client.js';
import { type ReadClient, readOnly } from '../../src/client/read-only.js';
import { getLandscape } from '../../src/contract/resources/landscape.js';
import { tags } from '../../src/contract/resources/tag.js';
import type { Writes } from '../../src/model/sync/apply.js';
import { fakeClock } from '../support/fake-clock.js';
import { stubTransport } from '../support/stub-transport.js';

const HOME = 'https://api.example.com';
const path = { landscapeId: 'l1', versionId: 'latest' };

function opened(stub = stubTransport()) {
  const client = createClient({ baseUrl: HOME, transport: stub.transport, clock: fakeClock() });
  return { stub, reader: readOnly(client) };
}

describe('a client that only reads', () => {
  it('sends requests that read', async () => {
    const { reader, stub } = opened(
      stubTransport().on('GET', `${HOME}/v1/landscapes/l1`, { json: { landscape: { id: 'l1' } } }),
    );
    const { landscape } = await reader.call(getLandscape, { path: { landscapeId: 'l1' } });
    expect([landscape.id, stub.requests.length]).toEqual(['l1', 1]);
  });

  it.each([
    ['create', tags.create],
    ['upsert', tags.upsert],
    ['update', tags.update],
    ['delete', tags.delete],
    ['exists', tags.exists],
  ] as const)('throws for "%s" before any request', async (_, operation) => {
    const { reader, stub } = opened();
    const input = { path: { ...path, tagId: 't1' } } as never;
    const message = `tags.${_} is a ${operation.method} request, but this client only reads.`;
    const refused = expect.objectContaining({ kind: 'usage', message }) as Error;
    // A program without types can pass any operation.
    await expect(reader.call(operation as never, input)).rejects.toThrow(refused);
    expect(() => reader.pages(operation as never, input)).toThrow(refused);
    expect(() => reader.performPages(operation as never, input)).toThrow(refused);
    expect(stub.requests).toEqual([]);
  });

  it('has no methods that write, and its type accepts no operation that writes', () => {
    const { reader } = opened();
    expect(Object.keys(reader).sort()).toEqual(['call', 'pages', 'performPages']);
    expectTypeOf<Client>().toExtend<ReadClient>();
    expectTypeOf<ReadClient>().not.toExtend<Writes>();
    expectTypeOf(tags.list).toExtend<Parameters<ReadClient['call']>[0]>();
    expectTypeOf(tags.update).not.toExtend<Parameters<ReadClient['call']>[0]>();
  });
});

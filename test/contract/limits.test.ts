import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MONTHLY_QUOTA } from '../../src/contract/limits.js';
import type { Operation } from '../../src/contract/operation.js';
import { listActionLogs, listOrganizationLogs } from '../../src/contract/resources/action-log.js';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { createDiagramExport } from '../../src/contract/resources/diagram-export.js';
import { modelConnections } from '../../src/contract/resources/model-connection.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { tagGroups } from '../../src/contract/resources/tag.js';
import { listTechnologies } from '../../src/contract/resources/technology.js';
import { type JsonObject, NEVER, textOf } from '../support/sandbox.js';
import { type ContractSuite, looseCall, openContractSuite } from './contract-suite.js';

describe('quotas', () => {
  let suite: ContractSuite | undefined;
  afterEach(() => suite?.close());

  it('spent exports of the Growth plan are a limit until the next month', async () => {
    // Nothing is drawn: exports are counted on request.
    const here = await openContractSuite({ plan: 'growth', schedule: NEVER });
    suite = here;
    const [diagram] = await here.list(diagrams.list);
    const path = { diagramId: textOf(diagram, 'id') };
    const ask = () => here.get(createDiagramExport, { path, body: {} });
    const quota = MONTHLY_QUOTA.growth.export ?? 0;
    for (let turn = 0; turn < quota; turn += 1) expect(await ask()).toMatchObject(path);
    const waits = here.clock.waits.length;
    const sent = here.requests.length;
    const month = Date.UTC(2026, 3, 1) - here.clock.now().getTime();
    const refused = await ask().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      kind: 'limit',
      exitCode: 6,
      message: expect.stringContaining('export'),
      facts: { status: 429, code: 'quota/export' },
    });
    const { retryAfter = 0 } = (refused as { facts: { retryAfter?: number } }).facts;
    expect(Math.abs(retryAfter * 1000 - month)).toBeLessThan(5_000);
    // A wait of weeks fails at once, without a retry.
    expect(here.requests).toHaveLength(sent + 1);
    expect(here.clock.waits).toHaveLength(waits);
    // The other meters continue.
    expect(await here.list(diagrams.list)).not.toEqual([]);

    here.clock.advance(Date.UTC(2026, 3, 1) - here.clock.now().getTime());
    expect(here.clock.now().toISOString()).toBe('2026-04-01T00:00:00.000Z');
    const renewed = await ask();
    // The client may have to wait for its rate limit first.
    const latest = here.clock.now().toISOString();
    expect(renewed).toMatchObject(path);
    expect([renewed.createdAt, latest < '2026-04-01T00:01:00']).toEqual([latest, true]);
    const { meters } = await here.control('GET', 'state');
    expect(meters).toMatchObject({ month: '2026-04', export: 1 });
  });

  it('Growth has no log of the organization, Free no API', async () => {
    suite = await openContractSuite({ plan: 'growth' });
    await expect(suite.list(listOrganizationLogs)).rejects.toMatchObject({
      kind: 'auth',
      facts: { status: 403 },
    });
    expect(await suite.list(listActionLogs)).not.toEqual([]);
    await suite.close();
    suite = await openContractSuite({ plan: 'free' });
    await expect(suite.list(diagrams.list)).rejects.toMatchObject({ kind: 'auth', facts: { status: 403 } });
  });

  it('the client waits for the rate limit as requested, and no request is lost', async () => {
    const here = await openContractSuite({ limits: 'real' });
    suite = here;
    // Two clients of one key pace themselves independently: together they exceed the limit.
    const clients = [here.client(), here.client()];
    const body = { name: 'Group', icon: 'globe', index: 1 };
    const path = { landscapeId: here.sandbox.landscapeId, versionId: 'latest' };
    const before = (await here.list(tagGroups.list)).length;
    here.clock.advance(60_000);
    for (let turn = 0; turn < 31; turn += 1) {
      if (turn === 30) here.clock.advance(40_000);
      for (const client of clients) await looseCall(client, tagGroups.create, { path, body });
    }
    expect(here.clock.waits).toEqual([20_000]);
    expect(await here.list(tagGroups.list)).toHaveLength(before + 62);
  });
});

describe('paging', () => {
  let here: ContractSuite;
  beforeAll(async () => {
    here = await openContractSuite();
  });
  afterAll(() => here.close());

  const lists: [string, Operation, (limit: number) => JsonObject][] = [
    ['technologies', listTechnologies, (limit) => ({ limit })],
    ['model objects', modelObjects.list, (limit) => ({ limit })],
    ['model connections', modelConnections.list, (limit) => ({ limit })],
    ['logs of a landscape', listActionLogs, (limit) => ({ filter: { limit, order: 'asc' } })],
    ['logs of an organization', listOrganizationLogs, (limit) => ({ filter: { limit } })],
  ];

  it.each(lists)('of %s follows nextCursor to the end', async (_, operation, query) => {
    const { organizationId, landscapeId } = here.sandbox;
    const scope = { organizationId, landscapeId, versionId: 'latest' };
    const path = Object.fromEntries(
      Object.entries(scope).filter(([name]) => operation.path.includes(`{${name}}`)),
    );
    const collect = async (limit: number) => {
      const found: unknown[] = [];
      const sent = here.requests.length;
      const input = { path, query: query(limit) } as never;
      for await (const item of here.client().performPages(operation, input)) found.push(item);
      return { found, pages: here.requests.length - sent };
    };
    const whole = await collect(1000);
    expect(whole.pages).toBe(1);
    expect(whole.found.length).toBeGreaterThan(14);
    const paged = await collect(7);
    expect(paged.found).toEqual(whole.found);
    expect(paged.pages).toBe(Math.ceil(whole.found.length / 7));
  });

  it('rejects a cursor of another list', async () => {
    const { nextCursor } = await here.call(listTechnologies, { query: { limit: 2 } });
    expect(nextCursor).toBeTypeOf('string');
    await expect(here.call(modelObjects.list, { query: { cursor: nextCursor } })).rejects.toMatchObject({
      kind: 'refused',
      facts: { status: 422 },
    });
  });
});

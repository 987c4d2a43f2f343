import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchctlError, EXIT_CODES } from '../../src/base/errors.js';
import type { Client } from '../../src/client/client.js';
import type { Operation } from '../../src/contract/operation.js';
import { createApiKey } from '../../src/contract/resources/api-key.js';
import { drafts } from '../../src/contract/resources/draft.js';
import { listLandscapes } from '../../src/contract/resources/landscape.js';
import { modelConnections } from '../../src/contract/resources/model-connection.js';
import { tagGroups } from '../../src/contract/resources/tag.js';
import { login } from '../../src/contract/resources/user.js';
import { ADMIN, type JsonObject, SECRET_MARK, textOf } from '../support/sandbox.js';
import { type ContractSuite, openContractSuite } from './contract-suite.js';

let suite: ContractSuite;
beforeAll(async () => {
  suite = await openContractSuite();
});
afterAll(() => suite.close());

const failureOf = async (work: Promise<unknown>): Promise<ArchctlError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
};

/** A key with one permission. */
const clientWith = async (permission: string): Promise<Client> => {
  const { apiKey, secret } = await suite.call(createApiKey, { body: { name: permission, permission } });
  return suite.client({ credentials: { id: textOf(apiKey, 'id'), secret: String(secret) } });
};
const landscape = () => ({ landscapeId: suite.sandbox.landscapeId, versionId: 'latest' });
const organization = () => ({ organizationId: suite.sandbox.organizationId });
const group = { name: 'Group', icon: 'globe', index: 1 } as const;

describe('an error response', () => {
  /** A request for each status, and the expected error. */
  const answers: [number, Partial<ArchctlError['facts']>, () => Promise<unknown>][] = [
    [
      401,
      { code: 'auth/invalid-api-key', details: undefined },
      () => suite.client({ credentials: { ...ADMIN, secret: 'wrong' } }).call(login, {}),
    ],
    [
      403,
      { code: 'permission' },
      async () => (await clientWith('read')).call(tagGroups.create, { path: landscape(), body: group }),
    ],
    [404, { code: 'not-found' }, () => suite.get(tagGroups.get, { path: { tagGroupId: 'Nobody' } })],
    [
      409,
      { code: 'stale-commit' },
      async () => {
        const { id } = await suite.get(tagGroups.create, { body: group });
        return suite.get(tagGroups.update, {
          path: { tagGroupId: String(id) },
          body: { name: 'x', commit: 7 },
        });
      },
    ],
    [
      422,
      {
        code: 'validation',
        details: [expect.stringContaining('originId'), expect.stringContaining('targetId')] as never,
      },
      () =>
        suite.get(modelConnections.create, {
          body: { name: 'x', originId: 'Nobody1', targetId: 'Nobody2', direction: null },
        }),
    ],
    [
      429,
      { retryAfter: 90, code: undefined },
      async () => {
        await suite.control('PUT', 'faults', { rateLimitRate: 1, retryAfter: 90 });
        return suite.get(tagGroups.list).finally(() => suite.control('PUT', 'faults', { rateLimitRate: 0 }));
      },
    ],
  ];
  const kinds: Record<number, string> = {
    401: 'auth',
    403: 'auth',
    404: 'not-found',
    409: 'refused',
    422: 'refused',
    429: 'limit',
  };

  it.each(answers)('%i has kind, status, code, details and request id', async (status, facts, ask) => {
    const error = await failureOf(ask());
    expect(error.kind).toBe(kinds[status]);
    expect(error.facts).toMatchObject({ status, ...facts });
    expect(error.facts.requestId).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(error.message).not.toBe('');
    // Details contain the faults of a body.
    if (status !== 422) expect(error.facts.hint).toBeTypeOf('string');
    expect(JSON.stringify([error.message, error.facts])).not.toContain(SECRET_MARK);
    expect(Object.values(EXIT_CODES).map(({ code }) => code)).toContain(error.exitCode);
  });

  it('has a new request id each time', async () => {
    const ids = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const error = await failureOf(suite.get(drafts.get, { path: { draftId: 'Nobody' } }));
      ids.push(error.facts.requestId);
    }
    expect(new Set(ids).size).toBe(3);
  });

  it('is returned for a body that violates the contract, with the position of each fault', async () => {
    const { landscapeId } = suite.sandbox;
    const answer = await suite.client().raw({
      method: 'POST',
      path: `landscapes/${landscapeId}/versions/latest/tag-groups`,
      body: JSON.stringify({ name: '', icon: 'unicorn', index: 'one', extra: true }),
    });
    expect(answer.error?.kind).toBe('refused');
    expect(answer.error?.facts.status).toBe(422);
    const details = answer.error?.facts.details ?? [];
    for (const field of ['name', 'icon', 'index', 'extra']) {
      expect(details.filter((detail) => detail.includes(field))).toHaveLength(1);
    }
  });

  it('is not needed for requests that the client rejects: nothing is sent', async () => {
    const before = suite.requests.length;
    const bad = { name: '', icon: 'unicorn', index: 1 } as never;
    const error = await failureOf(suite.client().call(tagGroups.create, { path: landscape(), body: bad }));
    expect(error.kind).toBe('usage');
    expect(suite.requests).toHaveLength(before);
  });
});

describe('a key', () => {
  it('works as X-API-Key', async () => {
    const { id, secret } = ADMIN;
    const anonymous = suite.client({ credentials: undefined });
    const headers = { 'x-api-key': `${id}:${secret}` };
    const before = suite.requests.length;
    const answer = await anonymous.raw({
      path: `organizations/${organization().organizationId}/landscapes`,
      headers,
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(await answer.body.text())).toEqual(await suite.call(listLandscapes));
    expect(suite.requests[before]?.headers).not.toHaveProperty('authorization');
    const wrong = await anonymous.raw({ path: 'organizations', headers: { 'x-api-key': `${id}:wrong` } });
    expect(wrong.error?.kind).toBe('auth');
    expect((await anonymous.raw({ path: 'organizations' })).status).toBe(401);
  });

  const allowed: [string, Operation, JsonObject, Record<string, boolean>][] = [
    ['reads landscapes', listLandscapes, {}, { billing: false, read: true, write: true, admin: true }],
    [
      'creates tag groups',
      tagGroups.create,
      { body: group },
      { billing: false, read: false, write: true, admin: true },
    ],
    [
      'creates keys',
      createApiKey,
      { body: { name: 'x', permission: 'read' } },
      { billing: false, read: false, write: false, admin: true },
    ],
    ['signs in', login, {}, { billing: true, read: true, write: true, admin: true }],
  ];

  it.each(allowed)('%s or not, by its permission', async (_, operation, input, expected) => {
    const outcome: Record<string, boolean> = {};
    for (const permission of Object.keys(expected)) {
      const client = await clientWith(permission);
      const path = operation.path.includes('landscapeId') ? landscape() : organization();
      const call = client.perform(operation, { ...input, ...(operation === login ? {} : { path }) });
      outcome[permission] = await call.then(
        () => true,
        (error: ArchctlError) => {
          expect(error.facts.status).toBe(403);
          return false;
        },
      );
    }
    expect(outcome).toEqual(expected);
  });
});

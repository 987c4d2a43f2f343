import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/index.js';
import type { Operation } from '../../src/contract/operation.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import { CASES } from './cases.js';
import { type ContractSuite, openContractSuite } from './contract-suite.js';

let suite: ContractSuite;

beforeAll(async () => {
  suite = await openContractSuite();
});
afterAll(() => suite.close());

describe('every operation, client to sandbox', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', async (id) => {
    const prove = CASES[id];
    if (!prove) throw new Error(`The operation ${id} has no case in test/contract/cases.ts.`);
    await prove(suite);
    expect([...suite.done]).toContain(id);
  });

  it('is declared in the contract', () => {
    const known = OPERATIONS.map(({ id }) => id);
    expect(Object.keys(CASES).filter((id) => !known.includes(id))).toEqual([]);
  });

  it('has a unique id', () => {
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  });
});

describe('docs/service.md', () => {
  it('has 21 endpoints, each declared once', () => {
    const numbers = OPERATIONS.flatMap(({ endpoint }) => endpoint ?? []).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  });
});

describe('other paths', () => {
  const withOthers = OPERATIONS.filter(({ otherPaths }) => otherPaths !== undefined);

  it('are declared', () => {
    expect(withOthers.map(({ id }) => id).sort()).toEqual([
      'landscapes.copy',
      'landscapes.delete',
      'landscapes.export.pdf',
      'landscapes.get',
      'landscapes.thumbnails.primary',
      'landscapes.update',
      'organizations.landscapes.duplicate',
      'versionReverts.create',
      'versions.reverts.get',
      'versions.reverts.list',
      'versions.reverts.update',
    ]);
  });

  /** Fields that differ between two records of the same create request. */
  const comparable = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, inner: unknown) =>
        /^(id|url|expires)$|(HandleIds|At)$/.test(key) ? typeof inner : inner,
      ),
    );

  it.each(withOthers.map((operation) => [operation.id, operation] as const))(
    '%s returns the same',
    async (_, operation) => {
      const client = suite.client();
      const { body: versionsBody } = await client.raw({
        path: `landscapes/${suite.sandbox.landscapeId}/versions`,
      });
      const versions = listOf(JSON.parse(await versionsBody.text()), 'versions');
      const snapshot = versions.find(({ tags }) => !(tags as string[]).includes('latest'));
      const bodies: Record<string, JsonObject> = {
        'organizations.landscapes.duplicate': { name: 'Twin' },
        'versionReverts.create': { versionId: textOf(snapshot, 'id'), notes: 'The same twice.' },
        'versions.reverts.update': { notes: 'The same as before.' },
        'landscapes.update': { name: 'Named twice' },
      };
      /** Single-use inputs are created for each request. */
      const fresh: Record<string, () => Promise<Record<string, string>>> = {
        'landscapes.delete': async () => ({ landscapeId: await newLandscape() }),
        'landscapes.update': async () => ({ landscapeId: await newLandscape() }),
        'landscapes.copy': async () => ({ targetLandscapeId: await newLandscape() }),
      };
      // A revert takes time, so only its own cases create one.
      const revert = operation.path.includes('{versionRevertId}')
        ? await send('/landscapes/{landscapeId}/version-reverts', 'POST', bodies['versionReverts.create'])
        : undefined;
      const answers = [];
      for (const path of [operation.path, ...(operation.otherPaths ?? [])]) {
        const answer = await send(path, operation.method, bodies[operation.id], {
          ...(revert && { versionRevertId: textOf(revert.data.versionRevert, 'id') }),
          ...(await fresh[operation.id]?.()),
          // Drawing takes time.
          ...(operation.id === 'landscapes.export.pdf' && { landscapeId: await leastDrawn() }),
        });
        expect(operation.response.safeParse(answer.data).success).toBe(true);
        answers.push({ status: answer.status, data: comparable(answer.data) });
      }
      expect(answers[0]?.status).toBe(200);
      for (const answer of answers.slice(1)) expect(answer).toEqual(answers[0]);
    },
  );

  const newLandscape = async (): Promise<string> => {
    const path = '/organizations/{organizationId}/landscapes';
    return textOf((await send(path, 'POST', { name: 'New' })).data.landscape, 'id');
  };
  /** The landscape with the fewest diagrams, at least one. */
  async function leastDrawn(): Promise<string> {
    const { data } = await send('/organizations/{organizationId}/landscapes', 'GET');
    const path = '/landscapes/{landscapeId}/versions/latest/diagrams';
    const sizes = await Promise.all(
      listOf(data, 'landscapes').map(async (one) => {
        const landscapeId = textOf(one, 'id');
        const found = await send(path, 'GET', undefined, { landscapeId });
        return { landscapeId, count: listOf(found.data, 'diagrams').length };
      }),
    );
    const [least] = sizes.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count);
    return least?.landscapeId ?? '';
  }

  async function send(
    template: string,
    method: Operation['method'],
    body?: JsonObject,
    { targetLandscapeId, ...parameters }: Record<string, string> = {},
  ): Promise<{ status: number; data: JsonObject }> {
    const { organizationId, landscapeId } = suite.sandbox;
    const scope: Record<string, string> = { organizationId, landscapeId, versionId: 'latest', ...parameters };
    const response = await suite.client().raw({
      method,
      path: template.replace(/\{(\w+)\}/g, (_, name: string) => scope[name] ?? ''),
      ...(targetLandscapeId !== undefined && { query: { targetLandscapeId } }),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, data: JSON.parse(await response.body.text()) as JsonObject };
  }
});

import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { API_LINES } from '../../src/commands/shared/other-words.js';
import { EXCLUDED_OPERATIONS } from '../../src/contract/excluded-operations.js';
import { OPERATIONS } from '../../src/contract/index.js';
import type { Operation } from '../../src/contract/operation.js';
import { HANDLERS } from '../../src/sandbox/resources/index.js';
import { BASE_URL, openService } from '../support/sandbox.js';
import { keyOf, PUBLIC_OPERATIONS } from './public-operations.js';

const declared = new Map(
  OPERATIONS.flatMap((operation) =>
    [operation.path, ...(operation.otherPaths ?? [])].map(
      (path) => [keyOf({ method: operation.method, path }), operation] as const,
    ),
  ),
);
const leftOut = EXCLUDED_OPERATIONS.flatMap(({ operations }) =>
  operations.map((line) => {
    const [method = '', path = ''] = line.split(' ');
    return keyOf({ method, path });
  }),
);
const required = PUBLIC_OPERATIONS.filter((it) => !leftOut.includes(keyOf(it)));

describe('operations of the service', () => {
  it('are 258, each listed once', () => {
    expect(PUBLIC_OPERATIONS).toHaveLength(258);
    expect(new Set(PUBLIC_OPERATIONS.map(keyOf)).size).toBe(258);
    expect(new Set(PUBLIC_OPERATIONS.map(({ name }) => name)).size).toBe(258);
  });

  it('are declared, or omitted on purpose', () => {
    const missing = required.filter((it) => !declared.has(keyOf(it))).map(({ name }) => name);
    expect(missing).toEqual([]);
  });
});

describe('omitted operations', () => {
  it('are listed once, and exist in the service', () => {
    const known = new Set(PUBLIC_OPERATIONS.map(keyOf));
    expect(leftOut.filter((key) => !known.has(key))).toEqual([]);
    expect(new Set(leftOut).size).toBe(leftOut.length);
  });

  it('are listed by the sandbox, with the reason', async () => {
    const service = await openService({ seed: 'empty' });
    const answer = await service.sandbox.fetch(new Request(new URL('/', BASE_URL)));
    const { leftOut: required } = (await answer.json()) as {
      leftOut: { reason: string; operations: string[] }[];
    };
    await service.close();
    const operations = required.flatMap((it) => it.operations);
    expect(operations).toEqual(
      EXCLUDED_OPERATIONS.flatMap((it) => it.operations.map((line) => line.replace(' ', ' /v1'))),
    );
    for (const { reason } of required) expect(reason).toMatch(/^[A-Z].+\.$/);
  });

  it('are not declared', () => {
    expect(leftOut.filter((key) => declared.has(key))).toEqual([]);
  });
});

describe('every declared operation', () => {
  it('is implemented by the sandbox', () => {
    expect(OPERATIONS.filter(({ id }) => !HANDLERS.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('is used by a command, or listed for "archctl api"', async () => {
    const specs = await Promise.all(REGISTRY.commands.map(async ({ load }) => (await load()).default));
    const performed = new Set<Operation>(
      specs.flatMap(({ operation, alsoPerforms = [] }) => [
        ...(operation ? [operation] : []),
        ...alsoPerforms,
      ]),
    );
    const missing = OPERATIONS.filter((operation) => !performed.has(operation));
    const listed = Object.values(API_LINES).map((line) => {
      const [method = '', path = ''] = line.split(' ');
      return keyOf({ method, path: `/${path.replace(/\b[A-Z]+(?:_[A-Z]+)*\b/g, '{}')}` });
    });
    expect(missing.map(keyOf).sort()).toEqual(listed.sort());
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { commandTreeOf, type DescribedOperation } from '../../src/cli/help/command-tree.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { API_LINES } from '../../src/commands/shared/other-words.js';
import { OPERATIONS } from '../../src/contract/index.js';
import { NEWEST_OPERATIONS } from './newest-operations.js';
import { keyOf } from './public-operations.js';

/** Operations of the newest client that the contract does not have, by reason. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {};

/** Query parameters that the contract does not have, by reason. */
const QUERY_LEFT_OUT: Readonly<Record<string, readonly string[]>> = {};

const leftOut = Object.values(LEFT_OUT).flat();
const declared = new Map(
  OPERATIONS.flatMap((operation) =>
    [operation.path, ...(operation.otherPaths ?? [])].map(
      (path) => [keyOf({ method: operation.method, path }), operation] as const,
    ),
  ),
);

describe('the operations of the newest client', () => {
  it('are 151', () => {
    expect(new Set(NEWEST_OPERATIONS.map(keyOf)).size).toBe(151);
  });

  it('are declared, or listed with a reason', () => {
    const missing = NEWEST_OPERATIONS.map(keyOf).filter((key) => !declared.has(key));
    expect(missing.sort()).toEqual([...leftOut].sort());
  });

  it('are each in "archctl commands -o json", or requests of "archctl api"', async () => {
    const { commands } = await commandTreeOf(REGISTRY, REGISTRY);
    const performed = new Set(
      commands
        .flatMap(({ operation, alsoPerforms = [] }): DescribedOperation[] => [
          ...(operation ? [operation] : []),
          ...alsoPerforms,
        ])
        .map(({ id }) => id),
    );
    const requests = Object.values(API_LINES).map((line) => {
      const [method = '', path = ''] = line.split(' ');
      return keyOf({ method, path: `/${path.replace(/\b[A-Z]+(?:_[A-Z]+)*\b/g, '{}')}` });
    });
    const missing = NEWEST_OPERATIONS.map(keyOf).filter((key) => {
      const id = declared.get(key)?.id;
      return !leftOut.includes(key) && !requests.includes(key) && !(id !== undefined && performed.has(id));
    });
    expect(missing).toEqual([]);
  });

  it('take the same query parameters, or those listed with a reason', () => {
    const missing = NEWEST_OPERATIONS.flatMap((it) => {
      const query = declared.get(keyOf(it))?.query;
      const known = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
      return declared.has(keyOf(it))
        ? it.query.filter((name) => !known.includes(name)).map((name) => `${keyOf(it)} ${name}`)
        : [];
    });
    expect(missing).toEqual(Object.values(QUERY_LEFT_OUT).flat());
  });
});

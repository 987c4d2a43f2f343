import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/index.js';
import { type Home, home } from '../support/binary.js';
import { serveForProgram } from '../support/served-sandbox.js';

let user: Home;
beforeAll(async () => {
  user = home();
  const { stop } = await serveForProgram(user);
  return stop;
});
afterAll(() => user.remove());

/** Chunks that a command loads, by name without hash. */
async function chunksOf(args: string[]): Promise<string[]> {
  const hook = join(user.directory, 'loaded.cjs');
  writeFileSync(
    hook,
    "process.on('exit', () => process.stderr.write('loaded ' + JSON.stringify(Object.keys(require.cache))));",
  );
  const { code, stderr } = await user.run(args, { env: { NODE_OPTIONS: `--require ${hook}` } });
  expect(code).toBe(0);
  const files: string[] = JSON.parse(/loaded (\[.*\])/.exec(stderr)?.[1] ?? '[]');
  return files.map((file) => basename(file, '.cjs').replace(/-[\w-]{8}$/, ''));
}

describe('schemas in the built program', () => {
  it('are not loaded for a list', async () => {
    const chunks = await chunksOf(['landscape', 'list']);
    expect(chunks).toContain('core');
    expect(chunks.filter((name) => name === 'schema' || name.startsWith('contract-'))).toEqual([]);
  });

  it('are loaded for the body of a request', async () => {
    const args = ['landscape', 'duplicate', 'L'.repeat(20), '--data', '{"name": 7, "colour": "red"}'];
    const { code, stderr } = await user.run(args);
    expect(code).toBe(2);
    expect(stderr).toContain('name (--name): must be text');
    expect(stderr).toContain('colour: is not a valid field');
  });

  it('are loaded for a query', async () => {
    const { code, stdout } = await user.run(['diagram', 'list', '--type', 'app-diagram', '-o', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'app-diagram' })]),
    );
  });

  it('are loaded for response validation', async () => {
    expect(await chunksOf(['landscape', 'list', '--debug'])).toContain('contract-landscape');
  });
});

it('an operation without required query parameters accepts an empty query without validation', () => {
  const withQuery = OPERATIONS.filter(({ query }) => query !== undefined);
  expect(withQuery.length).toBeGreaterThan(20);
  for (const { id, query, needsQuery = false } of withQuery) {
    const { success, data } = query?.safeParse({}) ?? {};
    expect({ id, success, data }).toEqual({ id, success: !needsQuery, data: needsQuery ? undefined : {} });
  }
});

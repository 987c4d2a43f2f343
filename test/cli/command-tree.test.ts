import { describe, expect, test } from 'vitest';
import { commandTreeOf } from '../../src/cli/help/command-tree.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { OPERATIONS } from '../../src/contract/index.js';

const tree = await commandTreeOf(REGISTRY);
const named = (line: string) => tree.commands.find(({ path }) => path.join(' ') === line);

test('the list requests of nouns for names are valid', async () => {
  let looked = 0;
  for (const { load } of REGISTRY.nouns) {
    for (const { query, list } of (await load()).default.completes ?? []) {
      if (query === undefined) continue;
      // Not validated when it is sent.
      expect((await list()).query?.safeParse(query)).toMatchObject({ success: true, data: query });
      looked += 1;
    }
  }
  expect(looked).toBeGreaterThan(0);
});

describe('the tree', () => {
  test('contains every command and group', () => {
    expect(tree.commands.map(({ path }) => path)).toEqual(REGISTRY.commands.map(({ path }) => path));
    expect(tree.groups.map(({ path }) => path)).toEqual(REGISTRY.nouns.map(({ path }) => path));
  });

  test('is plain data', () => {
    expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
  });

  test('contains the values of options, and their completion', () => {
    const options = new Map(named('diagram export')?.options.map((option) => [option.name, option]));
    expect(options.get('--format')).toMatchObject({
      choices: ['svg', 'png'],
      repeatable: true,
      required: false,
      default: 'png',
    });
    expect(options.get('--draft')).toMatchObject({ value: 'NAME', completes: 'draft' });
    expect(options.get('--no-wait')).not.toHaveProperty('value');
    expect(named('diagram export')?.sharedOptions.map(({ name }) => name)).toEqual([
      '--landscape',
      '--landscape-version',
      '--data',
    ]);
    expect(tree.globalOptions.find(({ name }) => name === '--output')?.short).toBe('-o');
  });

  test('names the operation of a command', () => {
    for (const { operation } of tree.commands) {
      if (!operation) continue;
      const declared = OPERATIONS.find(({ id }) => id === operation.id);
      expect(operation).toMatchObject({
        method: declared?.method,
        path: declared?.path,
        meter: declared?.meter,
      });
    }
    expect(named('landscape list')?.operation?.endpoint).toBeTypeOf('number');
  });
});

import { expect, test } from 'vitest';
import { briefTreeOf } from '../../src/cli/help/brief-tree.js';
import { commandTreeOf } from '../../src/cli/help/command-tree.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';

const MAX_BYTES = 20_000;
const tree = await commandTreeOf(REGISTRY);
const brief = briefTreeOf(tree);

test('the brief tree has at most 20 kB as printed', () => {
  expect(Buffer.byteLength(`${JSON.stringify(brief)}\n`)).toBeLessThan(MAX_BYTES);
});

test('it contains every command with its arguments and required options', () => {
  for (const { path, arguments: args, options, usage } of tree.commands) {
    const lines = brief.commands[path.slice(0, -1).join(' ')] ?? [];
    const line = lines.find((it) => it.split(/[ :]/)[0] === path.at(-1));
    expect(line, usage).toBeDefined();
    for (const { name } of args) expect(line).toContain(name);
    for (const { name } of options.filter(({ required }) => required))
      if (usage.includes(name)) expect(line).toContain(name);
  }
});

test('it contains summaries of commands and of common verbs, and options of examples', () => {
  expect(brief.commands.object).toContain(
    'impact OBJECT [--deprecate]: Show what deleting or deprecating a model object would affect',
  );
  expect(brief.commands.model?.find((it) => it.startsWith('plan'))).toMatch(
    /\[--prune --out .*\]: Show the changes/,
  );
  expect(brief.verbs.list).toBe('List the records');
  expect(Object.keys(brief.globalOptions)).toContain('-o --output FORMAT');
});

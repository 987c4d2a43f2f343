import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandEntry } from '../../src/cli/command/spec.js';
import { parse } from '../../src/cli/line/parse.js';
import { createContext } from '../../src/cli/run/context.js';
import { performCommand } from '../../src/cli/run/perform-command.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { columnValue } from '../../src/terminal/fields.js';
import type { Result } from '../../src/terminal/types.js';
import { displayWidth } from '../../src/terminal/width.js';
import { testTerminal } from '../support/terminal.js';
import type { Machine } from '../support/world.js';
import { COMMAND_CASES } from './cases.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

const WIDTHS = [50, 80, 120, 200];
const SHOWN = REGISTRY.commands.filter(({ path }) => /^(list|get)$/.test(path.at(-1) ?? ''));

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** Values that differ in each run, by command and column. */
const FIXED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'sandbox list': { pid: 4321 },
  'sandbox snapshot list': { createdAt: '2026-03-10T11:00:00.000Z', bytes: 1_650_688 },
  'sandbox webhook list': {
    'deliveries.pending': 0,
    'deliveries.delivered': 0,
    oldestPendingAt: '2026-03-10T11:00:00.000Z',
    failures: '0 of 20',
  },
  'share-link get': { shortId: 'ShortShort' },
  'share-link options get': { shortId: 'ShortShort' },
  'share-link public get': { shortId: 'ShortShort' },
};

/** An id, not a long word. */
const ID = /(?<![\w-])(?=\w*[A-Z])(?=\w*[a-z])\w{20}(?![\w-])/g;
/** Replaces any id. */
const alike = (text: string): string => text.replace(ID, 'Id'.padEnd(20, '0'));

/** A reproducible value: without ids and paths of this machine. */
function stable(value: unknown, { cwd, state, config }: Machine): unknown {
  if (value === undefined) return value;
  return JSON.parse(
    alike(JSON.stringify(value))
      .replaceAll(cwd, '/work')
      .replaceAll(state, '/state')
      .replaceAll(config, '/config'),
  );
}

/** Result of a command for a terminal. */
async function resultOf(entry: CommandEntry): Promise<Result> {
  const name = entry.path.join(' ');
  const given = COMMAND_CASES[name];
  if (!given) throw new Error(`No case for "${name}".`);
  const machine = suite.machine();
  given.before?.(machine);
  await given.ready?.(machine);
  const argv = given.good(suite.ids);
  const { world } = machine.process(argv, { ...given.options?.(), tty: true, width: 200 });
  const { default: spec } = await entry.load();
  const context = await createContext(spec, parse(spec, name, argv, world.env), world, REGISTRY);
  const result = await performCommand(entry, spec, context);
  await context.close();
  if (result.kind === 'exit') throw new Error(`"${name}" ended with ${result.code}.`);
  if (result.kind !== 'list' && result.kind !== 'record') return result;
  // Rows stay unchanged, because columns may look up their ids.
  const columns = result.columns.map((column) => ({
    ...column,
    value: (row: unknown) => FIXED[name]?.[column.key] ?? stable(columnValue(column, row), machine),
  }));
  return { ...result, columns };
}

describe('every list and every record', () => {
  it('matches its golden file, at each width', async () => {
    const screens = new Map(WIDTHS.map((width) => [width, '']));
    for (const entry of SHOWN) {
      const name = entry.path.join(' ');
      const result = await resultOf(entry);
      if ('columns' in result) {
        const headings = result.columns.map(({ key, header }) => header ?? key);
        expect(headings, name).toEqual([...new Set(headings)]);
      }
      for (const width of WIDTHS) {
        const options = { tty: true, width, now: suite.service.clock.now };
        const { terminal, stdout, stderr } = await testTerminal(options);
        await terminal.render(result);
        // A table fits, because the terminal would wrap it; a long word of a record may exceed the width.
        const widest = Math.max(
          ...stdout()
            .split('\n')
            .map((line) => displayWidth(line)),
        );
        if (result.kind === 'list') expect(widest, `${name} at ${width}`).toBeLessThanOrEqual(width);
        screens.set(width, `${screens.get(width)}$ archctl ${name}\n${stdout()}${stderr()}\n`);
      }
    }
    for (const [width, text] of screens) await expect(text).toMatchFileSnapshot(`./screens/${width}.txt`);
  });
});

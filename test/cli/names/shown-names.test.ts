import { expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/spec.js';
import { withNames } from '../../../src/cli/names/shown-names.js';
import { columnValue } from '../../../src/terminal/fields.js';
import type { Column } from '../../../src/terminal/types.js';

const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user: { u1: 'Amara' },
  key: { k1: 'Backup key' },
};

const context = {
  parsed: { globals: {} },
  terminal: { mayFit: async (_: unknown, columns: readonly Column[]) => columns },
  names: async () => ({
    among: async () => undefined,
    of: async (kind: string) => ({
      has: (id: string) => NAMES[kind]?.[id] !== undefined,
      nameOf: (id: string) => NAMES[kind]?.[id],
    }),
  }),
} as unknown as Context;

const BY: Column = { key: 'createdById', kind: 'id', of: 'user', orOf: 'key' };
const MENTIONED: Column = { key: 'mentionedUserIds', kind: 'list', of: 'user' };

it.each([
  [BY, MENTIONED],
  [MENTIONED, BY],
])('a record written by a key shows the key, whatever other columns contain users', async (...columns) => {
  const items = [{ createdById: 'k1', mentionedUserIds: ['u1'] }];
  const shown = await withNames({ kind: 'list', items, columns }, {}, context);
  const cells = shown.columns.map((column) => [column.key, columnValue(column, items[0])]);
  expect(Object.fromEntries(cells)).toEqual({ createdById: 'Backup key', mentionedUserIds: ['Amara'] });
});

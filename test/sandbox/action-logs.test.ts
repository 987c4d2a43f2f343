import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_TYPES } from '../../src/contract/enums.js';
import { OPERATIONS } from '../../src/contract/index.js';
import { openDatabase } from '../../src/sandbox/store/open.js';
import { type Db, rows } from '../../src/sandbox/store/rows.js';
import { CASES } from '../contract/cases.js';
import { openRoom, type Room } from '../contract/contract-suite.js';
import { PUBLIC_ACTION_TYPES, PUBLIC_ACTIONS } from './public-actions.js';

type Json = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  time: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

/** Differences between a value and its type in the fixture, each as `path: difference`. */
function faultsOfValue(value: unknown, type: string, path: string): string[] {
  const isPlain = PLAIN[type];
  if (isPlain) return isPlain(value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${type}`];
  const [, outer, inner = ''] = /^(list|map)<(.*)>$/.exec(type) ?? [];
  if (outer !== undefined) {
    // Updates of lists and maps may contain operators.
    if (outer === 'list' ? !Array.isArray(value) : !isMap(value))
      return [`${path}: ${JSON.stringify(value)} is no ${outer}`];
    return Object.entries(value as Json).flatMap(([key, entry]) =>
      faultsOfValue(entry, inner, `${path}.${outer === 'list' ? '[]' : key.replace(/^.{10,}$/, '{}')}`),
    );
  }
  const declared = PUBLIC_ACTION_TYPES[type];
  if (declared === undefined) throw new Error(`The fixture has no type ${type}.`);
  return faultsOfRecord(value, declared, path);
}

/** Differences of a record with fields declared as `name:type`. */
function faultsOfRecord(value: unknown, declared: string, path: string): string[] {
  if (!isMap(value)) return [`${path}: ${JSON.stringify(value)} is no record`];
  return declared
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((field) => {
      const [, name = '', optional, type = 'text'] = /^(\w+)(\?)?(?::(.+))?$/.exec(field) ?? [];
      const found = value[name];
      const at = `${path}.${name}`;
      if (found === undefined || found === null) return optional ? [] : [`${at}: is missing`];
      return faultsOfValue(found, type, at);
    });
}

/** Differences of the action of a log entry. */
function faultsOf({ type, id, props, context }: Json): string[] {
  const declared = PUBLIC_ACTIONS[String(type)];
  if (!declared) return [`${String(type)}: the type is unknown`];
  return [
    ...(typeof id === 'string' ? [] : [`${String(type)}.id: is missing`]),
    ...(declared.props === undefined ? [] : faultsOfRecord(props, declared.props, `${String(type)}.props`)),
    ...(declared.context === undefined
      ? []
      : faultsOfRecord(context, declared.context, `${String(type)}.context`)),
  ];
}

/** The only type without an operation: the sandbox sends no invitations by mail, so none is accepted. */
const NEVER_WRITTEN = 'organization-user-add';

interface Entry {
  seq: number;
  action: Json;
}

describe('the log after every operation', () => {
  let room: Room;
  let seeded: Entry[] = [];
  let written: Entry[] = [];

  beforeAll(async () => {
    let db: Db | undefined;
    const entriesAfter = (seq: number): Entry[] =>
      rows<{ seq: number; data: string }>(db as Db, 'SELECT seq, data FROM logs WHERE seq > ?')
        .all(seq)
        .map((row) => ({ seq: row.seq, action: JSON.parse(row.data).action }));
    room = await openRoom({
      openDatabase: (dataDir) => {
        const opened = openDatabase(dataDir);
        db = opened.db;
        return opened;
      },
    });
    seeded = entriesAfter(0);
    for (const { id } of OPERATIONS) await CASES[id]?.(room);
    written = entriesAfter(Math.max(...seeded.map(({ seq }) => seq)));
  });
  afterAll(() => room.close());

  const faultsIn = (entries: readonly Entry[]): string[] => [
    ...new Set(entries.flatMap(({ action }) => faultsOf(action))),
  ];

  it.each(ACTION_TYPES.filter((type) => type !== NEVER_WRITTEN))(
    'an entry %s has every required field',
    (type) => {
      const found = written.filter(({ action }) => action.type === type);
      expect(found.length).toBeGreaterThan(0);
      expect(faultsIn(found)).toEqual([]);
    },
  );

  it('has no entries of other types', () => {
    const others = written.filter(({ action }) => !PUBLIC_ACTIONS[String(action.type)]);
    expect(others).toEqual([]);
    expect(written.map(({ action }) => action.type)).not.toContain(NEVER_WRITTEN);
  });

  it('starts with demo entries that have every required field', () => {
    expect(seeded.length).toBeGreaterThan(50);
    expect(faultsIn(seeded)).toEqual([]);
  });
});

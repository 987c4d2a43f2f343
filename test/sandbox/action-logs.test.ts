import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFields } from '../../src/contract/action-contexts.js';
import { ACTION_TYPES, LANDSCAPE_ACTION_TYPES } from '../../src/contract/enums.js';
import { OPERATIONS } from '../../src/contract/index.js';
import { openDatabase } from '../../src/sandbox/store/open.js';
import { type Db, rows } from '../../src/sandbox/store/rows.js';
import { CASES } from '../contract/cases.js';
import { type ContractSuite, openContractSuite } from '../contract/contract-suite.js';
import { NEWEST_TYPES, type NewestField } from '../contract/newest-types.js';

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
    if (outer === 'list' ? !Array.isArray(value) : !isMap(value))
      return [`${path}: ${JSON.stringify(value)} is no ${outer}`];
    return Object.entries(value as Json).flatMap(([key, entry]) =>
      faultsOfValue(entry, inner, `${path}.${outer === 'list' ? '[]' : key.replace(/^.{10,}$/, '{}')}`),
    );
  }
  const declared = NEWEST_TYPES.get(type);
  // Undeclared types are alternatives, such as a list or operators on it.
  if (declared === undefined) return [];
  if (declared.values === undefined) return faultsOfRecord(value, declared.fields, path);
  return declared.values.includes(String(value)) ? [] : [`${path}: ${String(value)} is no ${type}`];
}

function faultsOfRecord(value: unknown, fields: readonly NewestField[], path: string): string[] {
  if (!isMap(value)) return [`${path}: ${JSON.stringify(value)} is not a record`];
  return fields.flatMap(({ name, type, optional }) => {
    const found = value[name];
    const at = `${path}.${name}`;
    if (found === undefined || found === null) return optional ? [] : [`${at}: is missing`];
    return faultsOfValue(found, type, at);
  });
}

/** Declared type of an action: `tag-create` is `ActionTagCreate`. */
const actionType = (type: string) =>
  [...NEWEST_TYPES.values()].find(({ name }) => name.toLowerCase() === `action${type.replaceAll('-', '')}`);

const fieldsOf = (type: string, part: 'props' | 'context'): readonly NewestField[] | undefined => {
  const name = actionType(type)?.fields.find((field) => field.name === part)?.type;
  return name === undefined ? undefined : (NEWEST_TYPES.get(name)?.fields ?? []);
};

/** Differences of the action of a log entry: missing, wrong and undeclared fields. */
function faultsOf({ type, id, ...parts }: Json): string[] {
  const name = String(type);
  if (!actionType(name)) return [`${name}: the type is unknown`];
  const faults = (['props', 'context'] as const).flatMap((part) => {
    const [declared, value] = [fieldsOf(name, part), parts[part]];
    if (declared === undefined) return value === undefined ? [] : [`${name}.${part}: is undeclared`];
    const known = new Set(declared.map((field) => field.name));
    // A context without any value is omitted.
    const given = isMap(value) || part === 'props' ? value : {};
    return [
      ...faultsOfRecord(given, declared, `${name}.${part}`),
      ...Object.keys(isMap(given) ? given : {}).flatMap((field) =>
        known.has(field) || CHOICES.includes(`${name}.${part}.${field}`)
          ? []
          : [`${name}.${part}.${field}: is undeclared`],
      ),
    ];
  });
  return [...(typeof id === 'string' ? [] : [`${name}.id: is missing`]), ...faults];
}

/** Undeclared fields that are logged because requests may contain them: an object can move to another domain. */
const CHOICES: readonly string[] = ['model-object-update.props.domainId'];

/** Types that the sandbox never writes: it has no operation for them. */
const NEVER_WRITTEN: readonly string[] = [
  // It sends no invitations by mail, so none is accepted.
  'organization-user-add',
  // It has no sign-in in a browser, only keys; a key without access belongs to no organization's log.
  'oauth-consent-deny',
  'oauth-consent-grant',
  'user-login-failed',
  'user-logout',
];

it('every action type declares the fields of its context', () => {
  expect([...ACTION_TYPES].sort()).toEqual([...(NEWEST_TYPES.get('ActionType')?.values ?? [])].sort());
  expect([...LANDSCAPE_ACTION_TYPES].sort()).toEqual(
    [...(NEWEST_TYPES.get('LandscapeActionType')?.values ?? [])].sort(),
  );
  for (const type of ACTION_TYPES) {
    const declared = fieldsOf(type, 'context') ?? [];
    expect([type, contextFields(type).sort()]).toEqual([type, declared.map(({ name }) => name).sort()]);
  }
});

interface Entry {
  seq: number;
  action: Json;
}

describe('the log after every operation', () => {
  let suite: ContractSuite;
  let seeded: Entry[] = [];
  let written: Entry[] = [];

  beforeAll(async () => {
    let db: Db | undefined;
    const entriesAfter = (seq: number): Entry[] =>
      rows<{ seq: number; data: string }>(db as Db, 'SELECT seq, data FROM logs WHERE seq > ?')
        .all(seq)
        .map((row) => ({ seq: row.seq, action: JSON.parse(row.data).action }));
    suite = await openContractSuite({
      openDatabase: (dataDir) => {
        const opened = openDatabase(dataDir);
        db = opened.db;
        return opened;
      },
    });
    seeded = entriesAfter(0);
    for (const { id } of OPERATIONS) await CASES[id]?.(suite);
    written = entriesAfter(Math.max(...seeded.map(({ seq }) => seq)));
  });
  afterAll(() => suite.close());

  const faultsIn = (entries: readonly Entry[]): string[] => [
    ...new Set(entries.flatMap(({ action }) => faultsOf(action))),
  ];

  it.each(ACTION_TYPES.filter((type) => !NEVER_WRITTEN.includes(type)))(
    'an entry %s has every required field',
    (type) => {
      const found = written.filter(({ action }) => action.type === type);
      expect(found.length).toBeGreaterThan(0);
      expect(faultsIn(found)).toEqual([]);
    },
  );

  it('has no entries of other types', () => {
    const others = written.filter(({ action }) => !actionType(String(action.type)));
    expect(others).toEqual([]);
    expect(written.filter(({ action }) => NEVER_WRITTEN.includes(String(action.type)))).toEqual([]);
  });

  it('starts with demo entries that have every required field', () => {
    expect(seeded.length).toBeGreaterThan(50);
    expect(faultsIn(seeded)).toEqual([]);
  });
});

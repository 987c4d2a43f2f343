import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { FAMILIES } from '../../src/contract/families.js';
import { filterShape } from '../../src/contract/filter.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { testWorld } from './world.js';

const PLACE = ['--landscape', 'L', '-o', 'json'];

/** Query of a list request. */
async function asked(argv: string[], key = 'modelObjects'): Promise<string> {
  const it = testWorld({ reply: () => ({ json: { [key]: [] } }) });
  expect(await it.run(...argv, ...PLACE), it.stderr()).toBe(0);
  return decodeURIComponent(it.requests[0]?.url.search ?? '');
}

async function refused(...argv: string[]) {
  const it = testWorld();
  expect(await it.run(...argv, ...PLACE)).toBe(2);
  expect(it.requests).toEqual([]);
  return it.error();
}

describe('--filter', () => {
  test.each([
    [['status=live'], '?filter[status]=live'],
    [['status=live', 'status=future'], '?filter[status]=live&filter[status]=future'],
    [['labels.team=x'], '?filter[labels][team]=x'],
    [
      ['labels[team]=a=b', 'labels.example.org/tier=1'],
      '?filter[labels][team]=a=b&filter[labels][example.org/tier]=1',
    ],
    [['parentId=none'], '?filter[parentId]='],
    [['parentId=null'], '?filter[parentId]='],
    [['name=none'], '?filter[name]=none'],
    [['external=true', 'name= a b'], '?filter[external]=true&filter[name]= a b'],
  ])('%j requests %s', async (filters, query) => {
    expect(await asked(['object', 'list', ...filters.flatMap((it) => ['--filter', it])])).toBe(query);
  });

  test('is combined with named options, and labels with labels', async () => {
    const argv = [
      'object',
      'list',
      '--label',
      'a=1',
      '--filter',
      'labels.b=2',
      '--type',
      'app',
      '--filter',
      'status=live',
    ];
    expect(await asked(argv)).toBe(
      '?filter[labels][a]=1&filter[labels][b]=2&filter[status]=live&filter[type]=app',
    );
  });

  test.each([
    ['type!=app', 'type'],
    ['parentId!=none', 'parentId'],
    ['labels.team!=x', 'labels.team'],
  ])('%s is reported as unsupported by the service, not as a wrong value', async (filter, named) => {
    const error = await refused('object', 'list', '--filter', filter);
    expect(error.message).toBe(`Option --filter: the service does not support != for ${named}.`);
    expect(error.hint).toContain('--query');
    const wrong = await refused('object', 'list', '--filter', 'type!=planet');
    expect(wrong.details?.join()).toContain('must be one of');
  });

  test.each(['teamIds', 'groupIds', 'technologyIds'])(
    '%s=none is rejected, because it would find nothing',
    async (key) => {
      const error = await refused('object', 'list', '--filter', `${key}=none`);
      expect(error.message).toBe(`Option --filter: the service cannot filter for records without ${key}.`);
      expect(error.hint).toContain(`--query '[?!${key}]'`);
    },
  );

  test('with != requests all others, if the service supports that', async () => {
    const filters = [
      '--filter',
      'actionType!=model-object-update',
      '--filter',
      'actionType!=model-object-create',
    ];
    expect(await asked(['logs', 'children', 'A', ...filters], 'actionLogs')).toBe(
      '?filter[actionType][$not]=model-object-update&filter[actionType][$not]=model-object-create',
    );
  });

  test('is rejected before anything is sent, with an alternative', async () => {
    expect(await refused('object', 'list', '--filter', 'statsu=live')).toMatchObject({
      message: 'Option --filter: this list has no filter "statsu".',
      hint: expect.stringMatching(/^Did you mean "status"\? Filters: domainId, external, /),
    });
    expect((await refused('object', 'list', '--filter', 'live')).message).toContain('is not KEY=VALUE');
    expect((await refused('object', 'list', '--filter', 'status=alive')).details).toEqual([
      expect.stringMatching(/^filter\.status \(--status\): .*deprecated, future, live, removed/),
    ]);
    expect((await refused('object', 'list', '--filter', 'name=a', '--filter', 'name=b')).details).toEqual([
      expect.stringMatching(/^filter\.name .*: must be text$/),
    ]);
    expect((await refused('object', 'list', '--filter', 'status=live', '--status', 'live')).message).toBe(
      '--filter status cannot be combined with the option for the same field.',
    );
    const both = await refused('object', 'list', '--filter', 'status=live', '--filter', 'status!=future');
    expect(both.message).toContain('cannot be combined');
  });
});

const SPECS = await Promise.all(
  REGISTRY.commands.map(async ({ path, load }) => [path.join(' '), (await load()).default] as const),
);

/** Query fields that the options of a command set. */
const filledBy = (spec: (typeof SPECS)[number][1]): string[] =>
  Object.values(spec.options).flatMap(({ query }) => (query ? [query] : []));

/** Lists with `--filter` for these fields, and without an option of the same name. */
const WITHOUT_OPTION: Readonly<Record<string, readonly string[]>> = {
  // `--limit` ends the list; the service's own limit is the number of records it searches.
  'logs children': ['limit'],
  // --type, --not-type, --since and others merge two logs; its pages begin where one log ended.
  'logs list': [
    ...['actionId', 'actionType', 'includeActionsInContext', 'performedBy', 'performedById'],
    ...['startAtId', 'startAtDate', 'startAfterId', 'startAfterDate'],
    ...['endAtId', 'endAtDate', 'endBeforeId', 'endBeforeDate'],
  ],
};

/** They have no field that could be expanded. */
const WITHOUT_EXPAND: readonly string[] = [
  'dependency path',
  'object impact',
  'object open',
  'object tree',
  'version diff',
];

describe('a list', () => {
  test('has an option for each field of its filter', () => {
    const missing = SPECS.flatMap(([name, spec]) => {
      if (!spec.takesFilter || !spec.takesLimit) return [];
      const filled = filledBy(spec);
      const left = spec.takesFilter.filter(
        (key) => !filled.includes(`filter.${key}`) && !WITHOUT_OPTION[name]?.includes(key),
      );
      return left.length === 0 ? [] : [`${name}: ${left.join(', ')}`];
    });
    expect(missing).toEqual([]);
    for (const [name, keys] of Object.entries(WITHOUT_OPTION)) {
      const filled = filledBy(new Map(SPECS).get(name) ?? expect.fail(`There is no ${name}.`));
      expect(
        keys.filter((key) => filled.includes(`filter.${key}`)),
        `${name} has them now`,
      ).toEqual([]);
    }
  });

  test('accepts names for each reference field of its filter', () => {
    const plain = FAMILIES.flatMap(({ list, record }) =>
      SPECS.filter(([, { operation }]) => operation?.id === list.id).flatMap(
        ([name, { options, takesFilter = [] }]) => {
          const { references = {} } = record;
          const named = Object.values(options).flatMap((it) => (it.completes && it.query) || []);
          const keys = takesFilter.filter((key) => key in references && !named.includes(`filter.${key}`));
          return keys.map((key) => `${name} ${key}`);
        },
      ),
    );
    expect(plain).toEqual([]);
  });

  test('has --expand if its operation has', () => {
    const missing = SPECS.filter(([, { operation, options }]) => {
      const shape: object = (operation?.query as { shape?: object } | undefined)?.shape ?? {};
      return 'expand' in shape && !Object.values(options).some(({ query }) => query === 'expand');
    });
    expect(missing.map(([name]) => name)).toEqual(WITHOUT_EXPAND);
  });

  test('knows its filter keys without loading the schema', () => {
    expect(modelObjects.list.filters).toEqual(Object.keys(filterShape(modelObjects.list.query) ?? {}));
    expect(modelObjects.list.filters).toContain('technologyIds');
    expect(modelObjects.get.filters).toBeUndefined();
  });
});

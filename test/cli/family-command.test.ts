import { describe, expect, test } from 'vitest';
import {
  createOptions,
  type FamilyCommandSpec,
  familyCommands,
} from '../../src/cli/command/family/family-command.js';
import { choice, identifier, orNone } from '../../src/cli/command/options.js';
import { COLORS } from '../../src/contract/enums.js';
import type { FactsTable } from '../../src/contract/fields/facts.js';
import { tags } from '../../src/contract/resources/tag.js';
import { testWorld } from './world.js';

const writable = 'always';
const FIELDS: FactsTable = {
  name: { is: 'text', description: 'Name', required: true, writable },
  color: { is: 'choice', values: COLORS, description: 'Colour', required: true, writable },
  objectIds: { is: 'references', to: 'modelObject', description: 'Object', writable },
  handleId: { is: 'text', description: 'Handle', writable: 'create', option: { name: 'handleId' } },
  labels: { is: 'texts', description: 'Labels', option: false, writable },
};
/** A family without commands. */
const TAG: FamilyCommandSpec = {
  family: { ...tags, shape: { ...tags.shape, fields: FIELDS } },
  completes: 'tag',
  columns: [{ key: 'id' }, { key: 'name' }],
  filters: { group: identifier('Filter by group', { query: 'filter.groupId' }) },
  examples: {
    list: {},
    create: { 'A red one': 'archctl tag create --name Red --color red' },
    update: { 'Rename it': 'archctl tag update TAG --name New' },
  },
};
const commands = familyCommands(TAG);
const long = (options: Readonly<Record<string, unknown>>): string[] => Object.keys(options);

test('the family determines operation, summary, argument and scope', () => {
  expect(commands.list).toMatchObject({ operation: tags.list, summary: 'List tags', takesLimit: true });
  expect(commands.list.args).toEqual({});
  for (const verb of ['get', 'update', 'delete'] as const) {
    expect(commands[verb].operation).toBe(tags[verb]);
    // Lines of --data may contain it instead, and several are accepted.
    const optional = verb === 'get' ? {} : { optional: true, orInData: true, variadic: true };
    const argument = { name: 'TAG', help: 'Tag', completes: 'tag', ...optional };
    expect(commands[verb].args).toEqual({ tagId: argument });
    expect(commands[verb].scope).toEqual(['landscape', 'landscapeVersion']);
    expect(commands[verb].examples.length).toBeGreaterThan(0);
  }
  expect(commands.update.takesData).toBe(true);
  expect(commands.delete.takesData).toBeUndefined();
});

test('create requires its fields, update requires none and has three options per list', () => {
  expect(long(createOptions(TAG))).toEqual(['name', 'color', 'object', 'handleId', 'label', 'commit']);
  expect(createOptions(TAG).name?.required).toBe(true);
  const { options } = commands.update;
  expect(long(options)).toEqual([
    'name',
    'color',
    'object',
    'addObject',
    'removeObject',
    'label',
    'removeLabel',
    'commit',
  ]);
  expect(Object.values(options).filter(({ required }) => required)).toEqual([]);
  expect([options.object?.body, options.addObject?.body, options.removeObject?.body]).toEqual([
    'objectIds',
    'objectIds.$add',
    'objectIds.$remove',
  ]);
});

test('a list of ids is collected, or cleared', () => {
  const { object, addObject } = commands.update.options;
  expect(object?.parse('B', object.parse('A', undefined))).toEqual(['A', 'B']);
  expect(object?.parse('none', undefined)).toEqual([]);
  expect(() => object?.parse('', undefined)).toThrow('an id is empty');
  expect(() => addObject?.parse('', undefined)).toThrow('an id is empty');
});

test('none is null, in addition to choices', () => {
  const color = orNone(choice(['red', 'blue'], 'Colour'));
  expect(color).toMatchObject({ value: 'red|blue|none', choices: ['red', 'blue', 'none'] });
  expect(color.parse('none', undefined)).toBeNull();
  expect(color.parse('red', null)).toBe('red');
  expect(() => color.parse('green', undefined)).toThrow('"green" is not one of red, blue, none');
  const id = orNone(identifier('Parent'));
  expect(id.choices).toBeUndefined();
  expect([id.parse('none', undefined), id.parse('A', undefined)]).toEqual([null, 'A']);
});

test('options for the same position exclude each other, before anything is sent', async () => {
  const place = ['--landscape', 'L', '-o', 'json'];
  for (const [verb, first, second] of [
    ['update O', '--tag T', '--add-tag U'],
    ['update O', '--tag none', '--remove-tag U'],
    ['update O', '--external', '--no-external'],
    ['list', '--external', '--no-external'],
  ] as const) {
    const it = testWorld();
    const argv = ['object', ...`${verb} ${second} ${first}`.split(' '), ...place];
    expect(await it.run(...argv)).toBe(2);
    const flags = [first, second].map((words) => words.split(' ')[0]);
    expect(it.error().message).toBe(`${flags.join(' and ')} cannot be combined.`);
    expect(it.requests).toEqual([]);
  }
});

test('prompts show the name; scripts send one request', async () => {
  const reply = ({ method, url }: { method: string; url: URL }) => {
    if (method === 'DELETE') return { json: { commit: 2 } };
    if (url.pathname.endsWith('/landscapes/L')) return { json: { landscape: { id: 'L', name: 'Shop' } } };
    return { json: { modelConnection: { id: 'C', name: 'Sends\norders', commit: 1 } } };
  };
  const message = 'Delete the model connection "Sends orders" in the landscape "Shop"?';
  const env = { ARCHCTL_UNDO: 'off' };
  const asked = testWorld({ reply, env, tty: true, answers: [{ ask: 'confirm', message, answer: true }] });
  expect(await asked.run('connection', 'delete', 'C', '--landscape', 'L', '-o', 'json')).toBe(0);
  expect(asked.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE']);
  const script = testWorld({ reply, env });
  expect(await script.run('connection', 'delete', 'C', '--landscape', 'L', '--yes', '-o', 'json')).toBe(0);
  expect(script.requests.map(({ method }) => method)).toEqual(['DELETE']);
  expect(script.json()).toEqual({ commit: 2 });
  expect(script.stderr()).not.toContain('error');
});

describe('labels of an update', () => {
  const update = ['object', 'update', 'O', '--landscape', 'L', '-o', 'json'];
  const reply = ({ method }: { method: string }) => ({
    json: {
      modelObject: { id: 'O', name: 'N', commit: method === 'GET' ? 4 : 5, labels: { a: '1', b: '2' } },
    },
  });
  const sent = async (...argv: string[]) => {
    const it = testWorld({ reply });
    expect(await it.run(...update, ...argv), it.stderr()).toBe(0);
    const body: unknown = JSON.parse(String(it.requests.at(-1)?.body));
    return { methods: it.requests.map(({ method }) => method), body };
  };

  test('are added, changed and removed; the others stay, protected by the commit', async () => {
    expect(await sent('--label', 'b=3', '--label', 'c=4', '--remove-label', 'a', '--name', 'M')).toEqual({
      methods: ['GET', 'PATCH'],
      body: { name: 'M', labels: { b: '3', c: '4' }, commit: 4 },
    });
    expect((await sent('--remove-label', 'b', '--commit', '2')).body).toEqual({
      labels: { a: '1' },
      commit: 2,
    });
  });

  test('replaced by --data need no read', async () => {
    expect(
      await sent('--data', '{"labels":{"x":"1","y":"2"}}', '--label', 'y=3', '--remove-label', 'x'),
    ).toEqual({
      methods: ['PATCH'],
      body: { labels: { y: '3' } },
    });
  });

  test('cannot be set and removed at once, and count as changes', async () => {
    const it = testWorld();
    expect(await it.run(...update, '--label', 'a=1', '--remove-label', 'a')).toBe(2);
    expect(it.error().message).toBe('The label a is both set and removed.');
    const none = testWorld();
    expect(await none.run(...update)).toBe(2);
    expect(none.error().hint).toContain('--label, --remove-label');
    expect([...it.requests, ...none.requests]).toEqual([]);
  });
});

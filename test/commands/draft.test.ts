import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMENT_STATUSES } from '../../src/contract/resources/comment.js';
import { DRAFT_TASK_TYPES } from '../../src/contract/resources/draft-task.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
/** An id of each kind of record in the landscape. */
const known: Record<string, string> = {};

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  const latest = `landscapes/${suite.ids.landscape}/versions/latest`;
  const kinds: [string, string, string][] = [
    ['comment', 'comments', 'comments'],
    ['diagram', 'diagrams', 'diagrams'],
    ['diagram-group', 'diagram-groups', 'diagramGroups'],
    ['model-object', 'model/objects?filter[type]=system', 'modelObjects'],
    ['model-connection', 'model/connections', 'modelConnections'],
    ['flow', 'flows', 'flows'],
    ['tag', 'tags', 'tags'],
    ['tag-group', 'tag-groups', 'tagGroups'],
    ['root', 'model/objects?filter[type]=root', 'modelObjects'],
  ];
  for (const [kind, path, key] of kinds) {
    const [record] = listOf(await suite.ask(`${latest}/${path}`), key);
    known[kind] = textOf(record, 'id');
  }
  known['diagram-content'] = known.diagram ?? '';
});
afterAll(() => suite.close());

const add = async (task: JsonObject, ...more: string[]) =>
  here.run(['draft', 'add-task', suite.ids.draft, '--data', JSON.stringify({ task }), '-o', 'json', ...more]);

it('lists a new comment by its text, for a person', async () => {
  const content = 'Why\ntwice?';
  const props = { body: { ...comment.body, content } };
  await add({ type: 'draft-comment-create', entityId: 'SaidAbcdefghijAbcdef', props });
  const { stdout } = await here.run(['draft', 'task', 'list', suite.ids.draft, '--no-color'], {
    tty: true,
    width: 160,
  });
  expect(stdout).toMatch(/^create comment +Why twice\? /m);
  expect(stdout).not.toContain('SaidAbcdefghijAbcdef');
});

const comment = { body: { content: 'Why?', type: 'question', status: 'open' } };
/** Create body of each kind of record. */
const creates = (): Record<string, JsonObject> => ({
  comment,
  diagram: { name: 'D', index: 1, modelId: known.root, type: 'context-diagram' },
  'diagram-group': { name: 'G', modelId: known.root },
  'model-object': { name: 'O', parentId: known.root, type: 'system' },
  'model-connection': {
    name: 'C',
    originId: known['model-object'],
    targetId: known['model-object'],
    direction: 'outgoing',
  },
  flow: { name: 'F', diagramId: known.diagram },
  tag: { name: 'T', color: 'red', groupId: known['tag-group'], index: 1 },
  'tag-group': { name: 'TG', icon: 'cog', index: 1 },
  'comment-reply': { content: 'Because.' },
});
const changes: Record<string, JsonObject> = {
  comment,
  'diagram-content': { objects: { $remove: ['x'] } },
  'comment-reply': { content: 'Changed' },
};

/** A valid task of each type, ordered by dependencies. */
function valid(type: string): JsonObject {
  const [, kind = '', verb = ''] = /^draft-(.+)-(create|update|delete)$/.exec(type) ?? [];
  const isReply = kind === 'comment-reply';
  const commentId = isReply ? { commentId: known.comment } : {};
  const entityId = isReply ? 'Reply1' : verb === 'create' ? `New-${kind}` : known[kind];
  if (verb === 'create') return { type, ...commentId, entityId, props: creates()[kind] };
  if (verb === 'delete') return { type, ...commentId, entityId };
  const props = changes[kind] ?? { name: 'Renamed' };
  return { type, ...commentId, entityId, props, snapshot: props };
}

/** The same task with one fault, and the expected part of the error. */
function invalid(type: string): [JsonObject, string] {
  const task = valid(type);
  if (type.endsWith('-delete')) return [{ ...task, props: {} }, 'props'];
  if (type.endsWith('-update')) return [{ ...task, snapshot: undefined }, 'snapshot'];
  return [{ ...task, props: { ...(task.props as JsonObject), unheardOf: 1 } }, 'unheardOf'];
}

describe('draft add-task', () => {
  it('supports 28 kinds', () => {
    expect(DRAFT_TASK_TYPES).toHaveLength(28);
  });

  it.each(DRAFT_TASK_TYPES)('%s is accepted, and stored unchanged', async (type) => {
    const task = valid(type);
    const ran = await add(task);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json()).toMatchObject({ draftId: suite.ids.draft, task });
  });

  it.each(DRAFT_TASK_TYPES)('%s is rejected before it is sent, if it is invalid', async (type) => {
    const [task, field] = invalid(type);
    const ran = await add(task);
    expect(ran.code).toBe(2);
    expect(ran.requests).toEqual([]);
    expect(ran.error().details?.join('\n')).toContain(field);
    expect(ran.error().details).toHaveLength(1);
  });

  it('accepts type and entity as options, overriding the data', async () => {
    const argv = [
      'draft',
      'add-task',
      suite.ids.draft,
      '--type',
      'draft-tag-delete',
      '--entity',
      known.tag ?? '',
    ];
    const task = { type: 'draft-tag-delete', entityId: known.tag };
    expect((await here.run([...argv, '-o', 'json'])).json()).toMatchObject({ task });
    const over = await here.run([...argv, '--data', '{task: {type: x, entityId: y}}', '-o', 'json']);
    expect(over.json()).toMatchObject({ task });
  });

  it('accepts data with and without an outer "task", and names instead of ids', async () => {
    const argv = ['draft', 'add-task', suite.ids.draft, '--type', 'draft-model-object-update'];
    const change = { props: { parentId: 'Booking' }, snapshot: { parentId: 'Boarding' } };
    const object = await here.run([
      'object',
      'get',
      'Booking API',
      '-o',
      'json',
      '--query',
      '[id, parentId]',
    ]);
    const [entityId, parentId] = object.json() as string[];
    for (const data of [change, { task: change }, { ...change, task: { entityId: 'x' } }]) {
      const ran = await here.run([
        ...argv,
        ...['--entity', 'Passenger Travel/Booking/Booking API', '--data', JSON.stringify(data), '-o', 'json'],
      ]);
      expect(ran.json(), ran.stderr).toMatchObject({ task: { entityId, props: { parentId } } });
      expect(JSON.stringify(ran.json())).not.toContain('Boarding');
    }
    const inData = await here.run([
      ...['draft', 'add-task', suite.ids.draft, '-o', 'json', '--data'],
      JSON.stringify({ type: 'draft-model-object-delete', entityId: 'booking api' }),
    ]);
    expect(inData.json(), inData.stderr).toMatchObject({ task: { entityId } });
  });

  it('looks up the entity among the records of its type, and gives a new record an id', async () => {
    const argv = ['draft', 'add-task', suite.ids.draft, '-o', 'json', '--type'];
    const deleted = await here.run([...argv, 'draft-model-connection-delete', '--entity', 'Takes payments']);
    const list = ['connection', 'list', '--name-exact', 'Takes payments', '-o', 'json', '--query', '[].id'];
    const [entityId] = (await here.run(list)).json() as string[];
    expect(deleted.json(), deleted.stderr).toMatchObject({ task: { entityId } });
    const props = { name: 'Booking', type: 'actor', parentId: 'Passenger Travel' };
    const created = await here.run([
      ...argv,
      'draft-model-object-create',
      '--data',
      JSON.stringify({ props }),
    ]);
    expect(created.json(), created.stderr).toMatchObject({
      task: { entityId: expect.stringMatching(/^\w{20}$/), props: { name: 'Booking', parentId: known.root } },
    });
  });

  it('refuses an ambiguous name and unknown fields', async () => {
    const argv = ['draft', 'add-task', suite.ids.draft, '-o', 'json', '--type'];
    const twice = await here.run([...argv, 'draft-model-connection-delete', '--entity', 'Authorises fares']);
    expect([twice.code, twice.error().message]).toEqual([2, expect.stringContaining('Several records')]);
    const data = { wrong: 1, task: { more: 2 } };
    const unknown = await here.run([...argv, 'draft-flow-delete', '--data', JSON.stringify(data)]);
    expect(unknown.error().details).toEqual(
      expect.arrayContaining([expect.stringContaining('wrong'), expect.stringContaining('task.more')]),
    );
    const text = await here.run([
      'draft',
      'add-task',
      suite.ids.draft,
      '--data',
      '{"task":"x"}',
      '-o',
      'json',
    ]);
    expect(text.error().details).toEqual([expect.stringContaining('task')]);
    expect(
      [...twice.requests, ...unknown.requests, ...text.requests].map(({ method }) => method),
    ).not.toContain('POST');
  });

  it('lists the kinds for an unknown one', async () => {
    const ran = await add({ type: 'draft-planet-create', entityId: 'x' });
    expect(ran.code).toBe(2);
    for (const type of DRAFT_TASK_TYPES) expect(ran.stderr).toContain(type);
  });

  it.each([
    ['a closed draft', 5],
    ['a draft that is not there', 4],
    ['a stale commit', 5],
    ['an entity that is not there', 5],
  ])('fails for %s with %i', async (what, code) => {
    const latest = `landscapes/${suite.ids.landscape}/versions/latest`;
    const made = await suite.ask(`${latest}/drafts`, 'POST', { name: 'Closed', status: 'archived' });
    const draft =
      what === 'a closed draft'
        ? textOf(made.draft, 'id')
        : what.startsWith('a draft')
          ? 'Nobody'
          : suite.ids.draft;
    const entity = what.startsWith('an entity') ? 'Nobody' : (known.flow ?? '');
    const argv = [
      'draft',
      'add-task',
      draft,
      '--type',
      'draft-flow-delete',
      '--entity',
      entity,
      '-o',
      'json',
    ];
    const ran = await here.run([...argv, ...(what === 'a stale commit' ? ['--commit', '99'] : [])]);
    expect(ran.code).toBe(code);
    expect(ran.error().kind).toBe(code === 4 ? 'not-found' : 'refused');
  });

  it('is forbidden for readers, who may comment', async () => {
    const [draft, entity] = [suite.ids.draft, known.flow ?? ''];
    const task = [
      'draft',
      'add-task',
      draft,
      '--type',
      'draft-flow-delete',
      '--entity',
      entity,
      '-p',
      'reader',
    ];
    expect((await here.run(task)).code).toBe(3);
    const say = [
      'draft',
      'comment',
      draft,
      '--entity',
      'ByReader000000000000',
      '--content',
      'Hm',
      '-p',
      'reader',
    ];
    expect((await here.run(say)).code).toBe(0);
  });
});

it('a new draft is in progress', async () => {
  const ran = await here.run(['draft', 'create', 'Later', '-o', 'json']);
  expect(ran.json()).toMatchObject({ name: 'Later', status: 'in-progress' });
});

it('a comment is one line on a terminal', async () => {
  const ran = await here.run(['draft', 'comment', suite.ids.draft, 'Why?'], { tty: true });
  expect([ran.code, ran.stdout]).toEqual([0, '']);
  expect(ran.stderr).toContain('Added the comment');
});

it('"api DELETE" warns on a terminal that undo does not restore it', async () => {
  const path = `landscapes/${suite.ids.landscape}/versions/latest/drafts`;
  const made = await suite.ask(path, 'POST', { name: 'Gone', status: 'in-progress' });
  const ran = await here.run(['api', 'DELETE', `${path}/${textOf(made.draft, 'id')}`], { tty: true });
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain('"archctl undo" does not restore');
});

describe('draft comment', () => {
  let made = 0;
  const say = (...more: string[]) =>
    here.run([
      'draft',
      'comment',
      suite.ids.draft,
      '--entity',
      `Comment${String(++made).padStart(13, '0')}`,
      '--content',
      'Hm',
      '-o',
      'json',
      ...more,
    ]);

  it.each(Object.entries(COMMENT_STATUSES))(
    'of type %s has its statuses, the first by default',
    async (type, statuses) => {
      const bodyOf = (answer: unknown) =>
        (answer as { task: { props: { body: JsonObject } } }).task.props.body;
      expect(bodyOf((await say('--type', type)).json())).toEqual({
        content: 'Hm',
        type,
        status: statuses[0],
      });
      for (const status of statuses) {
        expect(bodyOf((await say('--type', type, '--status', status)).json())).toMatchObject({
          type,
          status,
        });
      }
      const wrong = await say('--type', type, '--status', 'unheard-of');
      expect(wrong.code).toBe(2);
      expect(wrong.requests).toEqual([]);
      expect(wrong.error().details).toEqual([expect.stringMatching(/--status.*must be/)]);
    },
  );

  it('sends every option', async () => {
    const { user, draft } = suite.ids;
    const argv = [
      'draft',
      'comment',
      draft,
      '--entity',
      'E0000000000000000000',
      '--content',
      'T',
      '--type',
      'idea',
      '--preview',
    ];
    const more = [
      '--mention',
      user,
      '--mention',
      'U2'.padEnd(20, '0'),
      '--handle-id',
      'H',
      '--commit',
      '3',
      '--dry-run',
      '-o',
      'json',
    ];
    expect(((await here.run([...argv, ...more])).json() as JsonObject).body).toEqual({
      commit: 3,
      task: {
        type: 'draft-comment-create',
        entityId: 'E0000000000000000000',
        props: {
          body: { content: 'T', type: 'idea', status: 'active', showContentPreview: true },
          mentionedUserIds: [user, 'U2'.padEnd(20, '0')],
          handleId: 'H',
        },
      },
    });
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let latest: string;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
});
afterAll(() => suite.close());

const made = async (path: string, key: string, body: JsonObject): Promise<JsonObject> =>
  (await suite.ask(`${latest}/${path}`, 'POST', body))[key] as JsonObject;
const json = async (...argv: string[]): Promise<JsonObject> => {
  const ran = await here.run([...argv, '-o', 'json']);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json() as JsonObject;
};

describe('comment update', () => {
  const asked = { content: 'Why?', type: 'question', status: 'open', showContentPreview: true };
  const comment = async () => textOf(await made('comments', 'comment', { body: asked }), 'id');

  it('keeps omitted fields, protected by the commit that was read', async () => {
    const id = await comment();
    const ran = await here.run(['comment', 'update', id, '--status', 'resolved', '-o', 'json']);
    expect((ran.json() as JsonObject).body).toEqual({ ...asked, status: 'resolved' });
    expect(ran.requests.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    expect(JSON.parse(String(ran.requests[1]?.body))).toMatchObject({ commit: 1 });
  });

  it('gives another type its first status, and rejects one that does not match', async () => {
    const id = await comment();
    const idea = await json('comment', 'update', id, '--type', 'idea');
    expect(idea.body).toEqual({ ...asked, type: 'idea', status: 'active' });
    const wrong = await here.run(['comment', 'update', id, '--status', 'resolved', '-o', 'json']);
    expect([wrong.code, wrong.error().kind]).toEqual([2, 'usage']);
    expect(wrong.error().details).toEqual([expect.stringMatching(/--status.*active or dismissed/)]);
  });

  it('reads nothing for a complete body, or if the body stays', async () => {
    const id = await comment();
    const whole = ['--content', 'So?', '--type', 'idea', '--status', 'active'];
    const ran = await here.run(['comment', 'update', id, ...whole, '-o', 'json']);
    expect(ran.requests.map(({ method }) => method)).toEqual(['PATCH']);
    const mention = await here.run(['comment', 'update', id, '--mention', suite.ids.user, '-o', 'json']);
    expect(mention.requests.map(({ method }) => method)).toEqual(['PATCH']);
    expect(mention.json()).toMatchObject({ mentionedUserIds: [suite.ids.user], body: { content: 'So?' } });
  });
});

describe('comment list', () => {
  it('shows authors, states, and numbers of replies', async () => {
    const ran = await here.run(['comment', 'list', '--status', 'open', '--no-color'], {
      tty: true,
      width: 400,
    });
    expect(ran.stdout).toMatch(/Comment +.*By +.*Replies/);
    expect(ran.stdout).toContain('How stale may the cache be');
    expect(ran.stdout).not.toContain('resolved');
  });
});

describe('flow get', () => {
  it('shows steps in order, with the names of participants', async () => {
    const [flow] = listOf(await suite.ask(`${latest}/flows`), 'flows');
    const ran = await here.run(['flow', 'get', textOf(flow, 'id'), '-o', 'table'], { width: 400 });
    expect(ran.code, ran.stderr).toBe(0);
    const steps = Object.values(flow?.steps as Record<string, JsonObject>).sort(
      (a, b) => Number(a.index) - Number(b.index),
    );
    const places = steps.map(({ description }) => ran.stdout.indexOf(String(description)));
    expect(places).not.toContain(-1);
    expect(ran.stdout).toContain(String(flow?.name));
    for (const { originId } of steps) if (originId) expect(ran.stdout).not.toContain(String(originId));
    expect(ran.stdout).toMatch(/^ *1 {2}.* → /m);
  });

  it('is the flow itself in other formats, with one request', async () => {
    const ran = await here.run(['flow', 'get', suite.ids.flow, '-o', 'json']);
    expect(ran.json()).toEqual((await suite.ask(`${latest}/flows/${suite.ids.flow}`)).flow);
    expect(ran.requests).toHaveLength(1);
  });

  it('numbers messages, not notes; paths are below their step', async () => {
    const step = (id: string, index: number, more: JsonObject = {}) => ({
      [id]: { id, index, description: `Does ${id}`, ...more },
    });
    const steps = {
      ...step('intro', 0, { type: 'introduction' }),
      ...step('choice', 1, {
        type: 'alternate-path',
        paths: { yes: { id: 'yes', index: 0, name: 'If it is there' } },
      }),
      ...step('inner', 2, { parentId: 'yes', originId: suite.ids.origin, targetId: suite.ids.target }),
      ...step('last', 3, { type: 'self-action', originId: suite.ids.origin }),
    };
    const flow = await made('flows', 'flow', { name: 'Paths', diagramId: suite.ids.plain, steps });
    const ran = await here.run(['flow', 'get', textOf(flow, 'id'), '-o', 'table'], { width: 400 });
    const lines = ran.stdout.split('\n').slice(3, 8);
    expect(lines.map((line) => line.replace(/ {2,}/g, ' | ').trim())).toEqual([
      expect.stringMatching(/^\| introduction \| Does intro$/),
      expect.stringMatching(/^\| alternate path \| Does choice$/),
      expect.stringMatching(/^\| path \| If it is there$/),
      expect.stringMatching(/^1 \| .+ → .+ \| Does inner$/),
      expect.stringMatching(/^2 \| self action \| .+ \| Does last$/),
    ]);
  });
});

describe('flow update', () => {
  it('replaces steps by id, and removes others', async () => {
    const steps = '[{ id: one, description: First }, { id: two, description: Second }]';
    const place = ['--name', 'Short', '--diagram', suite.ids.plain];
    const { id } = await json('flow', 'create', ...place, '--steps', steps);
    const changed = await json('flow', 'update', String(id), '--steps', '[{ id: two, description: Other }]');
    expect(changed.steps).toMatchObject({ one: { description: 'First' }, two: { description: 'Other' } });
    const shorter = await json('flow', 'update', String(id), '--remove-step', 'one');
    expect(Object.keys(shorter.steps as JsonObject)).toEqual(['two']);
  });
});

describe('thumbnails', () => {
  it('of one are a file on request, and of all are addresses', async () => {
    const ran = await here.run(['diagram', 'thumbnail', suite.ids.plain, '--out', 'small.png', '-o', 'json']);
    expect(ran.json()).toMatchObject({ path: 'small.png', thumbnail: { id: suite.ids.plain } });
    expect(existsSync(join(here.cwd, 'small.png'))).toBe(true);
    const all = listOf({ all: await json('diagram', 'thumbnail', '--type', 'context-diagram') }, 'all');
    const diagrams = listOf(await suite.ask(`${latest}/diagrams?filter[type]=context-diagram`), 'diagrams');
    expect(all.map(({ id }) => id)).toEqual(diagrams.map(({ id }) => id));
    const flows = listOf({ all: await json('flow', 'thumbnail', '--diagram', suite.ids.plain) }, 'all');
    for (const { diagramId } of flows) expect(diagramId).toBe(suite.ids.plain);
  });

  it.each([
    ['diagram', ['--out', 'x.png']],
    ['flow', ['--out', 'x.png']],
    ['diagram', ['SomeIdOfThatSize0000', '--pinned']],
    ['flow', ['SomeIdOfThatSize0000', '--pinned']],
  ])('of a %s with %j are a usage error, and nothing is sent', async (noun, argv) => {
    const ran = await here.run([noun, 'thumbnail', ...argv, '-o', 'json']);
    expect([ran.code, ran.requests]).toEqual([2, []]);
  });
});

describe('the tasks of a draft', () => {
  const planned = async (count: number): Promise<string> => {
    const draft = await made('drafts', 'draft', { name: 'Big  plan', status: 'in-progress' });
    for (let at = 0; at < count; at += 1) {
      const props = { name: 'G', icon: 'star', index: at };
      const task = { type: 'draft-tag-group-create', entityId: `${draft.id}${at}`, props };
      await made(`drafts/${draft.id}/tasks`, 'draftTask', { task });
    }
    return String(draft.id);
  };

  it('are listed in order, with their subjects', async () => {
    const id = await planned(2);
    const tasks = listOf({ all: await json('draft', 'task', 'list', id) }, 'all');
    expect(tasks).toMatchObject([
      { type: 'draft-tag-group-create', entityId: `${id}0` },
      { type: 'draft-tag-group-create', entityId: `${id}1` },
    ]);
    const one = await json('draft', 'task', 'get', id, textOf(tasks[0], 'id'));
    expect(one).toMatchObject({ draftId: id, task: { entityId: `${id}0` } });
    const none = await here.run(['draft', 'task', 'list', await planned(0), '-o', 'table']);
    expect(none.stderr).toContain('No tasks yet.');
  });

  it('are shown to a person by name, like the key that added them', async () => {
    const id = await planned(1);
    const task = { type: 'draft-model-object-delete', entityId: suite.ids.origin };
    await made(`drafts/${id}/tasks`, 'draftTask', { task });
    const { modelObject } = await suite.ask(`${latest}/model/objects/${suite.ids.origin}`);
    const list = await here.run(['draft', 'task', 'list', id, '--no-color'], { tty: true, width: 160 });
    expect(list.code, list.stderr).toBe(0);
    for (const named of [
      /create tag group +G$/m,
      new RegExp(`delete model object +${textOf(modelObject, 'name')}$`, 'm'),
    ])
      expect(list.stdout).toMatch(named);
    expect(list.stdout).not.toContain(suite.ids.origin);
    const draft = await here.run(['draft', 'get', id, '--no-color'], { tty: true });
    const keys = await suite.ask(`organizations/${suite.ids.organization}/api-keys`);
    const names = listOf(keys, 'apiKeys').map((it) => textOf(it, 'name'));
    const [, by] = /^By +(.+)$/m.exec(draft.stdout) ?? [];
    expect(names).toContain(by);
  });

  it('are listed by their changes before a merge is confirmed', async () => {
    const id = await planned(2);
    const task = async (task: JsonObject) => made(`drafts/${id}/tasks`, 'draftTask', { task });
    // Created and changed counts as created; created and deleted as nothing.
    const props = { name: 'H' };
    await task({ type: 'draft-tag-group-update', entityId: `${id}0`, props, snapshot: { name: 'G' } });
    await task({ type: 'draft-tag-group-delete', entityId: `${id}1` });
    const parent = { name: 'Inner', type: 'system', parentId: suite.ids.root };
    const { id: system } = await made('model/objects', 'modelObject', parent);
    for (const name of ['A', 'B'])
      await made('model/objects', 'modelObject', { name, type: 'app', parentId: system });
    await task({ type: 'draft-model-object-delete', entityId: system });
    const [landscape] = listOf(
      await suite.ask(`organizations/${suite.ids.organization}/landscapes`),
      'landscapes',
    ).filter((it) => it.id === suite.ids.landscape);
    const changes = '1 tag group is added; 1 model object is deleted; also deleted: 2 model objects';
    const message = `Merge the draft "Big plan" into the live model of the landscape "${landscape?.name}": ${changes}?`;
    const answers = [{ ask: 'confirm', message, answer: true }] as const;
    const ran = await here.run(['draft', 'merge', id, '-o', 'json', '--no-color'], { tty: true, answers });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.json()).toMatchObject({ id, status: 'merged' });
  });

  it('stop a merge if the model has changed, with a remedy by name', async () => {
    const draft = await made('drafts', 'draft', { name: "Bo's plan", status: 'in-progress' });
    const props = { caption: 'New' };
    const task = { type: 'draft-model-object-update', entityId: suite.ids.origin };
    const stale = { ...task, props, snapshot: { caption: 'What it never was' } };
    await made(`drafts/${draft.id}/tasks`, 'draftTask', { task: stale });
    const ran = await here.run(['draft', 'merge', "Bo's plan", '--yes', '-o', 'json']);
    expect([ran.code, ran.error().hint]).toEqual([
      5,
      expect.stringContaining(String.raw`"archctl draft rebase 'Bo'\''s plan'"`),
    ]);
    await suite.ask(`${latest}/drafts/${draft.id}`, 'PATCH', { status: 'archived' });
    const closed = await here.run(['draft', 'merge', "Bo's plan", '--yes', '-o', 'json']);
    expect([closed.code, closed.error().hint]).toEqual([5, undefined]);
  });

  it('are merged by one request, after reading the tasks for an undo; a wrong id needs no confirmation', async () => {
    const id = await planned(1);
    const ran = await here.run(['draft', 'merge', id, '--yes', '-o', 'json']);
    expect([ran.code, ran.requests.map(({ method }) => method)]).toEqual([0, ['GET', 'POST']]);
    const final = await here.run(['draft', 'merge', await planned(1), '--yes', '--no-undo', '-o', 'json']);
    expect([final.code, final.requests.map(({ method }) => method)]).toEqual([0, ['POST']]);
    const wrong = await here.run(['draft', 'merge', 'Nobody', '-o', 'json'], { tty: true, answers: [] });
    expect([wrong.code, wrong.error().kind]).toEqual([4, 'not-found']);
  });
});

describe('diagram content', () => {
  it('is replaced and changed as given, and counted', async () => {
    const { id } = await made('diagrams', 'diagram', {
      name: 'Drawn',
      index: 60,
      type: 'context-diagram',
      modelId: suite.ids.root,
    });
    const box = { id: 'box', modelId: suite.ids.origin, type: 'system', shape: 'box', x: 0, y: 0 };
    const body = JSON.stringify({ objects: { box } });
    const replaced = await json('diagram', 'content', 'replace', String(id), '--data', body, '--yes');
    expect(replaced.objects).toMatchObject({ box: { width: 256 } });
    const table = await here.run(['diagram', 'content', 'get', String(id), '-o', 'table']);
    expect(table.stdout).toMatch(/Objects +1/);
    const emptied = await json('diagram', 'content', 'update', String(id), '--remove-object', 'box');
    expect(emptied.objects).toEqual({});
  });
});

describe('a new diagram, tag or domain', () => {
  it('is reported by name, and by the exit code', async () => {
    const ran = await here.run(['domain', 'create', '--name', 'Mail', '--no-color'], { tty: true });
    expect(ran.stderr).toBe('✓ Created domain Mail\n');
    const created = await here.run(['domain', 'create', '--name', 'Post', '--ids'], { tty: true });
    expect(created.stderr).toMatch(/Created domain Post \(\w{20}\)/);
    const piped = await here.run(['domain', 'delete', 'post', '--yes']);
    expect(piped.stderr).toMatch(/Deleted domain "Post" \(\w{20}\)/);
    const gone = await here.run(['tag', 'exists', 'Nobody', '-o', 'json']);
    expect([gone.code, gone.error().message]).toEqual([4, 'There is no tag "Nobody" (TAG).']);
    const there = await here.run(['diagram', 'group', 'exists', suite.ids.diagramGroup, '-o', 'json']);
    expect(there.json()).toEqual({ id: suite.ids.diagramGroup, exists: true });
  });

  it('has the summary of a draft with the time of the command', async () => {
    const argv = ['--name', 'Plan', '--status', 'in-progress', '--summary', 'Orders alone'];
    const { changeSummary } = await json('draft', 'create', ...argv);
    expect(changeSummary).toMatchObject({ summary: 'Orders alone', createdAt: expect.any(String) });
  });
});

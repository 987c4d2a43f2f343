import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WEBHOOK_COLLECTIONS, type WebhookCollection } from '../../src/contract/webhook.js';
import { drawnBox } from './harness.js';
import { openWebhooks, type WebhookBody, type WebhookSuite } from './webhook-suite.js';

let suite: WebhookSuite;
let subscriptionId: string;
let system: Record<string, unknown> & { id: string };

beforeEach(async () => {
  suite = await openWebhooks();
  subscriptionId = (await suite.add()).subscription.id;
  system = (await suite.must('model.objects.list', {}, undefined, '?filter[type]=system'))[0];
});
afterEach(() => suite.sandbox.close());

const app = (more: object = {}) => ({ name: 'App', type: 'app', parentId: system.id, ...more });
const create = (more: object = {}) => suite.must('model.objects.create', {}, app(more));
const connect = (originId: string, targetId: string, more: object = {}) =>
  suite.must('model.connections.create', {}, { name: 'C', originId, targetId, direction: null, ...more });
/** List operation of each collection. */
const LIST_OF: Readonly<Record<WebhookCollection, string>> = {
  'model-object': 'model.objects.list',
  'model-connection': 'model.connections.list',
  diagram: 'diagrams.list',
  'diagram-group': 'diagrams.groups.list',
  flow: 'flows.list',
  tag: 'tags.list',
  'tag-group': 'tags.groups.list',
};
const listOf = (collection: string): string => LIST_OF[collection as WebhookCollection];
/** Path parameters of a set of records by collection. */
const ids = (made: Readonly<Record<string, { id: string }>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(made).map(([collection, { id }]) => [
      `${collection.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Id`,
      id,
    ]),
  );
const summaryOf = (events: WebhookBody[]): string[] =>
  events.map(({ collection, operation }) => `${collection} ${operation}`).sort();

describe('an event', () => {
  it('of a new object has the seven fields and no before', async () => {
    const made = await create();
    expect(await suite.taken()).toEqual([
      {
        collection: 'model-object',
        operation: 'created',
        organizationId: suite.sandbox.organizationId,
        subscriptionId,
        resourceId: made.id,
        before: null,
        after: made,
      },
    ]);
    expect(made).toMatchObject({ versionId: expect.any(String), landscapeId: suite.sandbox.landscapeId });
  });

  it('of a changed one has both states, complete', async () => {
    const before = await create();
    await suite.taken();
    const after = await suite.must('model.objects.update', { modelObjectId: before.id }, { name: 'New' });
    const event = { collection: 'model-object', operation: 'updated', resourceId: before.id };
    expect(await suite.taken()).toEqual([expect.objectContaining({ ...event, before, after })]);
    const put = await suite.must('model.objects.upsert', { modelObjectId: before.id }, app({ name: 'Put' }));
    expect(await suite.taken()).toEqual([expect.objectContaining({ ...event, before: after, after: put })]);
  });

  it('of a deleted one has no after', async () => {
    const before = await create();
    await suite.taken();
    await suite.must('model.objects.delete', { modelObjectId: before.id });
    expect(await suite.taken()).toEqual([
      expect.objectContaining({ operation: 'deleted', resourceId: before.id, before, after: null }),
    ]);
  });

  it('is sent for connections as well', async () => {
    const [a, b] = [await create(), await create()];
    await suite.taken();
    const made = await connect(a.id, b.id);
    const modelConnectionId = made.id;
    const after = await suite.must(
      'model.connections.update',
      { modelConnectionId },
      { direction: 'outgoing' },
    );
    await suite.must('model.connections.delete', { modelConnectionId });
    const common = { collection: 'model-connection', resourceId: made.id };
    const events = await suite.taken();
    expect(events).toEqual([
      expect.objectContaining({ ...common, operation: 'created', before: null, after: made }),
      expect.objectContaining({ ...common, operation: 'updated', before: made, after }),
      expect.objectContaining({ ...common, operation: 'deleted', before: after, after: null }),
    ]);
  });

  it('is sent for diagrams, flows, tags and their groups', async () => {
    const root = (await suite.must('model.objects.list', {}, undefined, '?filter[type]=root'))[0];
    const tagGroup = await suite.must('tags.groups.create', {}, { name: 'G', icon: 'bug', index: 0 });
    const tag = { name: 'T', color: 'blue', groupId: tagGroup.id, index: 0 };
    const made: Record<string, { id: string }> = {
      'tag-group': tagGroup,
      tag: await suite.must('tags.create', {}, tag),
      'diagram-group': await suite.must('diagrams.groups.create', {}, { name: 'D', modelId: root.id }),
      diagram: await suite.must(
        'diagrams.create',
        {},
        { name: 'D', index: 0, type: 'context-diagram', modelId: root.id },
      ),
    };
    made.flow = await suite.must('flows.create', {}, { name: 'F', diagramId: made.diagram?.id });
    const of = (operation: string) =>
      Object.keys(made)
        .map((collection) => `${collection} ${operation}`)
        .sort();
    const created = await suite.taken();
    expect(summaryOf(created)).toEqual(of('created'));
    for (const { collection, after, resourceId } of created) {
      expect(after).toEqual(await suite.must(listOf(collection).replace('list', 'get'), ids(made)));
      expect(resourceId).toBe(made[collection]?.id);
    }
    for (const collection of Object.keys(made))
      await suite.must(listOf(collection).replace('list', 'update'), ids(made), { name: 'New' });
    const updated = await suite.taken();
    expect(summaryOf(updated)).toEqual(of('updated'));
    expect(updated.every(({ before, after }) => before?.name !== 'New' && after?.name === 'New')).toBe(true);
    // A deleted group deletes its tags, a deleted diagram its flows.
    for (const collection of ['tag-group', 'diagram-group', 'diagram'])
      await suite.must(listOf(collection).replace('list', 'delete'), ids(made));
    expect(summaryOf(await suite.taken())).toEqual(of('deleted'));
  });

  it('is sent to each enabled subscription, with its own id and secret', async () => {
    const other = await suite.add('other', 'http://localhost:9/hooks');
    await create();
    const events = await suite.taken();
    expect(events.map((it) => it.subscriptionId).sort()).toEqual(
      [subscriptionId, other.subscription.id].sort(),
    );
    expect(new Set(events.map((it) => it.resourceId)).size).toBe(1);
  });

  it('is not sent if only derived fields changed, or nothing', async () => {
    const made = await create();
    // The parent gets a child.
    expect(summaryOf(await suite.taken())).toEqual(['model-object created']);
    const [diagram] = await suite.must('diagrams.list');
    const box = drawnBox('b', made.id, 'app');
    await suite.must('diagrams.update', { diagramId: diagram.id }, { objects: { $add: { b: box } } });
    expect((await suite.must('model.objects.get', { modelObjectId: made.id })).diagrams).toHaveProperty(
      diagram.id,
    );
    await suite.must('model.objects.update', { modelObjectId: made.id }, { name: 'App' });
    expect(await suite.taken()).toEqual([]);
  });

  it('leaves the lists of an object complete that is drawn on its own diagram', async () => {
    const made = await create();
    const box = drawnBox('b', system.id);
    const body = { name: 'D', index: 0, type: 'app-diagram', modelId: system.id, objects: { b: box } };
    const diagram = await suite.must('diagrams.create', {}, body);
    const { childIds, childDiagramIds } = await suite.must('model.objects.get', { modelObjectId: system.id });
    expect([childIds, childDiagramIds]).toEqual([
      expect.arrayContaining([made.id]),
      expect.arrayContaining([diagram.id]),
    ]);
  });

  it('is not sent for other records, reads and rejected requests', async () => {
    const comment = { body: { content: 'Why?', type: 'question', status: 'open' } };
    await suite.must('comments.create', {}, comment);
    await suite.must('model.objects.list');
    const refused = [
      await suite.perform('model.objects.create', {}, { body: { name: 'X' } }),
      await suite.perform('model.objects.create', {}, { body: app({ type: 'component' }) }),
      await suite.perform(
        'model.objects.update',
        { modelObjectId: system.id },
        { body: { name: 'X', commit: 99 } },
      ),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 409]);
    expect(await suite.taken()).toEqual([]);
    expect(await suite.deliveries()).toEqual([]);
  });
});

describe('every operation that changes the model sends events', () => {
  it('a delete, for all cascaded records and all that lose a reference', async () => {
    const parent = await create();
    const child = await create({ type: 'component', parentId: parent.id });
    const other = await create();
    const connection = await connect(child.id, other.id);
    const via = await connect(other.id, other.id, { viaId: parent.id });
    await suite.taken();
    await suite.must('model.objects.delete', { modelObjectId: parent.id });
    const events = await suite.taken();
    const by = (id: string) => events.find((it) => it.resourceId === id);
    expect(events).toHaveLength(4);
    for (const doc of [parent, child, connection]) {
      expect(by(doc.id)).toMatchObject({ operation: 'deleted', before: { name: doc.name }, after: null });
    }
    expect(by(via.id)).toMatchObject({
      operation: 'updated',
      before: { viaId: parent.id },
      after: { viaId: null },
    });
  });

  it('deleting a tag, for tagged records', async () => {
    const group = await suite.must('tags.groups.create', {}, { name: 'G', icon: 'bug', index: 0 });
    const tag = await suite.must(
      'tags.create',
      {},
      { name: 'T', color: 'blue', groupId: group.id, index: 0 },
    );
    const made = await create({ tagIds: [tag.id] });
    await suite.taken();
    await suite.must('tags.groups.delete', { tagGroupId: group.id });
    const events = await suite.taken();
    expect(summaryOf(events)).toEqual(['model-object updated', 'tag deleted', 'tag-group deleted']);
    expect(events[1]?.before).toMatchObject({ modelObjectIds: [made.id], modelConnectionIds: [] });
    expect(events.filter(({ collection }) => collection === 'model-object')).toEqual([
      expect.objectContaining({
        operation: 'updated',
        resourceId: made.id,
        before: expect.objectContaining({ tagIds: [tag.id] }),
        after: expect.objectContaining({ tagIds: [] }),
      }),
    ]);
  });

  it('deleting a team, with the lists in their order before', async () => {
    const team = await suite.must('teams.create', {}, { name: 'T' });
    const children = [await create({ teamIds: [team.id] }), await create()].map(({ id }) => id);
    await suite.must('model.objects.update', { modelObjectId: system.id }, { teamIds: [team.id] });
    const before = await suite.must('model.objects.get', { modelObjectId: system.id });
    expect(before.childIds.slice(-2)).toEqual(children);
    await suite.taken();
    await suite.must('teams.delete', { teamId: team.id });
    expect(await suite.taken()).toContainEqual(expect.objectContaining({ operation: 'updated', before }));
  });

  it('an import that deletes, with the lists before it', async () => {
    const document = {
      namespace: 'n',
      tagGroups: [{ id: 'g', name: 'G', icon: 'bug' }],
      tags: [{ id: 't', name: 'T', color: 'red', groupId: 'g' }],
      modelObjects: [
        { id: 'd', name: 'D', type: 'domain' },
        { id: 's', name: 'S', type: 'system', parentId: 'd', tagIds: ['t'] },
      ],
    };
    await suite.must('landscapes.import.create', {}, document);
    await suite.taken();
    const tag = (await suite.must('tags.list')).find((it: { name: string }) => it.name === 'T');
    expect(tag.modelObjectIds).toHaveLength(1);
    await suite.must('landscapes.import.create', {}, { namespace: 'n' }, '?prune=true');
    expect(await suite.taken()).toContainEqual(
      expect.objectContaining({ operation: 'deleted', before: tag }),
    );
  });

  it('a domain, for its root', async () => {
    const domain = await suite.must('domains.create', {}, { name: 'D' });
    expect(await suite.taken()).toEqual([
      expect.objectContaining({
        operation: 'created',
        after: expect.objectContaining({ type: 'root', domainId: domain.id }),
      }),
    ]);
    await suite.must('domains.delete', { domainId: domain.id });
    expect(summaryOf(await suite.taken())).toEqual(['model-object deleted']);
  });

  it('a duplicate, for each record of the copy', async () => {
    const copy = await suite.must('organizations.landscapes.duplicate', {}, { name: 'Copy' });
    const events = await suite.taken();
    const landscapeId = copy.id;
    const lists = Object.values(LIST_OF).map((id) => suite.must(id, { landscapeId }));
    const docs: { id: string }[] = (await Promise.all(lists)).flat();
    expect(events).toHaveLength(docs.length);
    expect(new Set(events.map(({ collection }) => collection))).toEqual(new Set(WEBHOOK_COLLECTIONS));
    expect(events.every((it) => it.operation === 'created' && it.after?.landscapeId === landscapeId)).toBe(
      true,
    );
    const after = new Map(events.map((it) => [it.resourceId, it.after]));
    for (const doc of docs) expect(after.get(doc.id)).toEqual(doc);
  });

  it('a revert, for created, changed and deleted records', async () => {
    const versions = await suite.must('versions.list');
    const snapshot = versions.find((it: { tags: string[] }) => !it.tags.includes('latest'));
    await suite.must('versionReverts.create', {}, { versionId: snapshot.id, notes: 'Back to it once.' });
    await suite.taken();
    const objects = await suite.must('model.objects.list');
    const actor = objects.find((it: { type: string }) => it.type === 'actor');
    await suite.must('model.objects.update', { modelObjectId: system.id }, { name: 'Changed' });
    await suite.must('model.objects.delete', { modelObjectId: actor.id });
    const extra = await create();
    await suite.taken();
    await suite.must('versionReverts.create', {}, { versionId: snapshot.id, notes: 'Back to it again.' });
    const events = await suite.taken();
    const operations = (id: string) => events.filter((it) => it.resourceId === id).map((it) => it.operation);
    expect(operations(extra.id)).toEqual(['deleted']);
    expect(operations(system.id)).toEqual(['updated']);
    const again = events.find((it) => it.after?.handleId === actor.handleId);
    expect(again).toMatchObject({ operation: 'created', before: null });
    const now = await suite.must('model.objects.list');
    expect(now.map((it: { name: string }) => it.name).sort()).toEqual(
      objects.map((it: { name: string }) => it.name).sort(),
    );
  });

  it('a merge, one event per record whatever its tasks do in between', async () => {
    const draft = await suite.must('drafts.create', {}, { name: 'Plan', status: 'in-progress' });
    const other = await create();
    await suite.taken();
    const before = await suite.must('model.objects.get', { modelObjectId: system.id });
    const rename = (entityId: string, was: unknown, name: string) => ({
      type: 'draft-model-object-update',
      entityId,
      props: { name },
      snapshot: { name: was },
    });
    const tasks = [
      { type: 'draft-model-object-create', entityId: 'made', props: app() },
      rename('made', 'App', 'Made'),
      { type: 'draft-model-object-create', entityId: 'brief', props: app() },
      { type: 'draft-model-object-delete', entityId: 'brief' },
      rename(system.id, system.name, 'One'),
      rename(system.id, 'One', 'Two'),
      rename(other.id, 'App', 'Away'),
      rename(other.id, 'Away', 'App'),
    ];
    for (const task of tasks) await suite.must('drafts.tasks.create', { draftId: draft.id }, { task });
    expect(await suite.taken()).toEqual([]);
    await suite.must('drafts.merge', { draftId: draft.id });
    const events = await suite.taken();
    expect(events).toHaveLength(2);
    const after = await suite.must('model.objects.get', { modelObjectId: system.id });
    expect(events).toContainEqual(
      expect.objectContaining({
        operation: 'created',
        resourceId: 'made',
        after: expect.objectContaining({ name: 'Made' }),
      }),
    );
    expect(events).toContainEqual(expect.objectContaining({ operation: 'updated', before, after }));
  });

  it('a merge with a conflict, for nothing', async () => {
    const draft = await suite.must('drafts.create', {}, { name: 'Plan', status: 'in-progress' });
    const gone = await create();
    const tasks = [
      { type: 'draft-model-object-create', entityId: 'made', props: app() },
      { type: 'draft-model-object-delete', entityId: gone.id },
    ];
    for (const task of tasks) await suite.must('drafts.tasks.create', { draftId: draft.id }, { task });
    await suite.must('model.objects.delete', { modelObjectId: gone.id });
    await suite.taken();
    const known = await suite.deliveries();
    expect((await suite.perform('drafts.merge', { draftId: draft.id })).status).toBe(409);
    expect(await suite.taken()).toEqual([]);
    expect(await suite.deliveries()).toEqual(known);
    // Rolled back changes are not sent with the next change either.
    await create();
    expect(summaryOf(await suite.taken())).toEqual(['model-object created']);
  });
});

describe('a reset', () => {
  it('sends nothing and deletes subscriptions and deliveries', async () => {
    await create();
    expect((await suite.send('POST', '/sandbox/reset')).body.webhooks).toEqual({
      subscriptions: 0,
      pending: 0,
    });
    expect(await suite.taken()).toEqual([]);
    expect(await suite.deliveries()).toEqual([]);
  });

  it('aborts running attempts', async () => {
    suite.control.react = () => 'silence';
    await create();
    await suite.time.advance();
    await suite.send('POST', '/sandbox/reset');
    expect(suite.sent[0]?.signal.aborted).toBe(true);
    await suite.time.advance(3_600_000);
    expect(suite.sent).toHaveLength(1);
  });
});

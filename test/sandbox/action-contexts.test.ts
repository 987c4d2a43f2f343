import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnBox, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
interface Made {
  id: string;
  handleId: string;
}
let domain: Made;
let root: Made;
let system: Made;
let app: Made;
let diagram: Made;

const family = (...members: [Made, string, string][]) =>
  members.map(([{ handleId }, name, type]) => ({ handleId, name, type }));
/** Context of the newest action of a type on a record. */
async function context(type: string, { id }: { id: string }): Promise<unknown> {
  const query = `?filter[actionType]=${type}&filter[actionId]=${id}`;
  const logs = await api.must('landscapes.logs.list', {}, undefined, query);
  return logs.find(({ action }: { action: { id: string } }) => action.id === id)?.action.context;
}
const place = () => ({ domainHandleId: domain.handleId, domainName: 'Sales' });

beforeAll(async () => {
  api = await openSandboxApi();
  domain = await api.must('domains.create', {}, { name: 'Sales' });
  root = (await api.must('model.objects.list', {}, undefined, `?filter[domainId]=${domain.id}`))[0];
  const object = (body: object): Promise<Made> => api.must('model.objects.create', {}, body);
  system = await object({ name: 'Shop', type: 'system', parentId: root.id });
  app = await object({ name: 'Web', type: 'app', parentId: system.id });
  const drawn = drawnBox('web', app.id, 'app');
  diagram = await api.must(
    'diagrams.create',
    {},
    { name: 'Apps', index: 0, type: 'app-diagram', modelId: system.id, objects: { web: drawn } },
  );
});
afterAll(() => api.sandbox.close());

const shop = () => family([root, 'Sales', 'root'], [system, 'Shop', 'system']);

describe('the context of an action', () => {
  it('of an object has its domain, its family from the root on, and names of groups, tags, teams and technologies', async () => {
    const group = await api.must(
      'model.objects.create',
      {},
      { name: 'Cloud', type: 'group', parentId: root.id },
    );
    const [tag] = await api.must('tags.list');
    const [team] = await api.must('teams.list');
    const [technology] = await api.must('catalog.technologies.list');
    const named = { groupIds: [group.id], tagIds: [tag.id], teamIds: [team.id] };
    await api.must(
      'model.objects.update',
      { modelObjectId: app.id },
      { ...named, technologyIds: [technology.id] },
    );
    expect(await context('model-object-update', app)).toEqual({
      ...place(),
      name: 'Web',
      type: 'app',
      modelFamily: [...shop(), ...family([app, 'Web', 'app'])],
      groupNames: { [group.id]: 'Cloud' },
      tagNames: { [tag.id]: tag.name },
      teamNames: { [team.id]: team.name },
      technologyNames: { [technology.id]: technology.name },
    });
  });

  it('of a connection has the families of its ends', async () => {
    const body = { name: 'Asks', originId: app.id, targetId: system.id, direction: null, viaId: null };
    const made = await api.must('model.connections.create', {}, body);
    expect(await context('model-connection-create', made)).toEqual({
      ...place(),
      originModelFamily: [...shop(), ...family([app, 'Web', 'app'])],
      targetModelFamily: shop(),
    });
    await api.must('model.connections.delete', { modelConnectionId: made.id });
    expect(await context('model-connection-delete', made)).toMatchObject({ name: 'Asks' });
  });

  it('of a diagram and its content has the family of its model and the drawn objects that changed', async () => {
    const group = await api.must('diagrams.groups.create', {}, { name: 'Drawings', modelId: system.id });
    expect(await context('diagram-group-create', group)).toEqual({ ...place(), modelFamily: shop() });
    await api.must('diagrams.update', { diagramId: diagram.id }, { groupId: group.id });
    const about = { ...place(), name: 'Apps', type: 'app-diagram', modelFamily: shop() };
    const inGroup = { ...about, groupHandleId: group.handleId, groupName: 'Drawings' };
    expect(await context('diagram-update', diagram)).toEqual(inGroup);
    const objects = { $update: { web: { x: 5 } } };
    await api.must('diagrams.content.update', { diagramId: diagram.id }, { objects });
    expect(await context('diagram-content-update', diagram)).toEqual({
      ...inGroup,
      objects: { web: { modelHandleId: app.handleId, modelName: 'Web', modelType: 'app', type: 'app' } },
    });
  });

  it('of a flow has its diagram and the objects of its steps', async () => {
    const flow = await api.must('flows.create', {}, { name: 'Buy', diagramId: diagram.id });
    const steps = {
      $add: { s: { id: 's', index: 0, description: '', type: null, originId: 'web', targetId: null } },
    };
    await api.must('flows.update', { flowId: flow.id }, { steps });
    expect(await context('flow-update', flow)).toEqual({
      ...place(),
      name: 'Buy',
      modelFamily: shop(),
      diagramHandleId: diagram.handleId,
      diagramName: 'Apps',
      diagramType: 'app-diagram',
      objects: { web: { type: 'app' } },
    });
  });

  it('of a comment and a reply has the diagram it is on', async () => {
    const body = { content: 'Why?', type: 'question', status: 'open' };
    const comment = await api.must('comments.create', {}, { body });
    const comments = { $add: { c: { id: 'c', commentId: comment.id, x: 1, y: 1 } } };
    await api.must('diagrams.content.update', { diagramId: diagram.id }, { comments });
    expect(await context('diagram-content-update', diagram)).toMatchObject({
      comments: { c: { commentHandleId: comment.handleId, commentBodyType: 'question' } },
    });
    const at = { commentId: comment.id };
    const reply = await api.must('comments.replies.create', at, { content: 'So.' });
    expect(await context('comment-reply-create', reply)).toEqual({
      ...place(),
      commentHandleId: comment.handleId,
    });
    await api.must('comments.update', at, { body: { ...body, status: 'resolved' } });
    expect(await context('comment-update', comment)).toEqual({
      ...place(),
      modelFamily: shop(),
      targetHandleId: diagram.handleId,
      targetName: 'Apps',
    });
  });

  it('of a tag has its group, of a version the family of its model', async () => {
    const group = await api.must('tags.groups.create', {}, { name: 'State', icon: 'bug', index: 0 });
    const body = { name: 'Done', color: 'blue', groupId: group.id, index: 0 };
    const tag = await api.must('tags.create', {}, body);
    expect(await context('tag-create', tag)).toEqual({
      groupHandleId: group.handleId,
      groupName: 'State',
    });
    const version = await api.must(
      'versions.create',
      {},
      { name: 'Spring', notes: 'Notes long enough.', modelHandleId: system.handleId },
    );
    const about = { ...place(), modelFamily: shop() };
    expect(await context('version-create', version)).toEqual(about);
    await api.must('versions.delete', { versionId: version.id });
    expect(await context('version-delete', version)).toEqual({ ...about, versionName: 'Spring' });
  });

  it('of a login is empty', async () => {
    const { id } = await api.must('user.login');
    const [log] = await api.must('organizations.logs.list', {}, undefined, '?filter[actionType]=user-login');
    expect(log.action).toEqual({ id, type: 'user-login' });
  });
});

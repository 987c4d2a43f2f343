import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;

beforeAll(async () => {
  api = await openSandboxApi();
});
afterAll(() => api.sandbox.close());

const poll = (id: string) => api.must('landscapes.export.get', { landscapeExportId: id });
const finish = (id: string) =>
  eventually(
    () => poll(id),
    (it) => it.completedAt !== undefined || it.error !== null,
  );
const fetched = (url: string) => api.sandbox.fetch(new Request(url));
/** The document of a type, and its response. */
async function exported(type: string, query = '', body: object = {}) {
  const begun = await api.must('landscapes.export.create', {}, body, `?type=${type}${query}`);
  expect(begun).toMatchObject({ type, error: null, fileUrl: null });
  expect(begun).not.toHaveProperty('completedAt');
  const done = await finish(begun.id);
  expect(done.error).toBeNull();
  const answer = await fetched(done.fileUrl);
  expect(answer.status).toBe(200);
  return { done, answer, text: await answer.text() };
}
/** Documents by type, created once: HTML draws every diagram. */
const documents = new Map<string, ReturnType<typeof exported>>();
const whole = (type: string): ReturnType<typeof exported> => {
  const made = documents.get(type) ?? exported(type);
  documents.set(type, made);
  return made;
};
const HOSTILE = '=1+1 <script>alert("x")</script> | **b** `c` [d](javascript:e)';

describe('a landscape export', () => {
  it('is a job whose file appears when it has finished, and expires', async () => {
    const { done, answer } = await exported('markdown', '&filter[includeFlows]=false', {});
    expect(done).toMatchObject({ filter: { includeFlows: false }, options: {}, error: null });
    expect(done.fileUrl).toMatch(/\/files\/exports\/\w{20}\/[0-9a-f]{64}\.md$/);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.md"$/);
    expect((await fetched(done.fileUrl.replace(/[0-9a-f]{64}/, '0'.repeat(64)))).status).toBe(404);
    api.setNow(done.deleteAt);
    expect((await fetched(done.fileUrl)).status).toBe(410);
    expect((await api.perform('landscapes.export.get', { landscapeExportId: done.id })).status).toBe(404);
    api.setNow(null);
  });

  it.each([
    ['markdown', 'text/markdown'],
    ['llms', 'text/plain'],
    ['html', 'text/html'],
  ])('as %s contains every object, connection, diagram and flow', async (type, contentType) => {
    const { text, answer } = await whole(type);
    expect(answer.headers.get('content-type')).toContain(contentType);
    const names = [
      ...(await api.must('model.objects.list')).filter((it: { type: string }) => it.type !== 'root'),
      ...(await api.must('diagrams.list')),
      ...(await api.must('flows.list')),
      ...(await api.must('domains.list')),
    ].map(({ name }) => name);
    for (const name of names) expect(text.replaceAll('&#39;', "'").replaceAll('\\', '')).toContain(name);
    expect(text).toContain('Calls');
  });

  it('as HTML shows the diagrams and runs no scripts', async () => {
    const { text, answer } = await whole('html');
    const diagrams = await api.must('diagrams.list');
    expect(text.match(/<svg /g)).toHaveLength(diagrams.length);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await exported('html', '&filter[includeDiagrams]=false')).text).not.toContain('<svg ');
  });

  it('as PDF has pages of text and one for each diagram, in portrait or landscape', async () => {
    const diagrams = await api.must('diagrams.list');
    const [diagram] = [...diagrams].sort((a, b) => a.connectionCount - b.connectionCount);
    const pagesOf = (text: string) => [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    const upright = pagesOf((await exported('pdf', `&filter[diagramId]=${diagram.id}`)).text);
    expect(upright.length).toBeGreaterThan(1);
    expect(upright[0]?.slice(1)).toEqual(['595.28', '841.89']);
    const across = await exported('pdf', `&filter[diagramId]=${diagram.id}`, { orientation: 'landscape' });
    expect(pagesOf(across.text)[0]?.slice(1)).toEqual(['841.89', '595.28']);
  });

  it('as JSON has every record by id, and diagrams in the second schema', async () => {
    const first = JSON.parse((await exported('json')).text);
    const objects = await api.must('model.objects.list');
    expect(Object.keys(first.modelObjects).sort()).toEqual(
      objects.map(({ id }: { id: string }) => id).sort(),
    );
    expect(first).not.toHaveProperty('diagrams');
    expect(await api.must('versions.export.json')).toEqual(first);
    const second = JSON.parse((await exported('json', '', { schema: 'v2' })).text);
    expect(Object.keys(second.diagrams)).toHaveLength((await api.must('diagrams.list')).length);
  });

  it('contains the filtered records only', async () => {
    const [flow] = await api.must('flows.list');
    const [system] = await api.must('model.objects.list', {}, undefined, '?filter[type]=system');
    const below = await api.must('model.objects.list', {}, undefined, `?filter[parentIds]=${system.id}`);
    const json = async (query: string) => JSON.parse((await exported('json', query)).text);
    const part = await json(`&filter[modelObjectId]=${system.id}`);
    expect(Object.keys(part.modelObjects)).toHaveLength(below.length + 1);
    const ofFlow = await json(`&filter[flowId]=${flow.id}`);
    expect(Object.keys(ofFlow.flows)).toEqual([flow.id]);
    expect(Object.keys((await json('&filter[includeFlows]=false')).flows)).toEqual([]);
  });

  it('rejects an invalid filter, draft or type', async () => {
    const refused = async (query: string, body: object = {}) => {
      const answer = await api.perform('landscapes.export.create', {}, { query, body });
      return { status: answer.status, errors: answer.body.errors };
    };
    expect(await refused('?type=json&filter[diagramId]=nope')).toEqual({
      status: 422,
      errors: ['filter.diagramId: there is no diagram nope in this version'],
    });
    expect((await refused('?type=json', { draftId: 'nope' })).errors[0]).toContain('there is no draft');
    expect((await refused('')).errors[0]).toMatch(/^type: is required/);
    expect((await refused('?type=doc')).status).toBe(422);
    expect((await api.perform('landscapes.export.get', { landscapeExportId: 'nope' })).status).toBe(404);
  });

  it('shows a draft as if it were merged', async () => {
    const [root] = await api.must('model.objects.list', {}, undefined, '?filter[type]=root');
    const draft = await api.must('drafts.create', {}, { name: 'More', status: 'in-progress' });
    const props = { name: 'Planned Thing', type: 'system', parentId: root.id };
    const task = { type: 'draft-model-object-create', entityId: 'PlannedThing', props };
    await api.must('drafts.tasks.create', { draftId: draft.id }, { task });
    expect((await exported('llms', '', { draftId: draft.id })).text).toContain('System: Planned Thing');
    expect((await exported('llms')).text).not.toContain('Planned Thing');
  });

  it('escapes hostile names', async () => {
    const [root] = await api.must('model.objects.list', {}, undefined, '?filter[type]=root');
    const body = {
      name: HOSTILE,
      type: 'system',
      parentId: root.id,
      description: `${HOSTILE}\n# Not a heading`,
    };
    const links = { l: { id: 'l', index: 0, url: 'javascript:alert(1)', name: 'Run' } };
    const made = await api.must('model.objects.create', {}, { ...body, links });
    const html = (await exported('html', '&filter[includeDiagrams]=false')).text;
    expect(html).not.toMatch(/<script|href="javascript/);
    const markdown = (await exported('markdown')).text;
    expect(markdown).not.toMatch(/<script|(?<!\\)\]\(javascript/);
    expect(markdown).not.toMatch(/^# Not a heading/m);
    const csv = (await exported('object-csv')).text;
    expect(csv).toContain(`${made.id},"'=1+1 <script>`);
    await api.must('model.objects.delete', { modelObjectId: made.id });
  });

  it('fails when a fault is set', async () => {
    await api.send('PUT', '/sandbox/faults', { body: { failExports: true } });
    const begun = await api.must('landscapes.export.create', {}, {}, '?type=llms');
    const done = await finish(begun.id);
    expect(done).toMatchObject({ error: expect.stringContaining('is set to fail exports'), fileUrl: null });
    await api.send('PUT', '/sandbox/faults', { body: { failExports: false } });
  });

  it('can be started by readers, counts as an export and is logged', async () => {
    const key = await api.keyWith('read');
    const before = (await api.send('GET', '/sandbox/state')).body.meters.export;
    expect((await api.perform('landscapes.export.create', {}, { key, query: '?type=llms' })).status).toBe(
      200,
    );
    expect((await api.send('GET', '/sandbox/state')).body.meters.export).toBe(before + 1);
    const query = '?filter[actionType]=landscape-export&filter[limit]=1';
    const [log] = await api.must('landscapes.logs.list', {}, undefined, query);
    expect(log).toMatchObject({ performedById: key.id, action: { props: { type: 'llms' } } });
  });
});

describe('parts of a model', () => {
  it('as CSV have a line per record, and are logged', async () => {
    const lines = async (id: string) => {
      const { body, headers } = await api.perform(id);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      return (body as string).trimEnd().split('\r\n');
    };
    const objects = await api.must('model.objects.list');
    expect(await lines('model.objects.export.csv')).toHaveLength(objects.length + 1);
    const connections = await api.must('model.connections.list');
    expect(await lines('model.connections.export.csv')).toHaveLength(connections.length + 1);
    for (const type of ['model-objects-export', 'model-connections-export']) {
      const logs = await api.must('landscapes.logs.list', {}, undefined, `?filter[actionType]=${type}`);
      expect(logs).not.toEqual([]);
    }
  });

  it('show the dependencies of an object in both directions', async () => {
    const [connection] = await api.must(
      'model.connections.list',
      {},
      undefined,
      '?filter[direction]=outgoing',
    );
    const { id, originId, targetId } = connection;
    const out = await api.must('model.objects.export.dependenciesJson', { modelObjectId: originId });
    const found = out.outgoingConnections.map((it: { id: string }) => it.id);
    expect(found).toContain(id);
    expect(out.outgoingConnectionObjects[id][0]).toMatchObject({ id: targetId });
    const into = await api.must('model.objects.export.dependenciesJson', { modelObjectId: targetId });
    expect(into.incomingConnectionObjects[id][0]).toMatchObject({ id: originId });
    const gone = await api.perform('model.objects.export.dependenciesJson', { modelObjectId: 'nope' });
    expect(gone.status).toBe(404);
    const query = `?filter[objectIds]=${originId}&filter[objectIds]=${targetId}`;
    const both = await api.must('model.dependencies.list', {}, undefined, query);
    expect(both).toEqual({ [originId]: out, [targetId]: into });
    const [tagId] = (await api.must('model.objects.list')).flatMap((it: { tagIds: string[] }) => it.tagIds);
    const tagged = await api.must('model.dependencies.list', {}, undefined, `?filter[tagIds]=${tagId}`);
    const carriers = await api.must('tags.get', { tagId });
    expect(Object.keys(tagged).sort()).toEqual([...carriers.modelObjectIds].sort());
  });

  it('describe a connection by its names, and store nothing', async () => {
    const [connection] = await api.must('model.connections.list');
    const at = { modelConnectionId: connection.id };
    const answer = await api.must('model.connections.generateDescription', at, { type: 'detailed' });
    expect(answer.description).toContain(connection.name);
    expect(answer.message).toContain('composed this from names');
    expect(await api.must('model.connections.get', at)).toEqual(connection);
    const gone = { modelConnectionId: 'nope' };
    const body = { type: 'caption' };
    expect((await api.perform('model.connections.generateDescription', gone, { body })).status).toBe(404);
    const key = await api.keyWith('read');
    expect((await api.perform('model.connections.generateDescription', at, { body, key })).status).toBe(403);
  });

  it('check the links of an object', async () => {
    const [root] = await api.must('model.objects.list', {}, undefined, '?filter[type]=root');
    const link = (id: string, url: string) => ({ id, index: 0, url });
    const links = { good: link('good', 'https://code.test/shop'), bad: link('bad', 'nowhere') };
    const body = { name: 'Linked', type: 'system', parentId: root.id, links };
    const { id, commit } = await api.must('model.objects.create', {}, body);
    const answer = await api.must('model.objects.links.sync', { modelObjectId: id });
    expect(answer).toMatchObject({ good: { status: 'valid' }, bad: { status: 'invalid' } });
    const after = await api.must('model.objects.get', { modelObjectId: id });
    expect(after).toMatchObject({ links: answer, commit: commit + 1 });
    await api.must('model.objects.links.sync', { modelObjectId: id });
    expect(await api.must('model.objects.get', { modelObjectId: id })).toEqual(after);
    await api.must('model.objects.delete', { modelObjectId: id });
  });

  it('write a flow in three ways', async () => {
    const [flow] = await api.must('flows.list');
    const written = async (how: string) =>
      (await api.perform(`flows.export.${how}`, { flowId: flow.id })).body as string;
    expect((await written('text')).split('\n')[0]).toBe(flow.name);
    expect(await written('code')).toMatch(/^@startuml\n[\s\S]*@enduml\n$/);
    expect(await written('mermaid')).toMatch(/^sequenceDiagram\n/);
    expect((await api.perform('flows.export.text', { flowId: 'nope' })).status).toBe(404);
  });
});

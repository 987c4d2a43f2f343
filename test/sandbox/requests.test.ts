import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/index.js';
import { BODY_LIMIT } from '../../src/sandbox/http/body.js';
import { openSandboxApi, type SandboxApi, type SendOptions } from './harness.js';

let api: SandboxApi;
let latest: string;

beforeAll(async () => {
  api = await openSandboxApi();
  latest = `/v1/landscapes/${api.sandbox.landscapeId}/versions/latest`;
});
afterAll(() => api.sandbox.close());

describe('error responses', () => {
  it.each([
    ['an unknown route', 'GET', '/v1/nothing', 404, 'no-such-route'],
    ['an unknown landscape', 'GET', '/v1/landscapes/nope', 404, 'not-found'],
    ['another organization', 'GET', '/v1/organizations/nope', 404, 'not-found'],
    ['an unknown version', 'GET', '/v1/landscapes/L/versions/nope', 404, 'not-found'],
    ['an unknown record', 'GET', '/v1/landscapes/L/versions/latest/flows/nope', 404, 'not-found'],
    ['another method', 'DELETE', '/v1/user/login', 405, 'method-not-allowed'],
    [
      'another organization to duplicate into',
      'POST',
      '/v1/landscapes/L/duplicate?targetOrganizationId=x',
      404,
      'not-found',
    ],
  ])('for %s', async (_name, method, path, status, code) => {
    const reply = await api.send(
      method,
      path.replace('/L', `/${api.sandbox.landscapeId}`),
      method === 'POST' ? { body: { name: 'x' } } : {},
    );
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
    expect(reply.body.message).toBeTypeOf('string');
    expect(reply.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  it('list the allowed methods', async () => {
    const { headers } = await api.send('PUT', '/v1/organizations');
    expect(headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('list the errors of a body by field', async () => {
    const group = { name: '', icon: 'bugs', colour: 1, labels: { a: 1 } };
    const { status, body } = await api.send('POST', `${latest}/tag-groups`, { body: group });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'validation', message: expect.stringContaining('not valid') });
    expect(body.errors).toEqual([
      'name: must not be empty',
      expect.stringMatching(/^icon: must be one of bug, calendar-check/),
      'index: is required',
      'labels.a: must be text',
      'colour: is not a valid field',
    ]);
  });

  it('list the errors of a draft task', async () => {
    const [draft] = await api.must('drafts.list');
    const send = async (task: object) =>
      (await api.send('POST', `${latest}/drafts/${draft.id}/tasks`, { body: { task } })).body.errors;
    expect(
      await send({
        type: 'draft-tag-create',
        entityId: 'x',
        props: { name: 'x', color: 'teal', groupId: 'g' },
      }),
    ).toEqual([
      expect.stringMatching(/^task\.props\.color: must be one of/),
      'task.props.index: is required',
    ]);
    expect(await send({ type: 'draft-nonsense', entityId: 'x' })).toEqual([
      expect.stringMatching(/^task\.type: must be one of/),
    ]);
  });

  it.each([
    ['no JSON', { text: '{"name":' }, 400, 'malformed-json'],
    ['no body', {}, 422, 'validation'],
    [
      'another content type',
      { text: 'name=x', headers: { 'Content-Type': 'text/plain' } },
      415,
      'unsupported-media-type',
    ],
    ['a list', { body: [] }, 422, 'validation'],
    ['too much', { text: `"${'x'.repeat(BODY_LIMIT)}"` }, 413, 'body-too-large'],
  ])('for %s', async (_name, options, status, code) => {
    const reply = await api.send('POST', `${latest}/tag-groups`, options);
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
  });

  it('for a chunked body that becomes too large', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const { id, secret } = api.sandbox.adminKey;
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { Authorization: `ApiKey ${id}:${secret}` },
    };
    const response = await api.sandbox.fetch(
      new Request(`http://sandbox.test${latest}/tag-groups`, init as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(9);
  });

  it('for a page of another origin', async () => {
    const foreign = await api.send('GET', '/v1/organizations', {
      headers: { Origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    const own = await api.send('GET', '/v1/organizations', { headers: { Origin: 'http://sandbox.test' } });
    expect(own.status).toBe(200);
    expect([...own.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('queries', () => {
  const count = async (query: string) => {
    const { status, body } = await api.send('GET', `${latest}/model/objects${query}`);
    return status === 200 ? body.modelObjects.length : body.errors;
  };

  it('accept lists in every form', async () => {
    const both = await count('?filter[type]=app&filter[type]=store');
    expect(both).toBeGreaterThan(await count('?filter[type]=app'));
    expect(await count('?filter[type][]=app&filter[type][]=store')).toBe(both);
    expect(await count('?filter[type][0]=app&filter[type][1]=store')).toBe(both);
    expect(await count('?filter%5Btype%5D=app&filter%5Btype%5D=store')).toBe(both);
  });

  it('accept null in both spellings, for nullable parameters', async () => {
    const roots = await count('?filter[type]=root');
    expect(await count('?filter[parentId]=')).toBe(roots);
    expect(await count('?filter[parentId]=null')).toBe(roots);
    expect(await count('?filter[name]=null')).toBe(0);
    expect(await count('?filter[type]=')).toEqual([expect.stringMatching(/^filter\.type: must be one of/)]);
  });

  it('reject unknown parameters', async () => {
    expect(await count('?filter[nme]=x')).toEqual(['filter.nme: is not a valid field']);
    expect(await count('?fields=x')).toEqual(['fields: is not a valid field']);
    expect(await count('?__proto__[x]=1')).toEqual(['__proto__[x]: is not a valid parameter']);
    expect(await count('?filter=1&filter[type]=app')).toEqual([expect.stringContaining('both as a value')]);
    expect(await count('?limit=0')).toEqual(['limit: must be a whole number from 1 to 10000']);
    expect(await count('?cursor=abc')).toEqual(['cursor: is not a valid cursor of this list']);
  });

  it('filter by labels, flags and lists', async () => {
    const [root] = await api.must('model.objects.list', {}, undefined, '?filter[type]=root');
    const [tag] = await api.must('tags.list');
    const body = {
      name: 'Odd',
      type: 'actor',
      parentId: root.id,
      external: true,
      labels: { team: 'x y', n: '1' },
      tagIds: [tag.id],
    };
    const { id } = await api.must('model.objects.create', {}, body);
    for (const filter of [
      'labels][team]=x%20y',
      'labels][n]=1',
      'name]=Odd',
      `tagIds]=nope&filter[tagIds]=${tag.id}`,
    ]) {
      const found = await api.must('model.objects.list', {}, undefined, `?filter[${filter}`);
      expect(found.map((it: { id: string }) => it.id)).toContain(id);
    }
    expect(await count('?filter[labels][team]=x')).toBe(0);
    const external = await api.must('model.objects.list', {}, undefined, '?filter[external]=true');
    expect(external.every((it: { external: boolean }) => it.external)).toBe(true);
  });

  it('page through a list without gaps or repetitions', async () => {
    const all = await api.must('model.objects.list');
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.perform(
        'model.objects.list',
        {},
        { query: `?limit=7${cursor && `&cursor=${cursor}`}` },
      );
      seen.push(...body.modelObjects.map((it: { id: string }) => it.id));
      cursor = body.nextCursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(all.map((it: { id: string }) => it.id));
  });

  it('find technologies', async () => {
    const list = (query: string) => api.must('catalog.technologies.list', {}, undefined, query);
    const named = await list('?filter[name]=POSTGRES');
    expect(named.map((it: { name: string }) => it.name)).toEqual(['PostgreSQL']);
    const aws = await list('?filter[provider]=aws&filter[type][]=data-storage&filter[restrictions]=store');
    expect(aws.length).toBeGreaterThan(1);
    expect(aws.every((it: { provider: string }) => it.provider === 'aws')).toBe(true);
    const { body } = await api.perform('catalog.technologies.list', {}, { query: '?limit=3' });
    expect(body.catalogTechnologies).toHaveLength(3);
    const { body: next } = await api.perform(
      'catalog.technologies.list',
      {},
      { query: `?limit=3&cursor=${body.nextCursor}` },
    );
    expect(next.catalogTechnologies[0].id).not.toBe(body.catalogTechnologies[0].id);
  });
});

describe('limits of nesting and number', () => {
  const reply = async (path: string, options: SendOptions = {}) => {
    const { status, body } = await api.send(options.text === undefined ? 'GET' : 'POST', path, options);
    return { status, code: body.code, error: body.errors?.[0] };
  };
  const deepBody = (levels: number, openSandboxApi: string, close: string) =>
    `{"name":"Deep","labels":${openSandboxApi.repeat(levels)}1${close.repeat(levels)}}`;
  const TOO_DEEP = { status: 422, code: 'validation', error: 'body: is nested more than 64 levels deep' };

  it('in the names of a query', async () => {
    for (const levels of [32, 5_000, 200_000]) {
      expect(await reply(`${latest}/flows?filter${'[a]'.repeat(levels)}=1`)).toEqual({
        status: 422,
        code: 'validation',
        error: 'filter: is nested more than 32 levels deep',
      });
    }
    // Below the limit the schema decides.
    const near = await reply(`${latest}/flows?filter${'[a]'.repeat(31)}=1`);
    expect(near).toEqual({ status: 422, code: 'validation', error: 'filter.a: is not a valid field' });
  });

  it('in the values of a query, which are rejected quickly', async () => {
    const many = Array.from({ length: 1_001 }, (_, at) => `filter[x${at}]=null`);
    const refused = { status: 422, code: 'validation', error: 'query: has more than 1000 values' };
    expect(await reply(`${latest}/flows?${many.join('&')}`)).toEqual(refused);
    const most = await reply(`${latest}/flows?${many.slice(1).join('&')}`);
    expect(most).toMatchObject({ status: 422, error: 'filter.x1: is not a valid field' });
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('in the %s of a body', async (_name, openSandboxApi, close) => {
    for (const levels of [64, 10_000, 400_000]) {
      expect(await reply(`${latest}/tag-groups`, { text: deepBody(levels, openSandboxApi, close) })).toEqual(
        TOO_DEEP,
      );
    }
    expect(await reply(`${latest}/tag-groups`, { text: '['.repeat(100_000) })).toEqual(TOO_DEEP);
    const near = await reply(`${latest}/tag-groups`, { text: deepBody(63, openSandboxApi, close) });
    expect(near).toMatchObject({ status: 422, error: expect.stringMatching(/^icon: is required/) });
  });

  it('do not count brackets within a text', async () => {
    const name = `\\"${'[{'.repeat(20)}`;
    const text = JSON.stringify({
      name: name.repeat(2),
      icon: 'bug',
      index: 0,
      labels: { a: '[{"'.repeat(99) },
    });
    expect(await reply(`${latest}/tag-groups`, { text })).toMatchObject({ status: 200 });
  });

  it('in bodies of the control API', async () => {
    const text = '['.repeat(100_000);
    expect((await api.send('PUT', '/sandbox/faults', { text })).body.errors).toEqual([TOO_DEEP.error]);
    const large = await api.send('PUT', '/sandbox/faults', { text: ' '.repeat(BODY_LIMIT + 1) });
    expect({ status: large.status, code: large.body.code }).toEqual({ status: 413, code: 'body-too-large' });
  });
});

describe('pages about the sandbox', () => {
  it('report health without a key', async () => {
    const { status, body } = await api.send('GET', '/v1/health', { key: null });
    expect({ status, body }).toMatchObject({ status: 200, body: { ok: true, plan: 'scale', seed: 'demo' } });
  });

  it('list implemented and missing operations', async () => {
    const { body } = await api.send('GET', '/', { key: null });
    expect(body.operations).toHaveLength(OPERATIONS.length);
    expect(body.ownChoices.length).toBeGreaterThan(5);
    expect(body.notImplemented.length).toBeGreaterThan(0);
    expect(body.leftOut.length).toBeGreaterThan(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { OPERATIONS } from '../../src/contract/index.js';
import { type Method, operation } from '../../src/contract/operation.js';
import { router, segmentsOf } from '../../src/sandbox/http/router.js';
import { parametersOf, routesOf } from '../../src/sandbox/http/routes.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

const declared = (method: Method, path: string, otherPaths: readonly string[] = []) =>
  operation({
    id: `${method} ${path}`,
    method,
    path,
    otherPaths,
    response: z.object({}),
    envelope: null,
    answers: 'nothing',
    meter: 'read',
    access: 'read',
    summary: 'For this test',
  });

describe('routes', () => {
  const routes = routesOf([
    declared('GET', '/things/{thingId}'),
    declared('PUT', '/things/{id}', ['/old/{a}/things/{b}']),
    declared('GET', '/things/pictures'),
    declared('GET', '/{any}/pictures'),
  ]);
  const at = (path: string) => routes.find((route) => route.path === path);

  it('are merged if paths differ only in names of parameters', () => {
    const place = at('/v1/things/{}')?.targets;
    expect([...(place?.keys() ?? [])]).toEqual(['GET', 'HEAD', 'PUT']);
    const [get, put] = [place?.get('GET'), place?.get('PUT')];
    if (!get || !put) throw new Error('There is no such place.');
    expect(parametersOf(get, ['x'])).toEqual({ thingId: 'x' });
    expect(parametersOf(put, ['x'])).toEqual({ id: 'x' });
    const old = at('/v1/old/{}/things/{}')?.targets.get('PUT');
    expect(old && parametersOf(old, ['x', 'y'])).toEqual({ a: 'x', b: 'y' });
  });
});

describe('the router', () => {
  const paths = router<string>();
  // Independent of the order of declaration.
  for (const path of ['/{}/pictures', '/things/{}', '/things/pictures', '/things/{}/old', '/{}/{}/new', '/'])
    paths.add(path, path);
  const found = (path: string) => {
    const { value, values } = paths.find(segmentsOf(path)) ?? {};
    return value === undefined ? undefined : [value, ...(values ?? [])];
  };

  it('tries a fixed segment before a parameter, segment by segment', () => {
    expect(found('/things/pictures')).toEqual(['/things/pictures']);
    expect(found('/things/x')).toEqual(['/things/{}', 'x']);
    expect(found('/x/pictures')).toEqual(['/{}/pictures', 'x']);
    expect(found('/')).toEqual(['/']);
  });

  it('backtracks to a parameter if a fixed segment has no match', () => {
    expect(found('/things/x/new')).toEqual(['/{}/{}/new', 'things', 'x']);
    expect(found('/things/pictures/old')).toEqual(['/things/{}/old', 'pictures']);
  });

  it('decodes segments, and rejects an empty one for a parameter', () => {
    expect(found('/%74hings/a%2Fb')).toEqual(['/things/{}', 'a/b']);
    expect(found('/things/50%')).toEqual(['/things/{}', '50%']);
    for (const path of ['/things/', '/things', '//pictures', '/things/x/', '', '/things%2Fpictures'])
      expect(found(path), path).toBeUndefined();
  });
});

describe('over HTTP', () => {
  let api: SandboxApi;
  let scope: Record<string, string>;
  beforeAll(async () => {
    api = await openSandboxApi();
    const { organizationId, landscapeId } = api.sandbox;
    scope = { organizationId, landscapeId, versionId: 'latest' };
  });
  afterAll(() => api.sandbox.close());

  const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');
  const filled = (path: string) =>
    `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => scope[name] ?? 'NobodyHasThisId00000')}`;
  const paths = OPERATIONS.flatMap(({ path, otherPaths = [] }) => [path, ...otherPaths]);

  it('a path accepts the declared methods, and no others', async () => {
    for (const path of new Set(paths)) {
      const methods = OPERATIONS.filter(({ path: own, otherPaths = [] }) =>
        [own, ...otherPaths].some((it) => shapeOf(it) === shapeOf(path)),
      ).map(({ method }) => method);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (methods.includes(method)) continue;
        const { status, headers } = await api.send(method, filled(path), { body: {} });
        expect([method, path, status]).toEqual([method, path, 405]);
        expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(methods));
      }
    }
  });

  it('HEAD answers like GET, without a body', async () => {
    const reads = OPERATIONS.filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(20);
    for (const { path } of reads) {
      const get = await api.send('GET', filled(path));
      const head = await api.send('HEAD', filled(path));
      expect([path, head.status, head.body]).toEqual([path, get.status, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
    for (const path of ['/', '/v1/health']) {
      expect(await api.send('HEAD', path, { key: null })).toMatchObject({ status: 200, body: '' });
    }
  });
});

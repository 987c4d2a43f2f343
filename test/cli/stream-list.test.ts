/** Lists as ndjson are written page by page. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openService, type Service } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

let service: Service;
let user: Machine;
beforeAll(async () => {
  service = await openService({ seed: 'generated:objects=2500,connections=0' });
});
afterAll(() => service.close());
beforeEach(() => {
  user = machine(service);
  const { organizationId, landscapeId } = service.sandbox;
  user.signIn({ org: organizationId, landscape: landscapeId });
});
afterEach(() => user.remove());

const list = (...more: string[]) => ['object', 'list', '-o', 'ndjson', ...more];
const pages = () => service.requests.filter(({ url }) => url.pathname.endsWith('/objects')).length;

it('writes its first line before it requests the second page', async () => {
  const before = pages();
  let atFirst: number | undefined;
  const ran = await user.run(list(), {
    onStdout: () => {
      atFirst ??= pages() - before;
    },
  });
  expect(ran.lines()).toHaveLength(2500);
  expect([atFirst, pages() - before]).toEqual([1, 3]);
});

it('prints the same lines as a collected list', async () => {
  const gathered = (await user.run(['object', 'list', '-o', 'json'])).json();
  expect((await user.run(list())).lines()).toEqual(gathered);
  const names = (await user.run(list('--query', '[].name'))).lines();
  expect(names).toEqual((gathered as { name: string }[]).map(({ name }) => name));
  expect((await user.run(list('--fields', 'name'))).lines()[0]).toEqual({ name: names[0] });
});

it('stops at the limit, with a notice', async () => {
  const before = pages();
  const cut = await user.run(list('--limit', '1200'));
  expect(cut.lines()).toHaveLength(1200);
  expect(cut.stderr).toContain('Showing the first 1200; --limit shows more.');
  expect(pages() - before).toBe(2);
  const whole = await user.run(list('--limit', '2500'));
  expect(whole.lines()).toHaveLength(2500);
  expect(whole.stderr).not.toContain('Stopped');
});

it('counts records of the requested name', async () => {
  const all = (await user.run(['object', 'list', '-o', 'json'])).json() as { name: string }[];
  const called = all.filter(({ name }) => name.toLowerCase().includes('order'));
  expect(called.length).toBeGreaterThan(5);
  expect((await user.run(list('--name', ' ORDER'))).lines()).toEqual(called);
  for (const argv of [
    list('--name', 'order', '--limit', '5'),
    ['object', 'list', '-o', 'json', '--name', 'order', '--limit', '5'],
  ]) {
    const cut = await user.run(argv);
    expect(cut.stdout.match(/"name"/g)).toHaveLength(5);
    expect(cut.stderr).toContain('Showing the first 5');
  }
  const [exact = { name: '' }] = called;
  const before = service.requests.length;
  const found = (await user.run(list('--name-exact', exact.name))).lines();
  expect(found).toEqual(all.filter(({ name }) => name === exact.name));
  expect(service.requests.at(before)?.url.searchParams.get('filter[name]')).toBe(exact.name);
});

it('ends with the error of a failing page, after the lines before it', async () => {
  const failing = await user.run(list('--retries', '0'), {
    transport: async (request) => {
      if (!request.url.searchParams.has('cursor')) return service.transport(request);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  });
  expect(failing.code).toBe(7);
  expect(failing.lines()).toHaveLength(1000);
  expect(failing.error().kind).toBe('unavailable');
});

const json = (...more: string[]) => ['object', 'list', '-o', 'json', ...more];

it('writes JSON into a pipe page by page, as one array', async () => {
  const before = pages();
  let atFirst: number | undefined;
  const ran = await user.run(json(), {
    onStdout: () => {
      atFirst ??= pages() - before;
    },
  });
  expect([atFirst, pages() - before]).toEqual([1, 3]);
  const objects = ran.json();
  expect(objects).toEqual((await user.run(list())).lines());
  expect(ran.stdout).toBe(`${JSON.stringify(objects)}\n`);
  expect((await user.run(json('--name', 'no such name'))).stdout).toBe('[]\n');
});

it('leaves the JSON array open after a failing page', async () => {
  const failing = await user.run(json('--retries', '0'), {
    transport: async (request) => {
      if (!request.url.searchParams.has('cursor')) return service.transport(request);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  });
  expect(failing.code).toBe(7);
  expect(JSON.parse(`${failing.stdout}]`)).toHaveLength(1000);
  expect(() => JSON.parse(failing.stdout)).toThrow();
});

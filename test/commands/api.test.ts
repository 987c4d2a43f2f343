import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, NEVER, SECRET_MARK, textOf } from '../support/sandbox.js';
import type { Machine, RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let latest: string;

beforeAll(async () => {
  suite = await openCommandSuite({ schedule: NEVER });
  here = suite.machine();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
});
afterAll(() => suite.close());

const api = (argv: readonly string[], options?: RunOptions) =>
  here.run(['api', ...argv, '-o', 'json'], options);

describe('api', () => {
  it.each([
    'organizations',
    '/organizations',
    'v1/organizations',
    '/v1/organizations',
    'https://sandbox.test/v1/organizations',
  ])('reads %s', async (path) => {
    const ran = await api(['get', path]);
    expect(ran.code).toBe(0);
    expect(ran.json()).toEqual(await suite.ask('organizations'));
  });

  it('sends query parameters, and formats the response', async () => {
    const ran = await api([
      ...['GET', 'catalog/technologies', '--query-param', 'filter[provider]=aws', '--query-param', 'limit=3'],
      ...['--query', 'catalogTechnologies[].provider'],
    ]);
    expect(ran.json()).toEqual(['aws', 'aws', 'aws']);
  });

  it('sends a body of fields, nested by dots', async () => {
    const ran = await api([
      ...['POST', `${latest}/tag-groups`, '-f', 'name=By field', '-f', 'icon=lock', '-F', 'index=4'],
      ...['-f', 'labels.env=prod', '-f', 'labels.a=b=c'],
    ]);
    expect(ran.code).toBe(0);
    const { tagGroup } = ran.json() as { tagGroup: JsonObject };
    expect(tagGroup).toMatchObject({
      name: 'By field',
      icon: 'lock',
      index: 4,
      labels: { env: 'prod', a: 'b=c' },
    });
    expect((await api(['GET', `${latest}/tag-groups/${textOf(tagGroup, 'id')}`])).json()).toEqual({
      tagGroup,
    });
  });

  it('reads JSON values of fields from text, file and stdin', async () => {
    here.write('labels.json', '{"from": "file"}');
    const argv = [
      'PATCH',
      'x',
      '-F',
      'a=null',
      '-F',
      'b=[1,"2"]',
      '-F',
      'c=@labels.json',
      '-F',
      'd=-',
      '--dry-run',
    ];
    const ran = await api(argv, { stdin: 'true' });
    expect((ran.json() as { body: unknown }).body).toEqual({
      a: null,
      b: [1, '2'],
      c: { from: 'file' },
      d: true,
    });
  });

  it.each(['file', 'stdin'])('sends a body from %s unchanged', async (from) => {
    const body = JSON.stringify({ name: `From ${from}`, icon: 'star', index: 2 });
    const input = from === 'stdin' ? '-' : here.write('body.json', body);
    const ran = await api(
      ['POST', `${latest}/tag-groups`, '--input', input],
      from === 'stdin' ? { stdin: body } : {},
    );
    expect(ran.json()).toMatchObject({ tagGroup: { name: `From ${from}` } });
  });

  it('shows status and headers with -i', async () => {
    const ran = await api(['GET', 'health', '-i']);
    expect(ran.json()).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-request-id': expect.stringMatching(/^\w{20}$/) },
      body: { ok: true },
    });
    const drawn = await here.run(['api', 'GET', 'health', '-i']);
    expect(drawn.stdout).toMatch(/^HTTP 200\n(.+: .+\n)+\n\{\n/);
  });

  it('prints nothing for a response without a body', async () => {
    const ran = await api(['HEAD', `${latest}/diagrams/${suite.ids.diagram}`]);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
  });

  it('deletes', async () => {
    const made = await suite.ask(`${latest}/tag-groups`, 'POST', { name: 'Gone', icon: 'bug', index: 1 });
    const path = `${latest}/tag-groups/${textOf(made.tagGroup, 'id')}`;
    expect((await api(['DELETE', path])).code).toBe(0);
    expect((await api(['GET', path])).code).toBe(4);
  });

  it.each([
    'https://elsewhere.test/v1/organizations',
    'http://sandbox.test/v1/organizations',
    'https://sandbox.test:8443/v1/organizations',
    'https://user@sandbox.test/v1/organizations',
    '../sandbox/state',
    'v1/../../sandbox/state',
    'file:///etc/passwd',
  ])('does not send the key to %s', async (address) => {
    const ran = await api(['GET', address, '--debug']);
    expect(ran.code).toBe(2);
    expect(ran.error().kind).toBe('usage');
    expect(ran.requests).toEqual([]);
    expect(ran.stderr).not.toContain(SECRET_MARK);
  });

  it('interprets // as a path, not as a host', async () => {
    const ran = await api(['GET', '//elsewhere.test/v1/organizations']);
    expect(ran.code).not.toBe(0);
    for (const { url } of ran.requests) expect(url.host).toBe('sandbox.test');
  });

  it.each([
    [['FETCH', 'organizations'], 'a method that is none'],
    [['GET', 'organizations', '-f', 'a=b'], 'a body of a GET'],
    [['POST', 'organizations', '-f', 'a'], 'a field without a value'],
    [['POST', 'organizations', '-F', 'a={'], 'a value that is not JSON'],
    [['POST', 'organizations', '-f', 'a=b', '--input', '-'], 'fields and an input'],
    [['POST', 'organizations', '--input', 'no-such-file'], 'a file that is not there'],
    [['GET'], 'no path'],
  ])('rejects %j: %s', async (argv) => {
    const ran = await api(argv);
    expect(ran.code).toBe(2);
    expect(ran.requests).toEqual([]);
  });

  it('explains why a body was rejected', async () => {
    const ran = await api(['POST', `${latest}/tag-groups`, '-f', 'name=x']);
    expect(ran.code).toBe(5);
    expect(ran.error()).toMatchObject({
      kind: 'refused',
      status: 422,
      requestId: expect.stringMatching(/^\w{20}$/),
      details: [expect.stringContaining('icon'), expect.stringContaining('index')],
    });
  });

  it('treats a path alone as a GET, and a method alone as an error', async () => {
    const here = suite.machine();
    const whole = await here.run(['api', 'GET', 'organizations']);
    for (const path of ['organizations', '/organizations'])
      expect(await here.run(['api', path])).toMatchObject({ code: 0, stdout: whole.stdout });
    const ran = await here.run(['api', 'post', '-o', 'json']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.error().message).toBe('Argument PATH is missing.');
  });

  it('counts its requests on the right meter', async () => {
    const other = suite.machine();
    await other.run(['api', 'GET', 'organizations']);
    await other.run(['api', 'POST', `${latest}/tag-groups`, '-f', 'name=x']);
    await other.run(['api', 'POST', `${latest}/diagrams/${suite.ids.diagram}/export/image`]);
    const used = listOf({ used: (await other.run(['quota', '-o', 'json'])).json() }, 'used');
    expect(Object.fromEntries(used.map((row) => [row.meter, row.used]))).toEqual({
      read: 1,
      write: 1,
      import: 0,
      export: 1,
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let latest: string;
/** Ids of test records by name; the later one of two with the same name. */
const made: Record<string, string> = {};
const create = async (name: string, parentId: string, type = 'app'): Promise<string> => {
  const answer = await suite.ask(`${latest}/model/objects`, 'POST', { name, type, parentId });
  made[name] = textOf(answer.modelObject, 'id');
  return made[name];
};
const ID = /(?<![A-Za-z0-9])[A-Za-z0-9]{20}(?![A-Za-z0-9])/;
const LOOKS_LIKE_AN_ID = 'PaymentGatewayV2Main';
let twins: string[];

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
  const [one = {}, two = {}] = listOf(
    await suite.ask(`${latest}/model/objects?filter[type]=system`),
    'modelObjects',
  );
  made.one = textOf(one, 'id');
  twins = [await create('Twin', textOf(one, 'id')), await create('Twin', textOf(two, 'id'))];
  for (const name of ['Straße 東京', 'Say "hi"', 'Read/Write', LOOKS_LIKE_AN_ID, "It's $HOME"])
    await create(name, textOf(one, 'id'));
});
afterAll(() => suite.close());

const idOf = (ran: { json(): unknown }): unknown => (ran.json() as JsonObject).id;

describe('a name is accepted in place of an id', () => {
  it.each([
    ['as it is', 'Straße 東京', 'Straße 東京'],
    ['in another case', 'STRASSE 東京'.replace('SS', 'ß'), 'Straße 東京'],
    ['with quotes', 'Say "hi"', 'Say "hi"'],
    ['with what a shell reads', "It's $HOME", "It's $HOME"],
    ['with a slash', 'Read/Write', 'Read/Write'],
    ['that looks like an id', LOOKS_LIKE_AN_ID, LOOKS_LIKE_AN_ID],
  ])('%s', async (_, typed, name) => {
    expect(idOf(await here.run(['object', 'get', typed, '-o', 'json']))).toBe(made[name]);
  });

  it('that looks like an id, in a body and in a filter', async () => {
    const argv = ['--name', 'Below', '--type', 'component', '--parent', LOOKS_LIKE_AN_ID];
    const below = await here.run(['object', 'create', ...argv, '-o', 'json']);
    expect(below.code, below.stderr).toBe(0);
    const list = await here.run(['object', 'list', '--parent', LOOKS_LIKE_AN_ID, '-o', 'json']);
    expect((list.json() as JsonObject[]).map(({ name }) => name)).toEqual(['Below']);
    const lines = await here.run(['object', 'list', '--parent', LOOKS_LIKE_AN_ID, '-o', 'ndjson']);
    expect((JSON.parse(lines.stdout) as JsonObject).name).toBe('Below');
  });

  it('of a connection, after its origin if several have it', async () => {
    for (const originId of twins)
      await suite.ask(`${latest}/model/connections`, 'POST', {
        name: 'Rings',
        originId,
        targetId: made['Read/Write'],
        direction: 'outgoing',
      });
    const [system] = listOf(await suite.ask(`${latest}/model/objects?filter[type]=system`), 'modelObjects');
    const path = `${textOf(system, 'name')}/Twin/Rings`;
    expect(await here.run(['connection', 'get', path, '-o', 'json'])).toMatchObject({ code: 0 });
    const near = await here.run(['connection', 'get', 'ring', '-o', 'json']);
    expect(near.error().hint).toContain(`"${path}"`);
    expect(near.error().hint).not.toMatch(ID);
  });

  it('of one letter suggests nothing', async () => {
    const { hint } = (await here.run(['object', 'get', 'a', '-o', 'json'])).error();
    expect(hint).toBe('"archctl object list" lists them.');
  });

  it('of a landscape, wherever it is given', async () => {
    const { name } = (await suite.ask(`landscapes/${suite.ids.landscape}`)).landscape as JsonObject;
    const there = String(name).toUpperCase();
    const flag = ['diagram', 'list', '-o', 'json', '--landscape', there];
    const ids = async (argv: string[], env = {}) =>
      ((await here.run(argv, { env })).json() as JsonObject[]).map(({ id }) => id);
    const wanted = await ids(['diagram', 'list', '-o', 'json', '--landscape', suite.ids.landscape]);
    expect(wanted).not.toEqual([]);
    expect(await ids(flag)).toEqual(wanted);
    expect(await ids(flag.slice(0, 4), { ARCHCTL_LANDSCAPE: there })).toEqual(wanted);
  });

  it('of a technology, a tag and a team, in filters and changes', async () => {
    const found = async (...argv: string[]) =>
      (await here.run(['object', 'list', ...argv, '-o', 'json'])).json() as JsonObject[];
    expect(await found('--technology', 'postgresql')).not.toEqual([]);
    expect(await found('--tag', 'criticality/tier 1')).toEqual(await found('--tag', 'Tier 1'));
    const changed = await here.run(['object', 'update', 'Read/Write', '--add-tag', 'Tier 1', '-o', 'json']);
    expect((changed.json() as { tagIds: unknown[] }).tagIds).toHaveLength(1);
  });
});

describe('a filter by its key', () => {
  const listed = async (...argv: string[]) => {
    const ran = await here.run([...argv, '-o', 'json']);
    return { ids: (ran.json() as JsonObject[]).map(({ id }) => id), sent: ran.requests.length };
  };

  it.each([
    ['object', '--parent', 'Booking', 'parentId=booking'],
    ['object', '--technology', 'Redis', 'technologyIds=Redis'],
    ['connection', '--origin', 'Booking API', 'originId=Booking API'],
  ])('of %s accepts a name like %s %s', async (noun, option, name, filter) => {
    const { ids } = await listed(noun, 'list', option, name);
    expect(ids).not.toEqual([]);
    expect(await listed(noun, 'list', '--filter', filter)).toEqual({ ids, sent: 2 });
  });

  it('sends no lookup for an id, none, or a label', async () => {
    for (const filter of [`parentId=${made.one}`, 'parentId=none', 'labels.team=Booking', 'name=Booking'])
      expect(await listed('object', 'list', '--filter', filter)).toMatchObject({ sent: 1 });
  });

  it('accepts several, and a name that looks like an id', async () => {
    const argv = ['--filter', 'originId=Booking API', '--filter', 'originId=Booking Website'];
    const { ids } = await listed(
      'connection',
      'list',
      '--origin',
      'Booking API',
      '--origin',
      'Booking Website',
    );
    expect((await listed('connection', 'list', ...argv)).ids).toEqual(ids);
    const found = await here.run([
      'object',
      'list',
      '--filter',
      `parentId=${LOOKS_LIKE_AN_ID}`,
      '-o',
      'json',
    ]);
    expect((found.json() as JsonObject[]).map(({ name }) => name)).toEqual(['Below']);
  });
});

describe('an ambiguous name', () => {
  it('is rejected with the path and id of each match, and nothing is changed', async () => {
    const ran = await here.run(['object', 'update', 'twin', '--status', 'future']);
    expect(ran.code).toBe(2);
    for (const id of twins) expect(ran.stderr).toContain(id);
    expect(ran.stderr).toMatch(/\S+\/Twin/);
    expect(ran.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('is resolved by its path', async () => {
    const { name } = (await suite.ask(`${latest}/model/objects/${made.one}`)).modelObject as JsonObject;
    expect(idOf(await here.run(['object', 'get', `${name}/Twin`, '-o', 'json']))).toBe(twins[0]);
  });

  it('is resolved by a picker', async () => {
    const answers = [
      { ask: 'select', message: 'Several records are named "Twin"', answer: twins[1] ?? '' },
    ] as const;
    const ran = await here.run(['object', 'get', 'Twin', '-o', 'json', '--no-color'], { tty: true, answers });
    expect(idOf(ran)).toBe(twins[1]);
  });
});

describe('an unknown name', () => {
  it.each([
    ['an argument', ['object', 'get', 'Twinn']],
    ['a filter', ['object', 'list', '--parent', 'Twinn']],
    ['a filter by its key', ['object', 'list', '--filter', 'parentId=Twinn']],
    ['a body', ['object', 'create', '--name', 'x', '--type', 'app', '--parent', 'Twinn']],
  ])('is an error with the nearest names, in %s', async (_, argv) => {
    const ran = await here.run([...argv, '-o', 'json']);
    expect(ran.code).toBe(4);
    expect(ran.error()).toMatchObject({
      kind: 'not-found',
      hint: 'Did you mean "Booking/Twin" or "Boarding/Twin"?',
    });
    expect(ran.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('is an error with the command that lists names, if none is near', async () => {
    const ran = await here.run(['object', 'get', 'Zyxwvu', '-o', 'json']);
    expect(ran.error().hint).toBe('"archctl object list" lists them.');
  });
});

describe('a name of any characters', () => {
  const ODD = ['Café', '👩‍🚀 Crew', 'ملاحة', '-rf', 'A, B', 'none', 'x=y', '../..', "a'b`c`$(d)", '100 %2F'];

  it.each(ODD)('%s is resolved, as an argument and in an option', async (name) => {
    const id = await create(name, textOf(made, 'one'));
    expect(idOf(await here.run(['object', 'get', '-o', 'json', '--', name]))).toBe(id);
    const ends = [`--origin=${name}`, '--target', 'Read/Write'];
    const line = ['connection', 'create', '--name', 'Odd', '--direction', 'outgoing', ...ends];
    const ran = await here.run([...line, '-o', 'json']);
    expect(ran.json(), ran.stderr).toMatchObject({ originId: id, targetId: made['Read/Write'] });
  });

  it('is the same in every Unicode composition', async () => {
    expect(idOf(await here.run(['object', 'get', 'cafe\u0301', '-o', 'json']))).toBe(made.Café);
  });

  it('with a slash has a path of its own, and is refused if it is the path of another record', async () => {
    const { name: system } = (await suite.ask(`${latest}/model/objects/${made.one}`))
      .modelObject as JsonObject;
    const path = `${system}/Read/Write`;
    expect(idOf(await here.run(['object', 'get', path, '-o', 'json']))).toBe(made['Read/Write']);
    const namesake = await create(path, textOf(made, 'one'));
    const refused = await here.run(['object', 'delete', path, '--yes', '-o', 'json']);
    expect(refused.error()).toMatchObject({ kind: 'usage' });
    expect(refused.error().message).toContain(`Several records are named "${path}"`);
    expect(refused.error().hint).toContain(`  ${namesake}  ${system}/${path}\n`);
    expect(refused.error().hint).toContain(`  ${made['Read/Write']}  Passenger Travel/${path}`);
    expect(refused.requests.map(({ method }) => method)).not.toContain('DELETE');
    // Each suggestion leads to its record.
    for (const [id = '', word = ''] of [
      [namesake, `${system}/${path}`],
      [textOf(made, 'Read/Write'), textOf(made, 'Read/Write')],
      [textOf(made, 'Read/Write'), `Passenger Travel/${path}`],
    ])
      expect(idOf(await here.run(['object', 'get', word, '-o', 'json']))).toBe(id);
    const twin = await here.run(['object', 'get', 'Twim', '-o', 'json']);
    expect(twin.error().hint).toBe('Did you mean "Booking/Twin" or "Boarding/Twin"?');
  });

  it('is accepted with the domain first, in an argument, an option and a body', async () => {
    const full = 'passenger travel/Booking/Booking API';
    const api = idOf(await here.run(['object', 'get', 'Booking API', '-o', 'json']));
    expect(idOf(await here.run(['object', 'get', full, '-o', 'json']))).toBe(api);
    const line = [
      'connection',
      'create',
      '--name',
      'Odd',
      '--direction',
      'outgoing',
      '--target',
      textOf(made, 'Read/Write'),
    ];
    const byOption = await here.run([...line, '--origin', full, '-o', 'json']);
    expect(byOption.json(), byOption.stderr).toMatchObject({ originId: api });
    const byBody = await here.run([...line, '--data', JSON.stringify({ originId: full }), '-o', 'json']);
    expect(byBody.json(), byBody.stderr).toMatchObject({ originId: api });
  });

  it('is listed as usable by id only if no path distinguishes it', async () => {
    const ids = [await create('Same', textOf(made, 'one')), await create('Same', textOf(made, 'one'))];
    const ran = await here.run(['object', 'get', 'Same', '-o', 'json']);
    for (const id of ids) expect(ran.error().hint).toContain(`  ${id}  Booking/Same (by id only)`);
  });

  it('of a tag with a slash is rejected if it is the path of another tag', async () => {
    const { tagGroup } = await suite.ask(`${latest}/tag-groups`, 'POST', {
      name: 'Level',
      icon: 'bug',
      index: 8,
    });
    const body = { color: 'red', groupId: textOf(tagGroup, 'id'), index: 0 };
    for (const name of ['High', 'Level/High']) await suite.ask(`${latest}/tags`, 'POST', { ...body, name });
    const ran = await here.run(['tag', 'delete', 'Level/High', '--yes', '-o', 'json']);
    expect(ran.error()).toMatchObject({ kind: 'usage' });
    expect(ran.requests.map(({ method }) => method)).not.toContain('DELETE');
  });

  it('that is the id of another record resolves to that one', async () => {
    const id = String(made.Café);
    await create(id, textOf(made, 'one'));
    expect(idOf(await here.run(['object', 'get', id, '-o', 'json']))).toBe(id);
  });

  it('in two systems is resolved by path, several in one line', async () => {
    const systems = listOf(await suite.ask(`${latest}/model/objects?filter[type]=system`), 'modelObjects');
    const ends = systems.slice(0, 2).map(({ name }) => `${name}/Twin`);
    const [origin = '', target = ''] = ends;
    const line = ['connection', 'create', '--name', 'Twins', '--direction', 'outgoing'];
    const ran = await here.run([...line, '--origin', origin, '--target', target, '-o', 'json']);
    expect(ran.json(), ran.stderr).toMatchObject({ originId: twins[0], targetId: twins[1] });
  });
});

describe('a name that changes between lookup and request', () => {
  /** After the lookup, the object of that name is renamed and another gets its name. */
  const moving = (name: string, change: (id: string) => Promise<unknown>): Send => {
    const victim = textOf(made, name);
    let looked = false;
    return async (request) => {
      const answer = await suite.service.transport(request);
      if (!looked && request.method === 'GET' && request.url.pathname.endsWith('/model/objects')) {
        looked = true;
        await change(victim);
        await create(name, textOf(made, 'one'));
      }
      return answer;
    };
  };
  const rename = (id: string): Promise<unknown> =>
    suite.ask(`${latest}/model/objects/${id}`, 'PATCH', { name: 'Renamed' });
  const remove = (id: string): Promise<unknown> => here.run(['object', 'delete', id, '--yes']);
  const there = async (filter: string): Promise<unknown[]> =>
    listOf(await suite.ask(`${latest}/model/objects?filter${filter}`), 'modelObjects').map(({ id }) => id);

  it('resolves to the record that was found, and to no other', async () => {
    const victim = await create('Fleeting', textOf(made, 'one'));
    const transport = moving('Fleeting', rename);
    const ran = await here.run(['object', 'delete', 'Fleeting', '--yes', '-o', 'json'], { transport });
    expect(ran.code).toBe(0);
    expect(await there('[name]=Fleeting')).toEqual([made.Fleeting]);
    expect(made.Fleeting).not.toBe(victim);
  });

  it('is changed by its id, not its namesake', async () => {
    const victim = await create('Passing', textOf(made, 'one'));
    const line = ['object', 'update', 'Passing', '--caption', 'Meant', '-o', 'json'];
    const ran = await here.run(line, { transport: moving('Passing', rename) });
    expect(ran.json()).toMatchObject({ id: victim, name: 'Renamed', caption: 'Meant' });
  });

  it.each([
    ['object', 'update', 'Vanishing', '--caption', 'Meant'],
    ['object', 'create', '--name', 'Below', '--type', 'component', '--parent', 'Vanishing'],
  ])('that is gone: %s %s fails, and its namesake is unchanged', async (...line) => {
    await create('Vanishing', textOf(made, 'one'));
    const ran = await here.run([...line, '-o', 'json'], { transport: moving('Vanishing', remove) });
    expect(ran.error().kind).toMatch(/not-found|refused/);
    const { caption } = (await suite.ask(`${latest}/model/objects/${made.Vanishing}`))
      .modelObject as JsonObject;
    expect([caption ?? '', await there(`[parentId]=${made.Vanishing}`)]).toEqual(['', []]);
    await remove(textOf(made, 'Vanishing'));
  });
});

describe('output', () => {
  const person = (argv: string[], width = 80) => here.run([...argv, '--no-color'], { tty: true, width });

  it('has names for people, under a line with the scope', async () => {
    const { stdout } = await person(['connection', 'list', '--limit', '3']);
    expect(stdout.split('\n')[0]).toMatch(/^\S.* · latest · 3 connections$/);
    expect(stdout).not.toMatch(ID);
    const record = await person(['object', 'get', 'Booking API']);
    expect(record.stdout).toContain('Booking Database'.slice(0, 7));
    expect(record.stdout).not.toMatch(ID);
  });

  it.each([
    ['flow', 'get', 'Book a crossing'],
    ['flow', 'list'],
    ['version', 'get', 'latest'],
    ['version', 'list'],
    ['dependency', 'list', '--object', 'Booking API'],
    ['landscape', 'list'],
    ['object', 'exists', 'Booking API'],
  ])('has no ids: %s %s', async (...argv) => {
    const ran = await person(argv);
    expect([ran.code, `${ran.stdout}${ran.stderr}`.match(ID)]).toEqual([0, null]);
    expect((await person([...argv, '--ids'], 200)).stdout).toMatch(ID);
  });

  it('keeps the two ends of a connection however narrow the screen is', async () => {
    const { stdout } = await person(['connection', 'list', '--limit', '3'], 30);
    expect(stdout.split('\n')[1]).toMatch(/Origin\s+Target/);
  });

  it('requests names only for visible columns', async () => {
    const asked = async (width: number): Promise<string[]> => {
      const ran = await here.run(['connection', 'list'], { tty: true, width });
      expect(ran.stdout.split('\n').slice(1).join('\n')).not.toMatch(ID);
      return ran.requests.map(({ url }) => url.pathname.split('/').at(-1) ?? '');
    };
    expect(await asked(60)).not.toContain('tags');
    expect(await asked(300)).toContain('tags');
  });

  it('has ids beside names with --ids', async () => {
    const { stdout } = await person(['connection', 'list', '--limit', '3', '--ids'], 200);
    expect(stdout).toMatch(/^ID/m);
    expect(stdout.match(new RegExp(ID, 'g'))?.length).toBeGreaterThanOrEqual(3 * 3);
  });

  it('has ids if names are not available, without a failure', async () => {
    const { transport } = suite.service;
    const broken: Send = async (request) =>
      transport(
        request.url.pathname.endsWith('/model/objects')
          ? { ...request, url: new URL(request.url.href.replace('/objects', '/nothing')) }
          : request,
      );
    const ran = await here.run(['connection', 'list', '--limit', '3', '--no-color'], {
      tty: true,
      width: 200,
      transport: broken,
    });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(ID);
  });

  it('has ids for programs, with one request', async () => {
    for (const format of [[], ['-o', 'json'], ['-o', 'csv'], ['-o', 'yaml'], ['-o', 'ndjson']]) {
      const ran = await here.run(['connection', 'list', '--limit', '3', ...format]);
      expect(ran.requests).toHaveLength(1);
      expect(ran.stdout).not.toContain('originName');
    }
  });

  it('has names as further fields with --names', async () => {
    const argv = ['connection', 'list', '--names', '--limit', '3'];
    const [row = {}] = (await here.run([...argv, '-o', 'json'])).json() as JsonObject[];
    const { name } = (await suite.ask(`${latest}/model/objects/${String(row.originId)}`))
      .modelObject as JsonObject;
    expect(row).toMatchObject({ originName: name, technologyNames: expect.any(Array) });
    expect((await here.run([...argv, '-o', 'ndjson'])).lines()[0]).toMatchObject({ originName: name });
    expect((await here.run([...argv, '-o', 'csv'])).stdout.split('\n')[0]).toContain('originId,originName');
  });
});

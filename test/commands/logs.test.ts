import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let groups: string;
let logPath: string;

beforeAll(async () => {
  suite = await openCommandSuite();
  groups = `landscapes/${suite.ids.landscape}/versions/latest/tag-groups`;
  logPath = `organizations/${suite.ids.organization}/logs`;
});
afterAll(() => suite.close());

let count = 0;
/** Creates a log entry: a new tag group, a moment later than the last. Returns its name. */
async function happen(ms = 1000): Promise<string> {
  suite.service.clock.advance(ms);
  const name = `Event ${++count}`;
  await suite.ask(groups, 'POST', { name, icon: 'star', index: 1 });
  return name;
}
const several = async (times: number, ms?: number): Promise<string[]> => {
  const names = [];
  for (let turn = 0; turn < times; turn += 1) names.push(await happen(ms));
  return names;
};
const nameOf = (log: unknown): unknown => (log as { action: { props?: JsonObject } }).action.props?.name;
const ids = (logs: unknown): unknown[] => (logs as JsonObject[]).map(({ id }) => id);

describe('logs list', () => {
  it('shows the newest first, up to --limit, and reports that there are more', async () => {
    const names = await several(3);
    const ran = await suite.machine().run(['logs', 'list', '--limit', '3', '-o', 'json']);
    expect((ran.json() as unknown[]).map(nameOf)).toEqual(names.toReversed());
    expect(ran.stderr).toContain('Showing the first 3');
    const asc = await suite.machine().run(['logs', 'list', '--order', 'asc', '--limit', '400', '-o', 'json']);
    const all = listOf(await suite.ask(`${logPath}?filter[order]=asc`), 'organizationLogs');
    expect(ids(asc.json())).toEqual(ids(all).slice(0, 400));
  });

  it('is limited to a landscape that is given by name', async () => {
    const { landscape } = await suite.ask(`landscapes/${suite.ids.landscape}`);
    const named = ['--landscape', textOf(landscape, 'name')];
    for (const argv of [
      ['logs', 'list', '--limit', '3', '-o', 'ndjson'],
      ['logs', 'tail', '-n', '3', '--no-follow', '-o', 'ndjson'],
    ]) {
      const ran = await suite.machine().run([...argv, ...named]);
      expect(ran.lines()).toHaveLength(3);
    }
  });

  it('is limited to a landscape that is given by id', async () => {
    const argv = ['logs', 'list', '--landscape', suite.ids.landscape, '--order', 'asc', '--limit', '400'];
    const ran = await suite.machine().run([...argv, '-o', 'json']);
    const all = listOf(await suite.ask(`${logPath}?filter[order]=asc`), 'organizationLogs');
    const ours = all.filter(({ landscapeId }) => landscapeId === suite.ids.landscape);
    expect(ours.length).toBeLessThan(all.length);
    expect(ids(ran.json())).toEqual(ids(ours).slice(0, 400));
  });

  it.each([
    [
      '--type',
      'tag-group-create',
      (log: JsonObject) => (log.action as JsonObject).type === 'tag-group-create',
    ],
    [
      '--not-type',
      'tag-group-create',
      (log: JsonObject) => (log.action as JsonObject).type !== 'tag-group-create',
    ],
    [
      '--type',
      'diagram-create,flow-create',
      (log: JsonObject) => /^(diagram|flow)-create$/.test(textOf(log.action, 'type')),
    ],
    ['--actor-kind', 'api-key', (log: JsonObject) => log.performedBy === 'api-key'],
    ['--importance', 'high', (log: JsonObject) => log.importance === 'high'],
  ])('filters by %s %s', async (option, value, matches) => {
    await happen();
    const ran = await suite.machine().run(['logs', 'list', option, value, '--limit', '30', '-o', 'json']);
    const found = ran.json() as JsonObject[];
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((log) => !matches(log))).toEqual([]);
  });

  it.each([
    ['actionType=tag-group-create', ['--type', 'tag-group-create']],
    ['actionType!=tag-group-create', ['--not-type', 'tag-group-create']],
    ['performedBy=api-key', ['--actor-kind', 'api-key']],
  ])('filters by the name that the service uses, %s', async (filter, option) => {
    const listed = async (argv: string[]) => {
      const ran = await suite.machine().run(['logs', 'list', ...argv, '--limit', '30', '-o', 'json']);
      expect(ran.code, ran.stderr).toBe(0);
      return ids(ran.json());
    };
    expect(await listed(['--filter', filter])).toEqual(await listed(option));
  });

  it('starts and ends at an action of --filter, and uses no cursor there', async () => {
    await several(3);
    const run = (...argv: string[]) => suite.machine().run(['logs', 'list', ...argv, '-o', 'json']);
    const newest = ids((await run('--limit', '4')).json());
    const upTo = await run('--limit', '3', '--filter', `startAfterId=${newest[0]}`);
    expect(upTo.code, upTo.stderr).toBe(0);
    expect(ids(upTo.json())).toEqual(newest.slice(1, 4));
    for (const filter of ['limit=2', 'order=asc']) {
      const refused = await run('--filter', filter);
      expect([refused.code, refused.requests]).toEqual([2, []]);
    }
  });

  it('filters by time, as an age or a moment', async () => {
    await happen();
    const [name] = await several(1, 3_600_000);
    const { clock } = suite.service;
    for (const since of ['30m', clock.now().toISOString()]) {
      const ran = await suite.machine().run(['logs', 'list', '--since', since, '-o', 'json']);
      expect((ran.json() as unknown[]).map(nameOf)).toEqual([name]);
    }
    const until = await suite.machine().run(['logs', 'list', '--until', '30m', '--limit', '1', '-o', 'json']);
    expect((until.json() as unknown[]).map(nameOf)).toEqual([`Event ${count - 1}`]);
  });

  it('continues if very many have the same time', async () => {
    const names = await several(130, 0);
    const ran = await suite.machine().run(['logs', 'list', '--limit', '130', '-o', 'json']);
    expect((ran.json() as unknown[]).map(nameOf).sort()).toEqual(names.sort());
  });
});

describe('logs tail', () => {
  const tail = ['logs', 'tail', '-o', 'ndjson'];

  it('prints the last few in order of time, and ends with --no-follow', async () => {
    const names = await several(4);
    const ran = await suite.machine().run([...tail, '-n', '4', '--no-follow']);
    expect(ran.code).toBe(0);
    expect(ran.lines().map(nameOf)).toEqual(names);
    const none = await suite.machine().run([...tail, '-n', '0', '--no-follow']);
    expect(none).toMatchObject({ code: 0, stdout: '' });
  });

  it('prints each record once, as it appears, and ends after --count', async () => {
    const names: string[] = [];
    let polls = 0;
    const transport: Send = async (request) => {
      polls += 1;
      // Nothing, one, nothing, two at the same time.
      if (polls === 4) names.push(await happen());
      if (polls === 7) names.push(await happen(), await happen(0));
      return suite.service.transport(request);
    };
    const { waits } = suite.service.clock;
    // Polls overlap; records of earlier tests must not be in the overlap.
    await happen(60_000);
    const from = waits.length;
    const ran = await suite.machine().run([...tail, '-n', '0', '--count', '3'], { transport });
    expect(ran.code).toBe(0);
    expect(ran.lines().map(nameOf)).toEqual(names);
    // Slower while idle, fast again after a record.
    expect(waits.slice(from)).toEqual([3000, 4500, 3000, 4500, 6750]);
  });

  it('ends at --timeout: 0 without --count, 7 with fewer than --count', async () => {
    const here = suite.machine();
    expect((await here.run([...tail, '-n', '0', '--timeout', '20'])).code).toBe(0);
    const ran = await here.run([...tail, '-n', '0', '--timeout', '20', '--count', '1']);
    expect(ran.code).toBe(7);
    expect(ran.error()).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('0 of 1') });
  });

  it('survives and reports faults, and misses nothing', async () => {
    let polls = 0;
    const names: string[] = [];
    const transport: Send = async (request) => {
      polls += 1;
      if (polls === 3) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
      if (polls === 4) names.push(await happen());
      if (polls === 4 || polls === 5) {
        await suite.service.control('PUT', 'faults', { errorRate: 1 });
        const answer = await suite.service.transport(request);
        await suite.service.control('PUT', 'faults', { errorRate: 0 });
        return answer;
      }
      return suite.service.transport(request);
    };
    const argv = [...tail, '-n', '0', '--count', '1', '--retries', '0'];
    const ran = await suite.machine().run(argv, { transport });
    expect(ran.code).toBe(0);
    expect(ran.lines().map(nameOf)).toEqual(names);
    expect(ran.stderr.match(/Retrying in/g)).toHaveLength(3);
    expect(ran.stderr).toContain('responds again');
  });

  it.each([
    ['a default landscape', []],
    ['a landscape by name', ['--landscape', 'NAME']],
    ['a level of importance', ['--importance', 'low,medium,high']],
    ['--resume', ['--resume']],
  ])('waits for an unavailable service at the start, with %s', async (_, argv) => {
    const { landscape } = await suite.ask(`landscapes/${suite.ids.landscape}`);
    const name = await happen();
    let requests = 0;
    const transport: Send = async (request) => {
      requests += 1;
      if (requests <= 3) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      return suite.service.transport(request);
    };
    const line = argv.map((it) => (it === 'NAME' ? textOf(landscape, 'name') : it));
    const ran = await suite
      .machine()
      .run([...tail, ...line, '-n', '1', '--count', '1', '--retries', '0'], { transport });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.lines().map(nameOf)).toEqual([name]);
    expect(ran.stderr.match(/Retrying in/g)).toHaveLength(3);
    expect(ran.stderr).toContain('responds again');
  });

  it('ends at --timeout and Ctrl-C if the service stays unavailable', async () => {
    const stop = new AbortController();
    let requests = 0;
    const transport: Send = async () => {
      requests += 1;
      if (requests === 9) stop.abort();
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    };
    const here = suite.machine();
    const late = await here.run([...tail, '--timeout', '5', '--count', '1', '--retries', '0'], { transport });
    expect([late.code, late.error().message]).toEqual([7, 'Only 0 of 1 arrived within 5 s.']);
    expect((await here.run(tail, { transport, signal: stop.signal })).code).toBe(130);
    const silent = await here.run([...tail, '--timeout', '5', '--retries', '0'], { transport });
    expect([silent.code, silent.error().kind]).toEqual([7, 'unavailable']);
  });

  it("continues when the service's clock steps back, with a warning", async () => {
    const names: string[] = [];
    let polls = 0;
    const transport: Send = async (request) => {
      polls += 1;
      if (polls === 3) names.push(await happen(-600_000));
      if (polls === 6) names.push(await happen());
      return suite.service.transport(request);
    };
    // Known before the step, and at the same time as later records.
    const before = [await happen(700_000), await happen(600_000)];
    const ran = await suite.machine().run([...tail, '-n', '2', '--count', '4'], { transport });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.lines().map(nameOf)).toEqual([...before, ...names]);
    expect(ran.stderr.match(/clock went back/g)).toHaveLength(1);
    suite.service.clock.advance(1_200_000);
  });

  it('continues with --resume where it ended, without repetitions or gaps', async () => {
    const here = suite.machine();
    const resume = [...tail, '--resume', '--no-follow'];
    await several(2);
    const first = await here.run([...resume, '-n', '2']);
    expect(first.lines()).toHaveLength(2);
    const seen = [...first.lines()];
    const expected = [...seen.map(nameOf)];
    for (const [times, ms] of [
      [3, 1000],
      [4, 0],
      [2, 5 * 60_000],
      [120, 10],
    ] as const) {
      expected.push(...(await several(times, ms)));
      const ran = await here.run(resume);
      expect(ran.code).toBe(0);
      expect(ran.lines()).toHaveLength(times);
      seen.push(...ran.lines());
    }
    expect(seen.map(nameOf)).toEqual(expected);
    expect((await here.run(resume)).stdout).toBe('');
    // Another filter has another cursor.
    const other = await here.run([...resume, '-n', '1', '--type', 'tag-group-create']);
    expect(other.lines()).toHaveLength(1);
  });

  it('continues with --resume after the last record of --count', async () => {
    const here = suite.machine();
    await here.run([...tail, '--resume', '--no-follow', '-n', '0']);
    const names = await several(5);
    const seen: unknown[] = [];
    for (const more of [['--count', '2'], ['--count', '1'], ['--no-follow']]) {
      const ran = await here.run([...tail, '--resume', ...more]);
      expect(ran.code).toBe(0);
      seen.push(...ran.lines().map(nameOf));
    }
    expect(seen).toEqual(names);
  });

  it('exits 130 on Ctrl-C', async () => {
    const stop = new AbortController();
    let polls = 0;
    const transport: Send = (request) => {
      polls += 1;
      if (polls === 4) stop.abort();
      return suite.service.transport(request);
    };
    const ran = await suite.machine().run([...tail, '-n', '0'], { transport, signal: stop.signal });
    expect(ran.code).toBe(130);
  });

  it('prints a line per record on a terminal: time, change, and ids on request', async () => {
    const group = await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/tag-groups`, 'POST', {
      name: 'Before',
      icon: 'bug',
      index: 1,
    });
    const id = textOf(group.tagGroup, 'id');
    for (const name of ['Between', 'After'])
      await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/tag-groups/${id}`, 'PATCH', {
        name,
      });
    const line = ['logs', 'tail', '-n', '3', '--no-follow', '--no-color', '--entity', id];
    const ran = await suite.machine().run(line, { tty: true });
    const lines = ran.stdout.trimEnd().split('\n');
    expect(lines.map((it) => it.replace(/^\d\d:\d\d:\d\d {2}/, 'CLOCK '))).toEqual([
      expect.stringMatching(/^CLOCK tag-group-create {9}\S/),
      expect.stringMatching(/^CLOCK tag-group-update {9}\S.* name: "Before" → "Between"$/),
      expect.stringMatching(/^CLOCK tag-group-update {9}\S.* name: "Between" → "After"$/),
    ]);
    for (const it of lines) expect(it.length).toBeLessThanOrEqual(120);
    const table = await suite.machine().run(['logs', 'list', '--limit', '1', '--entity', id], { tty: true });
    expect(table.stdout).toContain('name: "After"');
  });

  it('starts with the newest of those since a time', async () => {
    const all = await suite.machine().run([...tail, '--since', '30d', '--no-follow']);
    const one = await suite.machine().run([...tail, '--since', '30d', '-n', '1', '--no-follow']);
    expect(all.lines().length).toBeGreaterThan(1);
    expect(one.lines()).toEqual(all.lines().slice(-1));
    expect((await suite.machine().run([...tail, '--since', '30d', '-n', '0', '--no-follow'])).stdout).toBe(
      '',
    );
  });

  it('prints lines for people', async () => {
    const [name = ''] = await several(1);
    const ran = await suite.machine().run(['logs', 'tail', '-n', '1', '--no-follow', '-o', 'table']);
    expect(ran.stdout).toMatch(/tag-group-create/);
    expect(ran.stdout).toContain(name);
    expect(ran.stdout.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('logs get, children and tree', () => {
  it('follow an action to its last consequence', async () => {
    const here = suite.machine();
    const { log } = suite.ids;
    const one = (await here.run(['logs', 'get', log, '-o', 'json'])).json();
    expect(one).toMatchObject({ id: log, action: { type: 'domain-create' } });
    const children = (
      await here.run(['logs', 'children', log, '--order', 'asc', '-o', 'json'])
    ).json() as JsonObject[];
    expect(children.map((it) => textOf(it.action, 'type'))).toContain('model-object-create');
    for (const child of children) expect(child.parentId).toBe(log);
    const tree = (await here.run(['logs', 'tree', log, '-o', 'json'])).json() as { children: JsonObject[] };
    expect(tree).toMatchObject({ id: log });
    expect(ids(tree.children)).toEqual(ids(children));
    const drawn = (await here.run(['logs', 'tree', log])).stdout.trimEnd().split('\n');
    expect(drawn).toHaveLength(1 + children.length);
    expect(drawn[0]).toContain('domain-create');
  });
});

describe('on the Growth plan', () => {
  let growth: CommandSuite;
  beforeAll(async () => {
    growth = await openCommandSuite({ plan: 'growth' });
  });
  afterAll(() => growth.close());

  it(`the landscape's own log is used, if a landscape is given`, async () => {
    const here = growth.machine();
    for (const argv of [
      ['logs', 'list', '--limit', '3', '-o', 'ndjson'],
      ['logs', 'tail', '-n', '3', '--no-follow', '-o', 'ndjson', '--landscape', growth.ids.smallest],
    ]) {
      const ran = await here.run(argv);
      expect(ran.code).toBe(0);
      expect(ran.lines()).toHaveLength(3);
      expect(ran.lines()[0]).toHaveProperty('importance');
      expect(ran.stderr).toContain("organization's log is not available");
    }
    const { landscape } = await growth.ask(`landscapes/${growth.ids.landscape}`);
    const seen = await here.run(['logs', 'list', '--limit', '1', '--no-color'], { tty: true });
    expect(seen.stderr).toContain(`reading the log of the landscape "${textOf(landscape, 'name')}".`);
  });

  it('without a landscape it is forbidden', async () => {
    const here = growth.machine();
    expect((await here.run(['profile', 'unset', 'landscape'])).code).toBe(0);
    const ran = await here.run(['logs', 'list', '-o', 'json']);
    expect(ran.code).toBe(3);
    expect(ran.error()).toMatchObject({ kind: 'auth', status: 403 });
  });

  it('tail reports its cost, and polls once a minute', async () => {
    const stop = new AbortController();
    const transport: Send = (request) => {
      if (request.url.searchParams.toString().includes('startAtDate')) stop.abort();
      return growth.service.transport(request);
    };
    const argv = ['logs', 'tail', '-n', '0', '--interval', '20'];
    const ran = await growth.machine().run(argv, { transport, signal: stop.signal });
    expect(ran.code).toBe(130);
    expect(ran.stderr).toContain('129600 reads a month');
    expect(ran.stderr).toContain('1296 %');
    const dear = await growth.machine().run(['logs', 'tail', '-n', '0', '--timeout', '25']);
    expect(dear.stderr).toContain('Polling every 60 s uses up to 43200 reads a month');
  });
});

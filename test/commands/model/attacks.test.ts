import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FERRY } from '../../support/ferry-document.js';
import { controlCharacterIn, HOSTILE } from '../../support/hostile-service.js';
import { runs } from '../../support/property-runs.js';
import { type JsonObject, textOf } from '../../support/sandbox.js';
import type { Machine } from '../../support/world.js';
import { type CommandSuite, openCommandSuite } from '../command-suite.js';

let suite: CommandSuite;
let home: Machine;
let plan: string;
beforeAll(async () => {
  suite = await openCommandSuite();
  home = suite.machine();
  home.write('ferry.yaml', FERRY);
  expect(await at('plan', 'ferry.yaml', '--out', 'plan.json')).toMatchObject({ code: 0 });
  plan = readFileSync(join(home.cwd, 'plan.json'), 'utf8');
});
afterAll(() => suite.close());

const at = (verb: string, ...args: string[]) =>
  home.run([
    'model',
    verb,
    ...args,
    ...(['show-plan', 'validate'].includes(verb) ? [] : ['--landscape', suite.ids.landscape]),
  ]);

const writes = (requests: readonly { method: string }[]): number =>
  requests.filter(({ method }) => method !== 'GET').length;

describe('special files', () => {
  it.skipIf(process.platform === 'win32')('do not block, and are not read', async () => {
    mkdirSync(join(home.cwd, 'folder'));
    execFileSync('mkfifo', [join(home.cwd, 'pipe.yaml'), join(home.cwd, 'folder', 'pipe.yaml')]);
    for (const path of ['pipe.yaml', 'folder']) {
      const ran = await at('plan', path);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('is not a regular file')]);
    }
  });

  it('are rejected if they are too large', async () => {
    home.write('large.yaml', '');
    truncateSync(join(home.cwd, 'large.yaml'), 257 * 1024 * 1024);
    const ran = await at('validate', 'large.yaml');
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('at most 256 MB in all')]);
    expect((await at('show-plan', 'large.yaml')).code).toBe(2);
  });

  it('a byte order mark is not part of the text', async () => {
    home.write('marked.yaml', `\ufeff${FERRY}`);
    expect((await at('diff', 'ferry.yaml', 'marked.yaml')).code).toBe(0);
  });
});

describe('names that would control a terminal', () => {
  it('are harmless in plan, diff, drift and the confirmation of apply', async () => {
    const name = JSON.stringify(HOSTILE);
    home.write(
      'hostile.yaml',
      FERRY.replace('name: Booking API', `name: ${name}`).replace('id: asks', `id: ${name}`),
    );
    for (const line of [
      ['plan', 'hostile.yaml', '--out', 'hostile.json'],
      ['show-plan', 'hostile.json'],
      ['diff', 'ferry.yaml', 'hostile.yaml'],
      ['drift', 'hostile.yaml'],
    ] as const) {
      const [verb, ...args] = line;
      const more = verb === 'show-plan' ? [] : ['--landscape', suite.ids.landscape];
      const ran = await home.run(['model', verb, ...args, ...more], { tty: true, env: { NO_COLOR: '1' } });
      expect([0, 8]).toContain(ran.code);
      expect(ran.stdout, ran.stderr).toContain('\\x1b[31mred');
      expect(controlCharacterIn(ran.stdout + ran.stderr.replaceAll('\r', '')), verb).toBeUndefined();
    }
  });
});

describe('a forged plan', () => {
  const apply = async (text: string) => {
    home.write('other.json', text);
    const [shown, applied] = [await at('show-plan', 'other.json'), await at('apply', 'other.json', '--yes')];
    expect(writes(applied.requests)).toBe(0);
    return { shown, applied };
  };
  const edited = (edit: (plan: JsonObject) => void): string => {
    const read = JSON.parse(plan) as JsonObject;
    edit(read);
    return JSON.stringify(read);
  };

  it('is applied only if it equals the plan of its document', async () => {
    const { applied } = await apply(
      edited((it) => {
        const [step] = (it.plan as { steps: JsonObject[] }).steps;
        Object.assign(step ?? {}, { operation: 'landscapes.delete', recordId: suite.ids.landscape });
      }),
    );
    expect([applied.code, applied.stderr]).toEqual([
      2,
      expect.stringContaining('does not match the document in it'),
    ]);
    const renamed = plan.replaceAll('"Booking API"', '"Somebody else"');
    expect((await apply(renamed)).applied.code).toBe(2);
  });

  it('of another landscape is rejected', async () => {
    const { applied } = await apply(
      edited((it) =>
        Object.assign((it.plan as { landscape: JsonObject }).landscape, { id: 'AnotherLandscape0000' }),
      ),
    );
    expect([applied.code, applied.stderr]).toEqual([2, expect.stringContaining('is for the landscape')]);
    const [made] = [
      await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name: 'Other' }),
    ];
    home.write('plan.json', plan);
    const ran = await home.run([
      'model',
      'apply',
      'plan.json',
      '--yes',
      '--landscape',
      textOf(made.landscape, 'id'),
    ]);
    expect([ran.code, writes(ran.requests)]).toEqual([2, 0]);
  });

  it('of any shape is an error, and nothing is written', async () => {
    // The name of the landscape and the path of the document do not matter.
    const paths = pathsIn(JSON.parse(plan)).filter(
      (path) => path[0] !== 'sources' && path.join() !== 'plan,landscape,name',
    );
    const value = fc.constantFrom(...ODD);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), value, async (path, odd) => {
        const text = edited((it) => put(it, path, odd));
        fc.pre(text !== edited(() => {}));
        const { shown, applied } = await apply(text);
        expect([0, 2], shown.stderr).toContain(shown.code);
        expect(applied.code, applied.stderr).toBe(2);
      }),
      { numRuns: runs(25), seed: 12 },
    );
  });
});

const ODD: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  [],
  {},
  [null],
  [[]],
  { $add: 1 },
  '__proto__',
  true,
  HOSTILE,
];

function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsIn(inner, [...path, key])]);
}

function put(into: unknown, [key = '', ...rest]: readonly string[], value: unknown): void {
  const at = into as Record<string, unknown>;
  if (rest.length === 0) at[key] = value;
  else put(at[key], rest, value);
}

describe('arguments of "git:"', () => {
  it.each([
    'git:--upload-pack=touch hacked:models',
    'git:-c core.pager=touch hacked:models',
    'git:HEAD\n--output=hacked:models',
    'git:..:models',
    'git:HEAD..HEAD:models',
    'git:HEAD:../../../etc',
    'git:HEAD:/etc/passwd',
    'git:HEAD:-rf',
    'git:HEAD::(top)models',
    'git:@{upstream}:models',
    'git:ext::sh -c touch% hacked:models',
  ])('%j is a usage error, and runs nothing', async (side) => {
    const machine = repository();
    const ran = await machine.run(['model', 'diff', side, 'models']);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: machine.cwd }).toString()).toBe('');
  });

  let made: Machine | undefined;
  function repository(): Machine {
    if (made) return made;
    made = suite.machine({ PATH: process.env.PATH ?? '' });
    mkdirSync(join(made.cwd, 'models'));
    writeFileSync(join(made.cwd, 'models', 'model.yaml'), FERRY);
    const run = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
        cwd: made?.cwd,
        stdio: 'pipe',
      });
    run('init', '-q', '-b', 'main');
    run('add', '.');
    run('commit', '-qm', 'First');
    return made;
  }
});

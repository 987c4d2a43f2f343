import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

const FERRY = 'Ferry Platform';

let suite: CommandSuite;
let here: Machine;
const saved = () => here.profiles().profiles.default ?? ({} as JsonObject);
const tell = (...argv: string[]) => here.run(argv);
const person = (argv: string[], answers: Parameters<Machine['run']>[1] = {}) =>
  here.run([...argv, '--no-color'], { tty: true, ...answers });

beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

describe('an active landscape', () => {
  beforeAll(() => {
    here = suite.machine();
  });

  it('is saved by its name and id; scopes within the previous one are removed', async () => {
    await tell('profile', 'set', 'landscape-version', suite.ids.snapshot);
    expect(saved()).toMatchObject({ landscapeVersion: suite.ids.snapshot });
    const ran = await person(['landscape', 'use', 'beside']);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain(`✓ Profile "default": landscape is "Beside", previously "${FERRY}".`);
    expect(ran.stderr).toContain('Removed the default version, which belongs to another landscape.');
    expect(saved()).toMatchObject({ landscape: suite.ids.sideLandscape });
    expect(saved()).not.toHaveProperty('landscapeVersion');
  });

  it('is the same with "profile set", and prints its id to a script', async () => {
    const ran = await tell('profile', 'set', 'landscape', FERRY);
    expect(ran.stderr).toContain(`landscape is "${FERRY}" (${suite.ids.landscape})`);
    expect(saved()).toMatchObject({ landscape: suite.ids.landscape });
  });

  it.each([
    ['landscape', 'use', 'Bside'],
    ['landscape', 'use', 'NobodyHasThisId00000'],
    ['profile', 'set', 'landscape', 'Bside'],
  ])('must exist: %s %s %s', async (...argv) => {
    const before = JSON.stringify(here.profiles());
    const ran = await tell(...argv, '-o', 'json');
    expect(ran.error().kind).toBe('not-found');
    expect(JSON.stringify(here.profiles())).toBe(before);
  });

  it.each([
    ['landscape', 'use'],
    ['profile', 'set', 'landscape'],
    ['profile', 'set', 'plan'],
    ['profile', 'set', 'landscape', ''],
    ['profile', 'set', 'plan', ''],
    ['profile', 'unset', 'base-url'],
  ])('%s %s %s %s removes nothing without a terminal', async (...argv) => {
    const before = JSON.stringify(here.profiles());
    const ran = await tell(...argv, '-o', 'json');
    expect(ran.error().kind).toBe('usage');
    expect(JSON.stringify(here.profiles())).toBe(before);
  });

  it('is picked by a person who gives none', async () => {
    for (const argv of [
      ['landscape', 'use'],
      ['profile', 'set', 'landscape'],
    ]) {
      for (const [name, id] of [
        ['Beside', suite.ids.sideLandscape],
        [`${FERRY}`, suite.ids.landscape],
      ] as const) {
        const ran = await person(argv, {
          answers: [{ ask: 'select', message: 'Which landscape?', answer: name }],
        });
        expect(ran.code, ran.stderr).toBe(0);
        expect(saved()).toMatchObject({ landscape: id });
      }
    }
  });

  it('of the environment has precedence, which is reported; a dry run saves nothing', async () => {
    const env = { ARCHCTL_LANDSCAPE: suite.ids.smallest };
    const ran = await here.run(['landscape', 'use', 'Beside', '--dry-run'], { env });
    expect(ran.stderr).toContain('ARCHCTL_LANDSCAPE also sets the landscape here and takes precedence.');
    expect(saved()).toMatchObject({ landscape: suite.ids.landscape });
  });
});

describe('another setting', () => {
  it('is prompted for', async () => {
    const plan = await person(['profile', 'set', 'plan'], {
      answers: [{ ask: 'select', message: 'Which plan?', answer: 'scale' }],
    });
    expect(plan.code, plan.stderr).toBe(0);
    expect(saved()).toMatchObject({ plan: 'scale' });
  });
});

describe('a picked landscape', () => {
  const pick = (isKept: boolean, argv = ['diagram', 'list'], env = {}) =>
    person(argv, {
      env,
      answers: [
        { ask: 'select', message: 'Which landscape?', answer: 'Beside' },
        { ask: 'confirm', message: 'Save "Beside" as the default of profile "default"?', answer: isKept },
      ],
    });

  it('is saved on request, and then no longer prompted for', async () => {
    here = suite.machine();
    await tell('profile', 'unset', 'landscape');
    expect((await pick(false)).code).toBe(0);
    expect(saved()).not.toHaveProperty('landscape');
    expect((await pick(true)).stderr).toContain('Profile "default": landscape is "Beside".');
    expect(saved()).toMatchObject({ landscape: suite.ids.sideLandscape });
    expect((await person(['diagram', 'list'], { answers: [] })).code).toBe(0);
  });

  it('is not offered for a key of the environment', async () => {
    here = suite.machine();
    await tell('profile', 'unset', 'landscape');
    const { keyId, secret, baseUrl } = saved() as Record<string, string>;
    const ran = await person(['diagram', 'list'], {
      env: { ARCHCTL_API_KEY: `${keyId}:${secret}`, ARCHCTL_BASE_URL: baseUrl },
      answers: [{ ask: 'select', message: 'Which landscape?', answer: 'Beside' }],
    });
    expect(ran.code, ran.stderr).toBe(0);
    expect(saved()).not.toHaveProperty('landscape');
  });
});

describe('the current scope', () => {
  it('is shown by name to a person, with its source', async () => {
    here = suite.machine();
    const { stdout } = await person(['auth', 'status']);
    expect(stdout).toMatch(/Landscape +Ferry Platform\n/);
    expect(stdout).toMatch(/Landscape from +profile default \(landscape\)/);
    expect(stdout).toMatch(/Version +latest\n/);
    expect(stdout).not.toContain(suite.ids.landscape);
    await tell('profile', 'unset', 'org');
    // There are several of these, and no prompt.
    const unset = await person(['auth', 'status']);
    expect(unset.stdout).toMatch(/\nLandscape +Ferry Platform\n/);
    expect(unset.stdout).not.toContain('Organization');
    const made = await suite.ask('organizations', 'POST', { name: 'Small' });
    const env = { ARCHCTL_ORG: textOf(made.organization, 'id') };
    await suite.ask(`organizations/${env.ARCHCTL_ORG}/landscapes`, 'POST', { name: 'Alone' });
    await tell('profile', 'unset', 'landscape');
    const alone = await person(['auth', 'status'], { env });
    expect(alone.stdout).toMatch(/Landscape +Alone\nLandscape from +the only one\n/);
  });

  it('is shown by id to a script, with one request, and with both on request', async () => {
    here = suite.machine();
    const plain = await tell('auth', 'status', '-o', 'json');
    expect(plain.json()).toMatchObject({
      organization: suite.ids.organization,
      landscape: suite.ids.landscape,
      landscapeSource: 'profile default (landscape)',
      landscapeVersion: 'latest',
    });
    expect(plain.requests).toHaveLength(1);
    const named = await here.run(['auth', 'status', '-o', 'json', '--names'], {
      env: { ARCHCTL_LANDSCAPE: suite.ids.sideLandscape },
    });
    expect(named.json()).toMatchObject({ landscapeName: 'Beside', landscapeSource: 'ARCHCTL_LANDSCAPE' });
  });
});

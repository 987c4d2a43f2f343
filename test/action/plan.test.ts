import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BOT, OTHER_BOT, recordOf, STRANGER } from '../support/forge.js';
import { FIXED, type Job, MODEL, markerOf, openJob, WITHOUT_PREVIEW } from './job.js';

const MARKER = markerOf('plan', 'github');
let job: Job;
beforeAll(async () => {
  job = await openJob('github');
});
afterAll(() => job.close());
beforeEach(() => {
  job.forge.reset();
  job.write(MODEL);
  job.outputs();
  job.summary();
});

const only = () => {
  expect(job.forge.comments.filter(({ body }) => body.startsWith(MARKER))).toHaveLength(1);
  return job.forge.comments.find(({ body }) => body.startsWith(MARKER)) as { id: number; body: string };
};

describe('the plan of a pull request', () => {
  test('is one comment, which each push updates', async () => {
    job.write(MODEL.replace('name: B }', 'name: C }'));
    const first = await job.runScript('plan', WITHOUT_PREVIEW);
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('The comment is')]);
    const { id, body } = only();
    expect(body).toContain(`plan for commit ${job.head}`);
    expect(body).toContain('### Plan for Action: ');
    expect(body).toContain('1 renamed');
    expect(body).toContain('https://forge.test/team/shop/actions/runs/99');
    expect(job.outputs()).toEqual({
      artifact: `archctl-plan-model-${job.head}`,
      comment: 'https://forge.test/101',
    });
    expect(job.summary()).toContain('### Plan for Action');

    job.write(MODEL.replace('name: B }', 'name: Another }'));
    expect((await job.run('plan', WITHOUT_PREVIEW)).code).toBe(0);
    expect(only().id).toBe(id);
    expect(only().body).toContain('Another');
  });

  test('comes with the saved plan, pictures before and after, and a preview', async () => {
    job.write(MODEL.replace('objects: [a, b]', 'objects: [a]'));
    expect((await job.run('plan')).code).toBe(0);
    const out = 'archctl-out';
    expect(JSON.parse(job.read(`${out}/plan/plan.json`))).toMatchObject({ archctlPlan: 1 });
    expect(readdirSync(join(job.directory, out, 'pictures')).sort()).toEqual([
      'all-after.svg',
      'all-before.svg',
    ]);
    expect(job.has(`${out}/site/index.html`)).toBe(true);
    expect(job.read(`${out}/comment.md`)).toBe(only().body);
  });

  test('finds its comment on a later page, and ignores copies of the marker by others', async () => {
    job.forge.comments.push(
      recordOf(1, `${MARKER}\nA copy of a stranger.`, STRANGER),
      recordOf(2, 'Looks good'),
      recordOf(3, 'Something else'),
      recordOf(4, `${MARKER}\nold`),
    );
    expect((await job.run('plan', FIXED)).code).toBe(0);
    expect(job.forge.comments).toHaveLength(4);
    expect(job.forge.comments[0]?.body).toContain('A copy');
    expect(job.forge.comments[3]?.body).toContain('### Plan for Action');
  });

  test.each([
    ['GraphQL names its user', BOT],
    ['GraphQL is forbidden', undefined],
  ])('ignores the comments of other apps and other jobs; %s', async (_, viewer) => {
    job.forge.viewer = viewer;
    job.forge.comments.push(
      recordOf(1, `${MARKER}\nof another app`, OTHER_BOT),
      recordOf(2, `${MARKER.replace('archctl -->', 'other -->')}\nof another job`),
      recordOf(3, `${MARKER}\nold`),
    );
    expect((await job.run('plan', FIXED)).code).toBe(0);
    expect(job.forge.comments.map(({ body }) => body.includes('Plan for'))).toEqual([false, false, true]);
    // The same workflow with another key of the job is another job.
    expect((await job.run('plan', { ...FIXED, GITHUB_JOB: 'second' })).code).toBe(0);
    expect(job.forge.comments).toHaveLength(4);
  });

  test('with the token of another app, belongs to this app', async () => {
    job.forge.viewer = OTHER_BOT;
    job.forge.comments.push(recordOf(1, `${MARKER}\nbot`, BOT), recordOf(2, `${MARKER}\nold`, OTHER_BOT));
    expect((await job.run('plan', FIXED)).code).toBe(0);
    expect(job.forge.comments.map(({ body }) => body.includes('Plan for'))).toEqual([false, true]);
  });

  test('with the token of a person, belongs to this person', async () => {
    job.forge.user = STRANGER;
    job.forge.comments.push(recordOf(1, `${MARKER}\nbot`, BOT), recordOf(2, `${MARKER}\nold`, STRANGER));
    expect((await job.run('plan', FIXED)).code).toBe(0);
    expect(job.forge.comments.map(({ body }) => body.includes('Plan for'))).toEqual([false, true]);
  });

  test('stays within the limit of comments, and names what was cut', async () => {
    const objects = Array.from(
      { length: 900 },
      (_, index) => `{ id: o${index}, type: system, name: Object ${index} ${'x'.repeat(80)} }`,
    );
    job.write(MODEL.replace('objects: [{ id: a', `objects: [${objects.join(', ')}, { id: a`));
    expect((await job.run('plan', WITHOUT_PREVIEW)).code).toBe(0);
    const { body } = only();
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toMatch(/left out because of the size limit of comments/);
    expect(body).toMatch(/Plan, pictures and preview: \[/);
  });

  test('contains no active text of a hostile model, and the log no commands', async () => {
    const name = '@team </details> <!-- archctl:drift:model --> ``` [x](javascript:1) ::error::x';
    job.write(MODEL.replace('name: B }', `name: ${JSON.stringify(name)} }`));
    const ran = await job.run('plan');
    expect(ran.code).toBe(0);
    const { body } = only();
    // GitHub does not interpret names in diagrams.
    const text = body.replace(/^```mermaid\n[\s\S]*?^```$/gm, '');
    expect(text).not.toMatch(/@team|<\/details>|<!-- archctl:drift|(?<!\\)\]\(javascript/);
    expect(ran.output).not.toMatch(/^::error::x/m);
  });

  test('is replaced by the reason if there is none', async () => {
    job.write(MODEL.replace('target: b', 'target: gone'));
    const ran = await job.run('plan', WITHOUT_PREVIEW);
    expect(ran.code).toBe(2);
    expect(only().body).toContain('### The plan failed');
    expect(only().body).toContain('gone');
    expect(job.outputs()).not.toHaveProperty('artifact');
    expect(job.has('archctl-out/plan/plan.json')).toBe(false);
  });

  test('exists without a comparison if the base is missing', async () => {
    const ran = await job.run('plan', {
      ...WITHOUT_PREVIEW,
      ARCHCTL_CI_MODEL: 'models/model.yaml',
      ARCHCTL_CI_NAME: 'other',
    });
    expect(ran.code).toBe(0);
    const { directory } = job;
    mkdirSync(join(directory, 'fresh'));
    writeFileSync(join(directory, 'fresh', 'model.yaml'), MODEL);
    expect((await job.run('plan', { ARCHCTL_CI_MODEL: 'fresh' })).code).toBe(0);
    expect(only().body).toContain('cannot be compared with the base');
    expect(only().body).toContain('### Plan for Action');
  });
});

describe('a pull request without secrets', () => {
  test.each([
    ['a fork', { FORK: 'someone/shop', ARCHCTL_API_KEY: '', ARCHCTL_CI_TOKEN: '' }, 'comes from a fork'],
    ['no key', { ARCHCTL_API_KEY: '' }, 'The key is missing'],
  ])('%s: explains, compares and validates, and sends nothing', async (_, given, reason) => {
    const env = { ...WITHOUT_PREVIEW, ...given };
    job.write(MODEL.replace('name: B }', 'name: C }'));
    const ran = await job.run('plan', env);
    expect([ran.code, ran.output]).toEqual([0, expect.stringContaining(reason)]);
    expect(job.summary()).toContain('1 renamed');
    expect(job.forge.requests).toEqual([]);
    expect(job.outputs()).toEqual({});
    job.write(MODEL.replace('target: b', 'target: gone'));
    const wrong = await job.run('plan', env);
    expect([wrong.code, wrong.output]).toEqual([
      8,
      expect.stringMatching(/^::error file=models\/model\.yaml,line=3,/m),
    ]);
  });

  test('does not write through a link that the repository contains', async () => {
    const { directory } = job;
    const outside = join(directory, '..', 'outside');
    mkdirSync(join(outside, 'plan'), { recursive: true });
    rmSync(join(directory, 'archctl-out'), { recursive: true, force: true });
    symlinkSync(outside, join(directory, 'archctl-out'));
    const ran = await job.run('plan');
    rmSync(join(directory, 'archctl-out'));
    expect([ran.code, ran.output]).toEqual([2, expect.stringContaining('is a link')]);
    expect(existsSync(join(outside, 'plan'))).toBe(true);
  });

  describe('does not write through a planted', () => {
    const paths = () => {
      const out = join(job.directory, 'archctl-out');
      const outside = join(job.directory, '..', 'victims');
      rmSync(outside, { recursive: true, force: true });
      rmSync(out, { recursive: true, force: true });
      mkdirSync(join(outside, 'plan'), { recursive: true });
      writeFileSync(join(outside, 'plan', 'plan.json'), 'keep');
      writeFileSync(join(outside, 'file'), 'keep');
      const texts = () => ['plan/plan.json', 'file'].map((it) => readFileSync(join(outside, it), 'utf8'));
      return { out, outside, texts };
    };

    test('comment.md', async () => {
      const { out, outside, texts } = paths();
      mkdirSync(out);
      symlinkSync(join(outside, 'file'), join(out, 'comment.md'));
      const ran = await job.run('plan', FIXED);
      rmSync(out, { recursive: true });
      expect([ran.code, ran.output]).toEqual([2, expect.stringContaining('comment.md is a link')]);
      expect(texts()).toEqual(['keep', 'keep']);
      expect(job.forge.comments).toEqual([]);
    });

    test('folder above the folder of the outputs', async () => {
      const { out, outside, texts } = paths();
      symlinkSync(outside, out);
      const ran = await job.run('plan', { ...FIXED, ARCHCTL_CI_OUT: 'archctl-out/.' });
      const below = await job.run('plan', { ...FIXED, ARCHCTL_CI_OUT: 'archctl-out/deeper' });
      rmSync(out);
      expect([ran.code, below.code]).toEqual([2, 2]);
      expect(below.output).toContain('is a link, or is behind a link');
      expect(texts()).toEqual(['keep', 'keep']);
      expect(readdirSync(outside).sort()).toEqual(['file', 'plan']);
    });

    test('folder in the folder of the outputs, which is replaced', async () => {
      const { out, outside, texts } = paths();
      mkdirSync(out);
      symlinkSync(join(outside, 'plan'), join(out, 'plan'));
      expect((await job.run('plan', FIXED)).code).toBe(0);
      expect(texts()).toEqual(['keep', 'keep']);
    });

    test.runIf(process.getuid?.() === 0)('folder of another user', async () => {
      const { out, texts } = paths();
      mkdirSync(out);
      chownSync(out, 65_534, 65_534);
      const ran = await job.run('plan', FIXED);
      rmSync(out, { recursive: true });
      expect([ran.code, ran.output]).toEqual([2, expect.stringContaining('another user (uid 65534)')]);
      expect(texts()).toEqual(['keep', 'keep']);
    });
  });

  test('does not run for pull_request_target, or without a pull request', async () => {
    const target = await job.run('plan', { GITHUB_EVENT_NAME: 'pull_request_target' });
    expect([target.code, target.output]).toEqual([2, expect.stringContaining('pull_request_target')]);
    const push = await job.run('plan', { GITHUB_EVENT_NAME: 'push' });
    expect([push.code, push.output]).toEqual([2, expect.stringContaining('needs a pull or merge request')]);
  });
});

describe('validate', () => {
  test('annotates the lines without a key and without requests', async () => {
    expect(await job.run('validate', { ARCHCTL_API_KEY: '', ARCHCTL_CI_TOKEN: '' })).toMatchObject({
      code: 0,
    });
    job.write(MODEL.replace('target: b', 'target: gone'));
    const ran = await job.runScript('validate', { ARCHCTL_API_KEY: '', ARCHCTL_CI_TOKEN: '' });
    expect(ran.code).toBe(8);
    expect(ran.output).toMatch(/^::error file=models\/model\.yaml,line=3,/m);
    expect(job.forge.requests).toEqual([]);
  });

  test.each([
    [{ ARCHCTL_CI_NAME: 'a b' }, 'name'],
    [{ ARCHCTL_CI_PRUNE: 'yes' }, 'prune'],
    [{ ARCHCTL_CI_PLAN: 'other' }, 'plan'],
    [{ ARCHCTL_CI_MODEL: '--help' }, 'model'],
    [{ GITHUB_ACTIONS: '' }, 'GitHub Actions and GitLab CI only'],
  ])('refuses the settings %j', async (env, what) => {
    const ran = await job.run('validate', env);
    expect([ran.code, ran.output]).toEqual([2, expect.stringContaining(what)]);
  });
});

describe('the API of the host', () => {
  test.each([
    ['a rate limit', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } }],
    ['a secondary rate limit', { status: 429, headers: { 'retry-after': '0' } }],
    ['a server error', { status: 502, headers: { 'retry-after': '0' } }],
  ])('%s is retried', async (_, fault) => {
    job.forge.faults.push({ request: /GET .*comments/, ...fault }, { request: /GET .*comments/, ...fault });
    expect((await job.run('plan', FIXED)).code).toBe(0);
    only();
  });

  test('a missing permission is explained, and the job fails', async () => {
    const body = { message: 'Resource not accessible by integration\u202e' };
    job.forge.faults.push({ request: /POST .*comments/, status: 403, body });
    const ran = await job.run('plan', FIXED);
    expect(ran.code).toBe(1);
    expect(ran.output).toContain('Resource not accessible by integration');
    expect(ran.output).toContain('pull-requests: write');
    expect(ran.output).not.toContain('\u202e');
    const refused = await job.run('plan', { ...FIXED, ARCHCTL_CI_TOKEN: 'wrong-token-of-somebody' });
    expect(refused.output).toContain('Pass a token');
  });

  test('neither key nor token appears in log, comment and summary', async () => {
    job.forge.faults.push({ request: /POST .*comments/, status: 422, body: { message: `${job.key} wrong` } });
    const ran = await job.runScript('plan');
    const again = await job.run('plan', WITHOUT_PREVIEW);
    const all = [ran.output, again.output, only().body, job.summary(), JSON.stringify(job.outputs())].join();
    const [id = '', secret = ''] = job.key.split(':');
    expect(id.length).toBeGreaterThan(5);
    expect(all).not.toContain(secret);
    expect(all).not.toContain('forge-token-of-the-job');
  });
});

import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordOf, STRANGER } from '../support/forge.js';
import { type Job, MODEL, markerOf, openJob, PUSH, WITHOUT_PREVIEW } from './job.js';

let job: Job;
beforeAll(async () => {
  job = await openJob('github');
});
afterAll(() => job.close());
beforeEach(() => {
  job.forge.reset();
  job.outputs();
  job.write(MODEL);
});

const MERGE = 'c'.repeat(40);
const merged = { ...PUSH, GITHUB_SHA: MERGE };
const repository = '/repos/team/shop';
const artifact = (given: object) => ({
  name: `archctl-plan-model-${job.head}`,
  expired: false,
  created_at: '2026-01-01T00:00:00Z',
  ...given,
});
const runOf = (id: number, facts: object = {}) => ({
  id,
  head_sha: job.head,
  repository_id: 1,
  head_repository_id: 1,
  ...facts,
});
const pull = (facts: object = {}) => ({
  number: 5,
  merged_at: '2026-01-01T00:00:00Z',
  merge_commit_sha: MERGE,
  head: { sha: job.head },
  ...facts,
});

describe('find-plan', () => {
  test('finds the newest plan of the head of the merged pull request', async () => {
    job.forge.answers = {
      [`${repository}/commits/${MERGE}/pulls`]: [
        pull({ merged_at: null }),
        pull({ merge_commit_sha: 'd'.repeat(40), head: { sha: 'e'.repeat(40) } }),
        pull(),
      ],
      [`${repository}/actions/artifacts`]: {
        total_count: 4,
        artifacts: [
          artifact({ workflow_run: runOf(1) }),
          artifact({ workflow_run: runOf(2), created_at: '2026-01-02T00:00:00Z' }),
          artifact({ workflow_run: runOf(3), created_at: '2026-01-03T00:00:00Z', expired: true }),
          artifact({ workflow_run: runOf(4, { head_repository_id: 9 }), created_at: '2026-01-04T00:00:00Z' }),
          artifact({ workflow_run: runOf(5, { head_sha: MERGE }), created_at: '2026-01-05T00:00:00Z' }),
        ],
      },
    };
    expect(await job.runScript('find-plan', merged)).toMatchObject({ code: 0 });
    expect(job.outputs()).toEqual({ artifact: `archctl-plan-model-${job.head}`, 'run-id': '2' });
  });

  test('fails with the next step if there is no pull request, no plan, or no permission', async () => {
    job.forge.answers = { [`${repository}/commits/${MERGE}/pulls`]: [] };
    const direct = await job.run('find-plan', merged);
    expect([direct.code, direct.output]).toEqual([1, expect.stringContaining('plan: new')]);
    job.forge.answers = {
      [`${repository}/commits/${MERGE}/pulls`]: [pull()],
      [`${repository}/actions/artifacts`]: { artifacts: [] },
    };
    const expired = await job.run('find-plan', merged);
    expect([expired.code, expired.output]).toEqual([1, expect.stringContaining('has no saved plan')]);
    job.forge.faults.push({ request: /artifacts/, status: 403 });
    expect((await job.run('find-plan', merged)).output).toContain('actions: read');
    expect(job.outputs()).toEqual({});
  });
});

describe('apply', () => {
  const planFile = 'archctl-out/plan/plan.json';

  test('refuses a plan for other files, other options, a broken one and a missing one', async () => {
    expect((await job.run('plan', WITHOUT_PREVIEW)).code).toBe(0);
    job.write(MODEL.replace('name: A }', 'name: Else }'));
    const other = await job.run('apply', merged);
    expect([other.code, other.output]).toEqual([5, expect.stringContaining('not for the merged files')]);
    job.write(MODEL);
    const pruned = await job.run('apply', { ...merged, ARCHCTL_CI_PRUNE: 'true' });
    expect([pruned.code, pruned.output]).toEqual([5, expect.stringContaining('options differ')]);
    // A plan whose steps are those of the merged files, with the document of another model.
    const saved = JSON.parse(job.read(planFile)) as { document: object };
    const document = JSON.stringify(saved.document);
    expect(document).toContain('"A"');
    const evil = { ...saved, document: JSON.parse(document.replace('"A"', '"Evil"')) };
    writeFileSync(join(job.directory, planFile), JSON.stringify(evil));
    expect((await job.run('apply', merged)).code).toBe(5);
    writeFileSync(join(job.directory, planFile), 'no plan');
    expect((await job.run('apply', merged)).output).toContain('Cannot read the plan');
    rmSync(join(job.directory, planFile));
    expect((await job.run('apply', merged)).output).toContain('does not exist');
    const drift = await job.user.run(
      ['model', 'drift', 'models', '--landscape', job.landscape, '-p', 'sandbox'],
      { cwd: job.directory },
    );
    expect(drift.stdout).not.toContain('Evil');
  });

  test('does not run in a pull request or without a key', async () => {
    const request = await job.run('apply');
    expect([request.code, request.output]).toEqual([2, expect.stringContaining('after the merge')]);
    expect((await job.run('apply', { ...merged, ARCHCTL_API_KEY: '' })).code).toBe(3);
  });

  test('applies the saved plan of the merged files, and a repeated job changes nothing', async () => {
    expect((await job.run('plan', WITHOUT_PREVIEW)).code).toBe(0);
    const plan = job.read(planFile);
    const ran = await job.runScript('apply', merged);
    expect([ran.code, ran.output]).toEqual([0, expect.stringContaining('Plan for "Action"')]);
    expect(job.summary()).toContain('### Applied plan');
    const drift = ['model', 'drift', 'models', '--landscape', job.landscape, '-p', 'sandbox'];
    expect((await job.user.run(drift, { cwd: job.directory })).code).toBe(0);
    // The downloaded plan is not marked as applied.
    writeFileSync(join(job.directory, planFile), plan);
    const again = await job.run('apply', merged);
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('Nothing to do')]);
  });

  test('refuses the plan if the landscape was changed after it', async () => {
    job.write(MODEL.replace('name: B }', 'name: B, caption: Planned }'));
    expect((await job.run('plan', WITHOUT_PREVIEW)).code).toBe(0);
    const below = `/v1/landscapes/${job.landscape}/versions/latest/model/objects`;
    const { modelObjects } = (await job.sandbox.request('GET', below)) as {
      modelObjects: Record<string, string>[];
    };
    const a = modelObjects.find(({ name }) => name === 'A');
    await job.sandbox.request('PATCH', `${below}/${a?.id}`, { caption: 'By hand' });
    const ran = await job.run('apply', merged);
    expect(ran.code).not.toBe(0);
    expect(ran.output).toContain('The landscape has changed since the plan was made');
  });

  test('with "plan: new", makes and applies a plan', async () => {
    rmSync(join(job.directory, 'archctl-out'), { recursive: true, force: true });
    const ran = await job.run('apply', { ...merged, ARCHCTL_CI_PLAN: 'new' });
    expect([ran.code, ran.output]).toEqual([0, expect.stringContaining('Applied')]);
  });

  test('with "plan: new", deletes many records only with "allow-deletes"', async () => {
    const fresh = { ...merged, ARCHCTL_CI_PLAN: 'new', ARCHCTL_CI_PRUNE: 'true' };
    const many = Array.from({ length: 12 }, (_, at) => `{ id: m${at}, type: system, name: M${at} }, `);
    job.write(MODEL.replace('objects: [{', `objects: [${many.join('')}{`));
    expect((await job.run('apply', fresh)).code).toBe(0);
    job.write(MODEL);
    job.summary();
    const refused = await job.run('apply', fresh);
    expect([refused.code, refused.output]).toEqual([2, expect.stringContaining('use --allow-deletes 12')]);
    expect(job.summary()).toMatch(/^### The plan was not applied completely[\s\S]*--allow-deletes 12/m);
    expect((await job.run('apply', { ...fresh, ARCHCTL_CI_ALLOW_DELETES: 'all' })).code).toBe(2);
    expect((await job.run('apply', { ...fresh, ARCHCTL_CI_ALLOW_DELETES: '12' })).code).toBe(0);
  });
});

describe('drift', () => {
  const MARKER = markerOf('drift', 'github');
  const open = () => job.forge.issues.filter(({ state }) => state === 'open');
  const caption = async (text: string) => {
    const below = `/v1/landscapes/${job.landscape}/versions/latest/model/objects`;
    const { modelObjects } = (await job.sandbox.request('GET', below)) as {
      modelObjects: Record<string, string>[];
    };
    const a = modelObjects.find(({ name }) => name === 'A');
    await job.sandbox.request('PATCH', `${below}/${a?.id}`, { caption: text });
  };
  beforeAll(async () => {
    job.write(MODEL);
    expect((await job.run('apply', { ...merged, ARCHCTL_CI_PLAN: 'new' })).code).toBe(0);
  });

  test('opens one issue, updates it, and closes it when the drift is gone', async () => {
    const none = await job.run('drift', PUSH);
    expect([none.code, none.output]).toEqual([0, expect.stringContaining('matches its model files')]);
    expect(job.forge.issues).toEqual([]);
    expect(job.outputs()).toEqual({ drift: 'false' });

    await caption('@team By hand');
    const first = await job.runScript('drift', PUSH);
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('https://forge.test/101')]);
    expect(job.outputs()).toEqual({ drift: 'true', issue: '101' });
    expect(open()).toMatchObject([
      { title: 'The landscape differs from its model files', labels: 'archctl-drift' },
    ]);
    expect(open()[0]?.body).toContain('1 changed');
    expect(open()[0]?.body).not.toContain('@team');

    await caption('Again');
    expect((await job.run('drift', PUSH)).code).toBe(0);
    expect(job.forge.issues).toHaveLength(1);
    expect(open()[0]?.body).toContain('Again');

    await caption('');
    expect((await job.run('drift', PUSH)).output).toContain('The issue was closed');
    expect(job.forge.issues).toMatchObject([{ state: 'closed' }]);
    expect(job.forge.replies).toMatchObject([{ issue: 101, body: expect.stringContaining('drift is gone') }]);
  });

  test('never opens a second issue, even if the answer to a create is lost', async () => {
    await caption('By hand');
    job.forge.faults.push({ request: /POST .*issues$/, status: 502, isLate: true });
    expect((await job.run('drift', PUSH)).code).toBe(0);
    expect(job.forge.issues).toHaveLength(1);
  });

  test('is not written through a link that the repository contains', async () => {
    const { directory } = job;
    const [victim, link] = [join(directory, 'victim'), join(directory, 'archctl-out', 'drift.md')];
    writeFileSync(victim, 'keep');
    rmSync(link, { force: true });
    symlinkSync(victim, link);
    const ran = await job.run('drift', PUSH);
    rmSync(link);
    expect([ran.code, ran.output]).toEqual([2, expect.stringContaining('drift.md is a link')]);
    expect(readFileSync(victim, 'utf8')).toBe('keep');
    expect(job.forge.issues).toEqual([]);
  });

  test('closes duplicates of itself, and leaves issues of others alone', async () => {
    job.forge.issues.push(
      recordOf(1, `${MARKER}\nof a stranger`, STRANGER),
      recordOf(2, `${MARKER}\nfirst`),
      recordOf(3, 'An unrelated issue'),
      recordOf(4, `${MARKER}\nsecond`),
    );
    expect((await job.run('drift', PUSH)).code).toBe(0);
    expect(open().map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(job.forge.replies).toEqual([{ issue: 4, body: 'Duplicate of #2.' }]);
    expect(job.forge.issues[0]?.body).toContain('of a stranger');
  });

  test('a failed check opens and closes nothing', async () => {
    job.forge.issues.push(recordOf(2, `${MARKER}\nfirst`));
    const ran = await job.run('drift', {
      ...PUSH,
      ARCHCTL_BASE_URL: 'http://127.0.0.1:9/v1',
      ARCHCTL_RETRIES: '0',
    });
    expect([ran.code, open().length, job.forge.requests]).toEqual([7, 1, []]);
    const disabled = { request: /GET .*issues/, status: 410, body: { message: 'Issues are disabled' } };
    job.forge.faults.push(disabled);
    expect((await job.run('drift', PUSH)).output).toContain('Enable issues');
  });
});

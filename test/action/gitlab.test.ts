import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordOf, STRANGER } from '../support/forge.js';
import { FIXED, type Job, MODEL, markerOf, mergeRequest, openJob, WITHOUT_PREVIEW } from './job.js';

const MARKER = markerOf('plan', 'gitlab');
const OWN = { id: 7, login: 'project-bot', type: 'User' as const };
const MERGE = 'c'.repeat(40);
let job: Job;
let request: Record<string, string>;
beforeAll(async () => {
  job = await openJob('gitlab');
  request = mergeRequest(job.base);
});
afterAll(() => job.close());
beforeEach(() => {
  job.forge.reset();
  job.forge.user = OWN;
  job.write(MODEL);
});

test('validate writes a code quality report', async () => {
  job.write(MODEL.replace('target: b', 'target: gone'));
  expect((await job.run('validate', { ARCHCTL_CI_TOKEN: '', ARCHCTL_API_KEY: '' })).code).toBe(8);
  expect(JSON.parse(job.read('archctl-out/gl-code-quality.json'))).toEqual([
    {
      description: expect.stringContaining('gone'),
      check_name: 'reference/unknown',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'major',
      location: { path: 'models/model.yaml', lines: { begin: 3 } },
    },
  ]);
  job.write(MODEL);
  expect((await job.run('validate')).code).toBe(0);
  expect(JSON.parse(job.read('archctl-out/gl-code-quality.json'))).toEqual([]);
});

test('validate does not write through links that the repository contains', async () => {
  const out = join(job.directory, 'archctl-out');
  const outside = join(job.directory, '..', 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'victim'), 'keep');
  rmSync(out, { recursive: true, force: true });
  symlinkSync(outside, out);
  const folder = await job.run('validate');
  rmSync(out);
  mkdirSync(out);
  symlinkSync(join(outside, 'victim'), join(out, 'gl-code-quality.json'));
  const file = await job.run('validate');
  rmSync(out, { recursive: true });
  expect([folder.code, folder.output]).toEqual([2, expect.stringContaining('is a link')]);
  expect([file.code, file.output]).toEqual([2, expect.stringContaining('gl-code-quality.json is a link')]);
  expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('keep');
  expect(existsSync(join(outside, 'gl-code-quality.json'))).toBe(false);
});

test('plan writes one note, and updates it', async () => {
  job.forge.comments.push(
    recordOf(1, `${MARKER}\nA copy of a stranger.`, STRANGER),
    recordOf(2, 'Looks good', STRANGER),
    recordOf(3, `${MARKER}\nold`, OWN),
    recordOf(4, `${MARKER.replace('model -->', 'other -->')}\nof another job`, OWN),
  );
  const ran = await job.runScript('plan', request);
  expect([ran.code, ran.output]).toEqual([0, expect.stringContaining('The comment is')]);
  expect(job.forge.comments.map(({ body }) => body.includes('### Plan for Action'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(job.forge.comments[2]?.body).toContain('https://forge.test/jobs/99');
});

test('a merge request of a fork is validated only', async () => {
  const ran = await job.run('plan', { ...request, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '13' });
  expect([ran.code, ran.output, job.forge.requests]).toEqual([0, expect.stringContaining('fork'), []]);
});

test('apply uses the plan of the merged merge request', async () => {
  expect((await job.run('plan', { ...request, ...WITHOUT_PREVIEW })).code).toBe(0);
  const plan = Buffer.from(job.read('archctl-out/plan/plan.json'));
  rmSync(join(job.directory, 'archctl-out'), { recursive: true });
  const project = '/projects/12';
  job.forge.answers = {
    [`${project}/repository/commits/${MERGE}/merge_requests`]: [
      { iid: 4, state: 'closed', sha: 'f'.repeat(40), merge_commit_sha: MERGE },
      { iid: 5, state: 'merged', sha: job.head, merge_commit_sha: MERGE },
    ],
    [`${project}/merge_requests/5/pipelines`]: [
      { id: 31, sha: 'e'.repeat(40), project_id: 12 },
      { id: 32, sha: job.head, project_id: 13 },
      { id: 33, sha: job.head, project_id: 12 },
    ],
    [`${project}/pipelines/33/jobs`]: [
      { id: 41, name: 'test' },
      { id: 42, name: 'lint' },
      { id: 43, name: 'model-plan' },
    ],
    [`${project}/jobs/43/artifacts/archctl-out/plan/plan.json`]: plan,
  };
  const merged = { CI_COMMIT_SHA: MERGE };
  expect((await job.run('find-plan', merged)).code).toBe(0);
  const ran = await job.run('apply', merged);
  expect([ran.code, ran.output]).toEqual([0, expect.stringContaining('matches the document')]);
  job.forge.answers[`${project}/merge_requests/5/pipelines`] = [];
  rmSync(join(job.directory, 'archctl-out'), { recursive: true });
  const missing = await job.run('find-plan', merged);
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('has no saved plan')]);
  expect(existsSync(join(job.directory, 'archctl-out'))).toBe(false);
});

test('drift opens one issue, updates it, and closes it', async () => {
  const below = `/v1/landscapes/${job.landscape}/versions/latest/model/objects`;
  const caption = async (text: string) => {
    const { modelObjects } = (await job.sandbox.request('GET', below)) as {
      modelObjects: Record<string, string>[];
    };
    await job.sandbox.request('PATCH', `${below}/${modelObjects.find(({ name }) => name === 'A')?.id}`, {
      caption: text,
    });
  };
  await caption('By hand');
  // Everything that the fake creates belongs to the same author.
  expect((await job.run('drift')).code).toBe(0);
  await caption('By hand, again');
  expect((await job.run('drift')).code).toBe(0);
  expect(job.forge.issues).toMatchObject([{ state: 'open', labels: 'archctl-drift' }]);
  expect(job.forge.issues[0]?.body).toContain('again');
  await caption('');
  expect((await job.run('drift')).code).toBe(0);
  expect(job.forge.issues).toMatchObject([{ state: 'closed' }]);
});

test('a token without permission is explained', async () => {
  job.forge.faults.push({ request: /POST .*notes/, status: 403, body: { error: 'insufficient_scope' } });
  const ran = await job.run('plan', { ...request, ...FIXED });
  expect(ran.code).toBe(1);
  expect(ran.output).toMatch(/insufficient_scope[\s\S]*project access token with the scope "api"/);
});

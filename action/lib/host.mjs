// The CI system that runs the job.
import { readFileSync } from 'node:fs';
import { githubHost } from './github.mjs';
import { gitlabHost } from './gitlab.mjs';
import { Failure } from './settings.mjs';

/**
 * Host of the job. Requests are made only when they are needed, so a job without a token can validate.
 *
 * @typedef {object} Host
 * @property {{ number: number, head: string, base: string, isFork: boolean } | undefined} change Pull or merge request.
 * @property {string} jobId Id of the job that all its runs share, and no other job.
 * @property {string} commit Commit that was pushed.
 * @property {string} runUrl
 * @property {string} artifacts Where a reader finds the artifacts of the run.
 */
export function hostOf({ env, settings, print, fetch, wait }) {
  const shared = { env, settings, print, fetch, wait };
  if (env.GITHUB_ACTIONS === 'true') {
    const event = env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : {};
    return githubHost({ ...shared, event });
  }
  if (env.GITLAB_CI === 'true') return gitlabHost(shared);
  throw new Failure(
    'This script runs in GitHub Actions and GitLab CI only.',
    'Call archctl itself elsewhere.',
    2,
  );
}

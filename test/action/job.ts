/** Jobs of a pipeline: a repository, the environment of a CI system, and the script of the action. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Home, home } from '../support/binary.js';
import { type Forge, openForge } from '../support/forge.js';
import { textOf } from '../support/sandbox.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

export const TOKEN = 'forge-token-of-the-job';
const SCRIPT = resolve('action/run.mjs');
const HEAD = 'a'.repeat(40);

export const MODEL = `namespace: n
domains: [{ id: d, name: D, objects: [{ id: a, type: system, name: A }, { id: b, type: system, name: B }] }]
connections: [{ id: ab, origin: a, target: b, name: Calls }]
diagrams: [{ id: all, type: context-diagram, name: All, objects: [a, b] }]
`;

/** First lines of the comments and issues of the job, by host. */
export const markerOf = (kind: 'plan' | 'drift', host: Host): string =>
  `<!-- archctl:${kind}:model:${host === 'github' ? '.github%2Fworkflows%2Fmodel.yml%2Farchctl' : 'model'} -->`;

interface ProcessResult {
  code: number | null;
  output: string;
}

/** `main` of the script, which is plain JavaScript without declarations. */
type Main = (given: {
  step: string;
  env: Record<string, string>;
  write: (text: string) => void;
}) => Promise<number>;

export interface Job {
  user: Home;
  sandbox: ServedSandbox;
  forge: Forge;
  /** Id of the landscape. */
  landscape: string;
  /** Directory of the repository; its first commit contains MODEL. */
  directory: string;
  base: string;
  head: string;
  key: string;
  /** Replaces the model file. */
  write(text: string): void;
  read(path: string): string;
  has(path: string): boolean;
  /** Runs a step in this process; `env` is added to the environment of the CI system. archctl is a process. */
  run(step: string, env?: Record<string, string>): Promise<ProcessResult>;
  /** Runs a step as a pipeline does: the script is a process, and its output is that of the process. */
  runScript(step: string, env?: Record<string, string>): Promise<ProcessResult>;
  /** Outputs of GitHub Actions since the last call. */
  outputs(): Record<string, string>;
  summary(): string;
  close(): Promise<void>;
}

export type Host = 'github' | 'gitlab';

export async function openJob(host: Host): Promise<Job> {
  const user = home();
  const sandbox = await serveForProgram(user);
  const forge = await openForge(TOKEN);
  const path = `/v1/organizations/${sandbox.organizationId}/landscapes`;
  const made = (await sandbox.request('POST', path, { name: 'Action' })) as Record<string, unknown>;
  const landscape = textOf(made.landscape, 'id');
  const directory = join(user.directory, 'repository');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
      cwd: directory,
      stdio: 'pipe',
      encoding: 'utf8',
    });
  mkdirSync(join(directory, 'models'), { recursive: true });
  const write = (text: string): void => writeFileSync(join(directory, 'models', 'model.yaml'), text);
  write(MODEL);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'Model');
  const base = git('rev-parse', 'HEAD').trim();
  const key = sandbox.authorization.replace('ApiKey ', '');
  const [output, summary, event] = ['output.txt', 'summary.md', 'event.json'].map((it) =>
    join(user.directory, it),
  ) as [string, string, string];
  const common = {
    PATH: process.env.PATH ?? '',
    HOME: user.directory,
    XDG_CACHE_HOME: user.env.XDG_CACHE_HOME ?? '',
    ARCHCTL_CONFIG_DIR: join(user.directory, 'none'),
    ARCHCTL_STATE_DIR: user.state,
    ARCHCTL_API_KEY: key,
    ARCHCTL_BASE_URL: `${sandbox.url}/v1`,
    ARCHCTL_LANDSCAPE: landscape,
    ARCHCTL_ORG: '',
    ARCHCTL_CI_TOKEN: TOKEN,
  };
  const environment: Record<Host, Record<string, string>> = {
    github: {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: forge.url,
      GITHUB_GRAPHQL_URL: `${forge.url}/graphql`,
      GITHUB_WORKFLOW_REF: 'team/shop/.github/workflows/model.yml@refs/heads/main',
      GITHUB_JOB: 'archctl',
      GITHUB_SERVER_URL: 'https://forge.test',
      GITHUB_REPOSITORY: 'team/shop',
      GITHUB_RUN_ID: '99',
      GITHUB_SHA: HEAD,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_EVENT_PATH: event,
      GITHUB_EVENT_NAME: 'pull_request',
    },
    gitlab: {
      GITLAB_CI: 'true',
      CI_API_V4_URL: forge.url,
      CI_PROJECT_ID: '12',
      CI_JOB_NAME: 'model',
      CI_COMMIT_SHA: HEAD,
      CI_JOB_URL: 'https://forge.test/jobs/99',
    },
  };
  const { main } = (await import(SCRIPT)) as { main: Main };
  /** Writes the event of the step, and returns all variables of the CI system. */
  const prepare = (env: Record<string, string>): Record<string, string> => {
    const pull = {
      number: 5,
      head: { sha: HEAD, repo: { full_name: env.FORK ?? 'team/shop' } },
      base: { sha: base },
    };
    const isRequest = env.GITHUB_EVENT_NAME !== 'push';
    writeFileSync(event, JSON.stringify(isRequest ? { pull_request: pull } : {}));
    return { ...common, ...environment[host], ...env };
  };
  return {
    user,
    sandbox,
    forge,
    landscape,
    directory,
    base,
    head: HEAD,
    key,
    write,
    read: (file) => readFileSync(join(directory, file), 'utf8'),
    has: (file) => existsSync(join(directory, file)),
    async run(step, env = {}) {
      const ended = { code: 0, output: '' };
      const write = (text: string) => {
        ended.output += text;
      };
      const outside = process.cwd();
      process.chdir(directory);
      try {
        ended.code = await main({ step, env: prepare(env), write });
      } finally {
        process.chdir(outside);
      }
      return ended;
    },
    async runScript(step, env = {}) {
      const all = prepare(env);
      const names = Object.keys(all).map((it) => `${it}="$${it}"`);
      const script = `env -i ${names.join(' ')} '${process.execPath}' '${SCRIPT}' '${step}'`;
      const ran = await user.shell(script, { cwd: directory, env: all });
      return { code: ran.code, output: ran.stdout + ran.stderr };
    },
    outputs() {
      const text = existsSync(output) ? readFileSync(output, 'utf8') : '';
      rmSync(output, { force: true });
      return Object.fromEntries(
        text
          .split('\n')
          .filter(Boolean)
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    },
    summary() {
      const text = existsSync(summary) ? readFileSync(summary, 'utf8') : '';
      rmSync(summary, { force: true });
      return text;
    },
    async close() {
      await forge.close();
      await sandbox.stop();
      await user.remove();
    },
  };
}

/** Environment of a job whose result depends on the host alone. */
export const FIXED = { ARCHCTL_CI_PROGRAM: resolve('test/action/fixed-program.mjs') };

/** Environment of a job without pictures and preview: for tests of its other results. */
export const WITHOUT_PREVIEW = { ARCHCTL_CI_PROGRAM: resolve('test/action/without-preview.mjs') };

/** Environment of a push to the main branch. */
export const PUSH = { GITHUB_EVENT_NAME: 'push' };

/** Environment of a merge request in GitLab. */
export const mergeRequest = (base: string): Record<string, string> => ({
  CI_MERGE_REQUEST_IID: '5',
  CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
  CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '12',
});

/** Runs the workflows of docs/model-recipes.md in clones of a real repository, against a sandbox. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Home, home } from '../support/binary.js';
import { textOf } from '../support/sandbox.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

interface Job {
  env?: Record<string, string>;
  steps: {
    name?: string;
    uses?: string;
    run?: string;
    env?: Record<string, string>;
    with?: Record<string, unknown>;
  }[];
}
interface Workflow {
  jobs: Record<string, Job>;
}

const page = readFileSync('docs/model-recipes.md', 'utf8');
const workflows = new Map(
  [...page.matchAll(/<!-- workflow: \.github\/workflows\/(\S+)\.yml -->\n```yaml\n([\s\S]*?)```/g)].map(
    ([, name = '', text = '']) => [name, parse(text) as Workflow],
  ),
);

const MODEL = `namespace: n
domains: [{ id: d, name: D, objects: [{ id: a, type: system, name: A }, { id: b, type: system, name: B }] }]
connections: [{ id: ab, origin: a, target: b, name: Calls }]
`;

let user: Home;
let sandbox: ServedSandbox;
let landscape: string;
beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
  const path = `/v1/organizations/${sandbox.organizationId}/landscapes`;
  const made = (await sandbox.request('POST', path, { name: 'Recipes' })) as Record<string, unknown>;
  landscape = textOf(made.landscape, 'id');
  const program = (name: string, text: string) =>
    writeFileSync(join(user.directory, 'bin', name), `#!/bin/sh\n${text}`, { mode: 0o755 });
  // Fake npm for a pipeline: it installs, and runs installed programs.
  program('npm', '[ "$1" = ci ] && exit 0\n[ "$1 $2" = "exec --" ] || exit 9\nshift 2\nexec "$@"\n');
  // Prints its arguments, and has one open issue once it has created one.
  program(
    'gh',
    'echo "$*" >> "$HOME/gh.log"\ncase "$1 $2" in\n"issue create") echo 7 > "$HOME/issue" ;;\n"issue list") cat "$HOME/issue" 2>/dev/null || true ;;\nesac\n',
  );
  git(user.directory, 'init', '-q', '--bare', '-b', 'main', 'origin.git');
  const main = clone('main');
  mkdirSync(join(main, 'models'));
  commit(main, MODEL);
  git(main, 'push', '-q', 'origin', 'main');
});
afterAll(async () => {
  await user.remove();
  await sandbox.stop();
});

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd, stdio: 'pipe' });

function clone(name: string): string {
  git(user.directory, 'clone', '-q', 'origin.git', name);
  return join(user.directory, name);
}

function commit(at: string, text: string): void {
  writeFileSync(join(at, 'models', 'model.yaml'), text);
  git(at, 'add', '.');
  git(at, 'commit', '-qm', 'Said');
}

const asked = (): string[] => {
  const log = join(user.directory, 'gh.log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  rmSync(log, { force: true });
  return lines;
};

/** Values of workflow expressions. */
const values = (): Record<string, string> => ({
  'secrets.ARCHCTL_READ_KEY': sandbox.authorization.replace('ApiKey ', ''),
  'secrets.ARCHCTL_WRITE_KEY': sandbox.authorization.replace('ApiKey ', ''),
  'vars.ARCHCTL_BASE_URL': `${sandbox.url}/v1`,
  'vars.ARCHCTL_LANDSCAPE': landscape,
  'github.base_ref': 'main',
  'github.token': 'token',
  'github.event.pull_request.number': '12',
});

/** Runs the steps of a job in order, each in a shell of its own, until one fails. */
async function run(workflow: string, name: string, cwd: string) {
  const job = workflows.get(workflow)?.jobs[name];
  if (!job) throw new Error(`There is no job ${name}.`);
  const filled = (env: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(env).map(([key, text]) => [
        key,
        text.replace(/\$\{\{ (\S+) \}\}/g, (_, expression: string) => {
          const value = values()[expression];
          if (value === undefined) throw new Error(`No value for ${expression}.`);
          return value;
        }),
      ]),
    );
  let stdout = '';
  for (const step of job.steps.filter((it) => it.run !== undefined)) {
    expect(step.run).not.toContain('${{');
    const env = {
      ARCHCTL_CONFIG_DIR: join(user.directory, 'none'),
      CI: 'true',
      ...filled(job.env),
      ...filled(step.env),
    };
    const ran = await user.shell(`set -e\n${step.run}`, { cwd, env });
    stdout += ran.stdout;
    if (ran.code !== 0) return { ...ran, stdout };
  }
  return { code: 0, stdout, stderr: '' };
}

describe('the workflows of docs/model-recipes.md', () => {
  it('check a pull request, and show its changes', async () => {
    const branch = clone('branch');
    commit(branch, MODEL.replace('name: B }', 'name: C }'));
    expect(await run('model-check', 'check', branch)).toMatchObject({ code: 0 });
    expect(asked()).toEqual(['pr comment 12 --body-file diff.md --edit-last --create-if-none']);
    const comment = readFileSync(join(branch, 'diff.md'), 'utf8');
    expect(comment).toContain('1 renamed');
    expect(comment.length).toBeLessThanOrEqual(60_000);
    commit(branch, MODEL.replace('target: b', 'target: gone'));
    const wrong = await run('model-check', 'check', branch);
    expect([wrong.code, asked()]).toEqual([8, []]);
    expect(wrong.stdout).toMatch(/^::error file=models\/model\.yaml,line=3,/m);
  });

  it('apply the plan once it is merged', async () => {
    const [planned, applied] = [clone('planned'), clone('applied')];
    expect(await run('model-apply', 'plan', planned)).toMatchObject({ code: 0 });
    copyFileSync(join(planned, 'plan.json'), join(applied, 'plan.json'));
    const ran = await run('model-apply', 'apply', applied);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('Plan for "Recipes": 4 to create')]);
    // A repeated job finds its plan applied.
    expect((await run('model-apply', 'apply', applied)).code).toBe(2);
  });

  it('report drift once', async () => {
    const night = clone('night');
    expect(await run('model-drift', 'drift', night)).toMatchObject({
      code: 0,
      stdout: 'The landscape matches its model files.\n',
    });
    expect(asked()).toEqual([]);
    const below = `/v1/landscapes/${landscape}/versions/latest/model/objects`;
    const { modelObjects } = (await sandbox.request('GET', below)) as {
      modelObjects: Record<string, string>[];
    };
    const b = modelObjects.find(({ name }) => name === 'B');
    await sandbox.request('PATCH', `${below}/${b?.id}`, { caption: '@team `x` ```' });
    const told = () => asked().map((it) => it.split(' ').slice(0, 2).join(' '));
    expect(await run('model-drift', 'drift', night)).toMatchObject({ code: 0 });
    expect(told()).toEqual(['issue list', 'issue create']);
    const report = readFileSync(join(night, 'drift.md'), 'utf8');
    expect(report).toMatch(/^### Recipes: \d+ unchanged, 1 changed\n/);
    expect(report).not.toContain('@team');
    expect(await run('model-drift', 'drift', night)).toMatchObject({ code: 0 });
    expect(told()).toEqual(['issue list', 'issue comment']);
  });

  it('contain no key, have time limits, and minimal permissions', () => {
    expect([...workflows.keys()]).toEqual(['model-check', 'model-apply', 'model-drift']);
    for (const [name, workflow] of workflows) {
      expect(workflow).toHaveProperty('permissions.contents', 'read');
      for (const job of Object.values(workflow.jobs)) {
        expect(job, name).toHaveProperty('timeout-minutes', expect.any(Number));
        if (job.env) expect(job.env.ARCHCTL_API_KEY).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/);
        expect(job.steps.find(({ uses }) => uses?.startsWith('actions/setup-node'))?.with?.cache).toBe('npm');
      }
    }
  });
});

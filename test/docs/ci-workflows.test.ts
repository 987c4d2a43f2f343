/** The workflows of docs/action.md that use the action; test/action runs its steps. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  'timeout-minutes'?: number;
  environment?: string;
  env?: unknown;
  steps: Step[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  concurrency: unknown;
  jobs: Record<string, Job>;
}
interface Action {
  inputs: Record<string, unknown>;
}

const page = readFileSync('docs/action.md', 'utf8');
const { inputs } = parse(readFileSync('action/action.yml', 'utf8')) as Action;
const texts = new Map(
  [...page.matchAll(/<!-- workflow: \.github\/workflows\/(\S+)\.yml -->\n```yaml\n([\s\S]*?)```/g)].map(
    ([, name = '', text = '']) => [name, text],
  ),
);
const workflows = [...texts].map(([name, text]) => [name, text, parse(text) as Workflow] as const);
const STEPS = ['validate', 'plan', 'find-plan', 'apply', 'drift'];

test('there is one workflow each for pull request, merge and schedule', () => {
  const facts = workflows.map(([name, , it]) => [name, Object.keys(it.on), it.permissions]);
  expect(facts).toEqual([
    ['model-plan', ['pull_request'], { contents: 'read', 'pull-requests': 'write' }],
    [
      'model-apply',
      ['push', 'workflow_dispatch'],
      { contents: 'read', actions: 'read', 'pull-requests': 'read' },
    ],
    ['model-drift', ['schedule', 'workflow_dispatch'], { contents: 'read', issues: 'write' }],
  ]);
});

describe.each(workflows)('%s', (_, text, { concurrency, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const calls = steps.filter(({ uses }) => uses === './node_modules/archctl/action');

  test('calls the action with inputs that exist', () => {
    expect(calls.length).toBeGreaterThan(0);
    for (const { with: given = {} } of calls) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
      expect(STEPS).toContain(given.step);
    }
  });

  test('gives a key to the steps that need one, from secrets, and to no other step', () => {
    for (const { with: given = {} } of calls)
      if (given.step === 'validate') expect(given).not.toHaveProperty('api-key');
      else
        expect(given['api-key']).toBe(
          `\${{ secrets.${given.step === 'apply' ? 'ARCHCTL_WRITE_KEY' : 'ARCHCTL_READ_KEY'} }}`,
        );
    expect(text.match(/secrets\./g)?.length).toBe(calls.filter((it) => it.with?.['api-key']).length);
    for (const job of Object.values(jobs)) expect(job.env).toBeUndefined();
  });

  test('runs one command line, and pins other actions to a commit', () => {
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci --ignore-scripts']);
    for (const line of text.split('\n').filter((it) => /uses: (?!\.\/)/.test(it)))
      expect(line).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(steps.find(({ uses }) => uses?.startsWith('actions/setup-node'))?.with?.cache).toBe('npm');
    expect(steps[0]?.with?.['persist-credentials']).toBe(false);
  });

  test('has a time limit, and does not run twice at once', () => {
    expect(concurrency).toBeTruthy();
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});

test('a plan compares with the base, and an apply waits for its environment', () => {
  expect(texts.get('model-plan')).toContain('fetch-depth: 0');
  const [, , apply] = workflows.find(([name]) => name === 'model-apply') ?? [];
  expect(apply?.jobs.apply?.environment).toBe('architecture');
});

describe('GitLab', () => {
  const [, text = ''] = /<!-- gitlab -->\n```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const jobs = parse(text) as Record<
    string,
    { script?: string[]; variables?: Record<string, unknown>; before_script?: string[] }
  >;
  const settings = readFileSync('action/lib/settings.mjs', 'utf8');

  test('each command line calls a step of the script', () => {
    const lines = Object.values(jobs).flatMap(({ script = [] }) => script);
    const steps = lines.map(
      (line) => /^node node_modules\/archctl\/action\/run\.mjs ([\w-]+)$/.exec(line)?.[1],
    );
    expect(steps).toEqual(STEPS);
    expect(jobs['.archctl']?.before_script).toEqual([
      'npm ci --cache .npm --prefer-offline --ignore-scripts',
    ]);
  });

  test('each variable of the page is one that the script reads', () => {
    const names = new Set([...page.matchAll(/\bARCHCTL_CI_([A-Z_]+)/g)].map(([, name]) => name));
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) expect(settings, name).toMatch(new RegExp(`'${name}'|ARCHCTL_CI_${name}\\b`));
  });

  test('only the apply gets the key that writes', () => {
    const keys = Object.entries(jobs).map(([name, { variables = {} }]) => [name, variables.ARCHCTL_API_KEY]);
    expect(Object.fromEntries(keys)).toEqual({
      '.archctl': '$ARCHCTL_READ_KEY',
      'model-plan': undefined,
      'model-apply': '$ARCHCTL_WRITE_KEY',
      'model-drift': undefined,
    });
  });
});

/** action.yml: inputs, permissions of expressions, and pinned versions. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../../src/base/version.js';

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}
interface Action {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

const text = readFileSync('action/action.yml', 'utf8');
const action = parse(text) as Action;
const { steps } = action.runs;
const scripts = readdirSync('action', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => [file, readFileSync(join('action', file), 'utf8')] as const);

test('is composite, and has a description for each input', () => {
  expect(action.runs.using).toBe('composite');
  for (const [name, { description, required, default: fallback }] of Object.entries(action.inputs)) {
    expect(description, name).toMatch(/\w/);
    expect(required === true || fallback !== undefined, name).toBe(true);
  }
});

test('every expression names an input, an output of an earlier step, or a known context', () => {
  const used = new Set([...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name));
  expect([...used].sort()).toEqual(Object.keys(action.inputs).sort());
  const known = new Set<string>();
  for (const step of steps) {
    const { id: _, ...rest } = step;
    for (const [, id = ''] of JSON.stringify(rest).matchAll(/\bsteps\.([\w-]+)\./g))
      expect(known).toContain(id);
    if (step.id) known.add(step.id);
  }
  for (const { value } of Object.values(action.outputs))
    expect(known).toContain(/steps\.([\w-]+)\./.exec(value)?.[1]);
});

test('nothing is interpolated into a command line', () => {
  for (const { run, shell, uses } of steps) {
    if (run === undefined) expect(uses).toBeDefined();
    else {
      expect(run).not.toContain('${{');
      expect(shell).toBe('bash');
    }
  }
  const starting = scripts.filter(([, code]) => code.includes('child_process'));
  expect(starting.map(([file]) => file)).toEqual([join('lib', 'program.mjs')]);
  expect(starting[0]?.[1]).toContain("import { spawn } from 'node:child_process';");
  expect(starting[0]?.[1]).not.toContain('shell:');
});

test('other actions are pinned to a commit, with the version beside it', () => {
  const lines = text.split('\n').filter((line) => /\buses:/.test(line));
  expect(lines.length).toBe(steps.filter(({ uses }) => uses).length);
  for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('the key and the token reach only the steps that need them', () => {
  const withKey = steps.filter(({ env }) => env && 'ARCHCTL_API_KEY' in env).map(({ run }) => run);
  expect(withKey).toEqual(['node "$ACTION_PATH/run.mjs" "$STEP"', 'node "$ACTION_PATH/run.mjs" apply']);
  for (const { run, env } of steps)
    if (run?.includes('npm')) expect(Object.keys(env ?? {})).toEqual(['FOLDER', 'VERSION']);
});

test('the scripts have no dependencies', () => {
  for (const [file, code] of scripts)
    for (const [, from = ''] of code.matchAll(/\bfrom '([^']+)'/g))
      expect(from, file).toMatch(/^(?:node:|\.)/);
});

test.each([
  ['', 0, ['install=false', expect.stringMatching(/^program=.*archctl\.js$/)]],
  [VERSION, 0, ['install=false', expect.stringMatching(/^program=.*archctl\.js$/)]],
  [
    '0.0.9',
    0,
    [
      'install=true',
      'version=0.0.9',
      expect.stringMatching(/^folder=.*archctl-action.0\.0\.9$/),
      expect.stringMatching(/^program=.*0\.0\.9.node_modules.archctl.bin.archctl\.js$/),
    ],
  ],
  ['latest', 2, []],
  ['1.0.0; echo', 2, []],
])('with version "%s", locates archctl', (version, code, outputs) => {
  const directory = mkdtempSync(join(tmpdir(), 'archctl-action-'));
  try {
    const output = join(directory, 'output');
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: output,
      ARCHCTL_CI_VERSION: version,
      HOME: directory,
    };
    const { status } = spawnSync(process.execPath, ['action/run.mjs', 'locate'], { env });
    expect(status).toBe(code);
    const written = readdirSync(directory).length === 0 ? '' : readFileSync(output, 'utf8');
    expect(written.split('\n').filter(Boolean)).toEqual(outputs);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

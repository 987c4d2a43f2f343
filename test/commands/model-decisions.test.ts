import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** A landscape with two decisions, the second related to a diagram and to the first. */
async function landscape(name: string) {
  const made = await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name });
  const id = textOf(made.landscape, 'id');
  const ask = (path: string, method?: 'GET' | 'POST', body?: unknown): Promise<JsonObject> =>
    suite.ask(`landscapes/${id}/versions/latest/${path}`, method, body);
  const [root] = listOf(await ask('model/objects'), 'modelObjects');
  const diagram = await ask('diagrams', 'POST', {
    name: 'Overview',
    index: 0,
    type: 'context-diagram',
    modelId: textOf(root, 'id'),
  });
  const first = await ask('adrs', 'POST', {
    name: 'Buy a ferry',
    status: 'accepted',
    content: 'Big.\r\n\r\n',
  });
  await ask('adrs', 'POST', {
    name: '# Odd: *name*',
    status: 'draft',
    relatedItems: {
      d: { type: 'diagram', diagramId: textOf(diagram.diagram, 'id') },
      a: { type: 'adr', adrId: textOf(first.adr, 'id') },
      l: { type: 'link', link: { url: 'https://example.com/why', customName: 'Why' } },
    },
  });
  const machine = suite.machine();
  const run = (...words: string[]) => machine.run([...words, '--landscape', id]);
  const decisions = async (): Promise<JsonObject[]> => listOf(await ask('adrs'), 'adrs');
  return { machine, run, decisions };
}

const files = (machine: Machine): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(machine.cwd, 'models'), { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name).slice(machine.cwd.length + 1))
      .sort()
      .map((path) => [path, machine.read(path)]),
  );

const write = (machine: Machine, path: string, text: string): void => {
  mkdirSync(join(machine.cwd, 'models', 'decisions'), { recursive: true });
  writeFileSync(join(machine.cwd, 'models', path), text);
};

const NYGARD = `# 31. Use PostgreSQL

Date: 2026-02-01

## Status

Accepted

Supersedes [30. Use files](0030-use-files.md)

## Context

We need transactions.
`;
const MADR = `---
status: "superseded by [ADR-0031](0031-use-postgresql.md)"
date: 2025-01-01
---
# Use files

## Context and Problem Statement

Where do bookings live?
`;

test('a landscape is pulled, changed on both sides, applied, and has no drift', async () => {
  const { machine, run, decisions } = await landscape('Both sides');
  const before = await decisions();
  const pulled = await run('model', 'pull', '--out', 'models');
  expect(pulled.code, pulled.stderr).toBe(0);
  expect(pulled.stderr).toMatch(/\d+ decisions/);
  const first = files(machine);
  const paths = Object.keys(first).filter((it) => it.startsWith('models/decisions/'));
  expect(paths).toHaveLength(before.length);
  for (const { handleId } of before) {
    expect(first['models/model.yaml']).toContain(`decision ${handleId}\n`);
    expect(
      paths.some(
        (path) =>
          first[path]?.includes(`handle: ${handleId}\n`) || first[path]?.includes(`handle: "${handleId}"\n`),
      ),
    ).toBe(true);
  }
  const valid = await machine.run(['model', 'validate', 'models']);
  expect(valid.code, valid.stdout).toBe(0);
  const again = await run('model', 'pull', '--out', 'models');
  expect(again.code, again.stderr).toBe(0);
  expect(files(machine)).toEqual(first);
  const same = await run('model', 'diff', 'models', 'live');
  expect(same.code, same.stdout).toBe(0);

  write(machine, 'decisions/0030-use-files.md', MADR);
  write(machine, 'decisions/0031-use-postgresql.md', NYGARD);
  const plan = await run('model', 'plan', 'models');
  expect(plan.code, plan.stderr).toBe(0);
  expect(plan.stdout).toContain('+ decision Use files');
  expect(plan.stdout).toContain('+ decision Use PostgreSQL');
  const applied = await run('model', 'apply', 'models', '--yes');
  expect(applied.code, applied.stderr + applied.stdout).toBe(0);
  const made = await decisions();
  const [old, now] = ['Use files', 'Use PostgreSQL'].map((name) => made.find((it) => it.name === name));
  expect(old).toMatchObject({
    status: 'rejected',
    content: expect.stringContaining('Where do bookings live?'),
  });
  expect(now).toMatchObject({ status: 'accepted' });
  expect(Number(now?.number)).toBe(Number(old?.number) + 1);
  expect(now?.content).toBe('Date: 2026-02-01\n\n## Context\n\nWe need transactions.');
  for (const [one, other] of [
    [old, now],
    [now, old],
  ])
    expect(Object.values(one?.relatedItems as object)).toMatchObject([{ type: 'adr', adrId: other?.id }]);
  const drift = await run('model', 'drift', 'models');
  expect(drift.code, drift.stdout).toBe(0);
  const withMine = files(machine);
  await run('model', 'pull', '--out', 'models');
  const later = files(machine);
  for (const path of Object.keys(withMine).filter((it) => it.endsWith('.md')))
    expect(later[path]).toBe(withMine[path]);

  const reject = await run('adr', 'reject', String(now?.id));
  expect(reject.code, reject.stderr).toBe(0);
  const drifted = await run('model', 'drift', 'models', '-o', 'json');
  expect(drifted.code).toBe(8);
  expect(drifted.json()).toMatchObject({
    drift: [
      {
        state: 'changed',
        kind: 'decision',
        id: 'use-postgresql',
        fields: [{ field: 'status', from: 'accepted', to: 'rejected' }],
      },
    ],
  });
  await run('model', 'pull', '--out', 'models');
  expect(machine.read('models/decisions/0031-use-postgresql.md')).toBe(
    NYGARD.replace('Accepted', 'Rejected'),
  );
  expect((await run('model', 'drift', 'models')).code).toBe(0);
});

test('only decisions that the namespace created or a pull adopted are pruned', async () => {
  const { machine, run, decisions } = await landscape('Pruned');
  await run('model', 'pull', '--out', 'models');
  write(machine, 'decisions/mine.md', '---\nstatus: draft\n---\n# Mine\n');
  expect((await run('model', 'apply', 'models', '--yes')).code).toBe(0);
  const other = await run('adr', 'create', '--name', 'Not mine', '-o', 'json');
  const adopted = (await decisions()).find(({ number }) => number === 2);
  rmSync(join(machine.cwd, 'models/decisions/0002-odd-name.md'));
  rmSync(join(machine.cwd, 'models/decisions/mine.md'));
  const kept = await run('model', 'plan', 'models', '-o', 'json');
  expect(
    (kept.json() as { steps: unknown[] }).steps.filter((it) => (it as { kind: string }).kind === 'decision'),
  ).toEqual([]);
  const drift = await run('model', 'drift', 'models', '-o', 'json');
  const names = (drift.json() as { drift: { name: string; state: string }[] }).drift.map(
    ({ name, state }) => `${state} ${name}`,
  );
  expect(names.sort()).toEqual(['new Mine', `new ${adopted?.name}`].sort());
  const pruned = await run('model', 'apply', 'models', '--prune', '--yes');
  expect(pruned.code, pruned.stderr).toBe(0);
  const left = (await decisions()).map(({ name }) => name);
  expect(left).toContain('Not mine');
  expect(left).not.toContain('Mine');
  expect(left).not.toContain(adopted?.name);
  await run('adr', 'delete', (other.json() as { id: string }).id, '--yes');
});

test('a document without decisions leaves those of the landscape alone', async () => {
  const { machine, run } = await landscape('One file');
  await run('model', 'pull', '--out', 'model.yaml');
  expect(existsSync(join(machine.cwd, 'decisions'))).toBe(false);
  expect(machine.read('model.yaml')).not.toContain('decision ');
  const plan = await run('model', 'plan', 'model.yaml', '--prune-all', '-o', 'json');
  expect(plan.stdout).not.toContain('"decision"');
});

test('a plan into a draft refuses changes of decisions', async () => {
  const { machine, run } = await landscape('Drafted');
  await run('model', 'pull', '--out', 'models');
  write(machine, 'decisions/0050-later.md', '---\nstatus: draft\n---\n# Later\n');
  const { code, stderr } = await run('model', 'plan', 'models', '--draft', 'Next');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('decision later would be created, but drafts cannot change decisions'),
  ]);
});

test('a link to a decision outside the folder is refused', async () => {
  const machine = suite.machine();
  await machine.run(['model', 'init', '--out', 'models']);
  machine.write('secret.md', '# Secret\n');
  mkdirSync(join(machine.cwd, 'models/decisions'));
  symlinkSync('../../secret.md', join(machine.cwd, 'models/decisions/0001-secret.md'));
  const { code, stderr } = await machine.run(['model', 'validate', 'models']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is a link to a place outside its folder')]);
});

test('a saved plan with decisions is shown and applied', async () => {
  const { machine, run, decisions } = await landscape('Saved');
  await run('model', 'pull', '--out', 'models');
  write(machine, 'decisions/0050-a.md', '---\nstatus: draft\nrelated: [51]\n---\n# A\n');
  write(machine, 'decisions/0051-b.md', '---\nstatus: draft\nrelated: [50]\n---\n# B\n');
  const planned = await run('model', 'plan', 'models', '--out', 'plan.json');
  expect(planned.code, planned.stderr).toBe(0);
  expect((await machine.run(['model', 'show-plan', 'plan.json'])).stdout).toContain('+ decision A');
  const applied = await run('model', 'apply', 'plan.json', '--yes');
  expect(applied.code, applied.stderr).toBe(0);
  const made = (await decisions()).filter(({ name }) => name === 'A' || name === 'B');
  expect(made.map(({ relatedItems }) => Object.keys(relatedItems as object).length)).toEqual([1, 1]);
});

test('a pull adds decisions to an existing document only if it has a folder for them', async () => {
  const { machine, run } = await landscape('Existing');
  mkdirSync(join(machine.cwd, 'models'));
  machine.write('models/model.yaml', 'namespace: existing\n');
  expect((await run('model', 'pull', '--out', 'models')).code).toBe(0);
  expect(Object.keys(files(machine))).not.toContain('models/decisions/0001-buy-a-ferry.md');
  mkdirSync(join(machine.cwd, 'models/decisions'));
  expect((await run('model', 'pull', '--out', 'models')).code).toBe(0);
  expect(Object.keys(files(machine))).toContain('models/decisions/0001-buy-a-ferry.md');
});

test('exports and pictures name the decisions about an element', async () => {
  const machine = suite.machine();
  await machine.run(['model', 'init', '--out', 'models']);
  write(
    machine,
    'model.yaml',
    'namespace: a\ndomains: [{ id: d, name: D, objects: [{ id: shop, type: system, name: Shop, description: Sells. }] }]\n',
  );
  write(
    machine,
    'decisions/0001-x.md',
    '---\nstatus: accepted\nelements: [shop]\n---\n# Sell `<b>` online\n',
  );
  const { stdout, code } = await machine.run(['model', 'export', 'models', '--format', 'markdown']);
  expect(code).toBe(0);
  expect(stdout.match(/0001: Sell/g)).toHaveLength(2);
  expect(stdout).not.toContain('<b>');
  const graph = await machine.run(['model', 'graph', 'models', '--focus', 'shop', '--out', 'shop.svg']);
  expect(graph.stderr).toContain('Decisions about Shop: ADR-0001: Sell `<b>` online.');
});

test('decision files are left alone by fmt, and refused by merge', async () => {
  const machine = suite.machine();
  write(machine, 'model.yaml', 'namespace: a\n');
  const text = '---\nstatus:   accepted\n---\n#   Odd\n';
  write(machine, 'decisions/0001-odd.md', text);
  expect((await machine.run(['model', 'fmt', 'models', '--check'])).code).toBe(0);
  expect((await machine.run(['model', 'fmt', 'models'])).code).toBe(0);
  const path = 'models/decisions/0001-odd.md';
  expect(machine.read(path)).toBe(text);
  const merged = await machine.run(['model', 'merge', path, path, path]);
  expect([merged.code, merged.stderr]).toEqual([2, expect.stringContaining('which git merges as text')]);
});

test('the schema of front matter is printed, and not together with that of rules', async () => {
  const machine = suite.machine();
  const { properties } = (await machine.run(['model', 'schema', '--decisions'])).json() as JsonObject;
  expect(Object.keys(properties as object)).toEqual(
    expect.arrayContaining(['status', 'retires', 'superseded-by']),
  );
  expect((await machine.run(['model', 'schema', '--decisions', '--rules'])).code).toBe(2);
});

test('a pull of one namespace neither writes nor adopts decisions of others', async () => {
  const { machine, run } = await landscape('Slices');
  const pulled = await run('model', 'pull', '--out', 'models', '--namespace', 'team-a');
  expect(pulled.code, pulled.stderr).toBe(0);
  write(machine, 'decisions/0050-ours.md', '---\nstatus: draft\n---\n# Ours\n');
  expect((await run('model', 'apply', 'models', '--yes')).code).toBe(0);
  const again = await run('model', 'pull', '--out', 'other', '--namespace', 'team-a');
  expect(again.code, again.stderr).toBe(0);
  expect(readdirSync(join(machine.cwd, 'other/decisions'))).toEqual(['0003-ours.md']);
  expect(machine.read('other/model.yaml')).not.toContain('decision ');
});

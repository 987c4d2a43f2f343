import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

let user: Home;
let sandbox: ServedSandbox;
beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
});
afterAll(async () => {
  await user.remove();
  await sandbox.stop();
});

const MODEL = `namespace: n
domains: [{ id: d, name: D, objects: [{ id: a, type: system, name: A, objects: [{ id: x, type: app, name: X }] }, { id: b, type: system, name: B, objects: [{ id: s, type: store, name: S }] }] }]
connections: [{ id: xs, origin: x, target: s, name: Reads }]
`;
const DECISION = `# 1. Own stores only

## Status

Proposed

## Context

Stores of other systems change without notice.
`;
const RULES = `rules:
  - { id: own-stores, because: ADR-0001, deny: { to: { type: store }, different: system } }
`;

it('applies a decision, follows its acceptance, and cites it in SARIF', async () => {
  const at = (path: string) => join(user.directory, path);
  mkdirSync(at('m/decisions'), { recursive: true });
  const file = at('m/decisions/0001-own-stores.md');
  for (const [path, text] of [
    ['m/model.yaml', MODEL],
    ['m/decisions/0001-own-stores.md', DECISION],
    ['rules.yaml', RULES],
  ] as const)
    writeFileSync(at(path), text);
  const env = {
    ARCHCTL_API_KEY: sandbox.authorization.replace('ApiKey ', ''),
    ARCHCTL_BASE_URL: `${sandbox.url}/v1/`,
    ARCHCTL_LANDSCAPE: sandbox.landscapeId,
  };
  const run = (...words: string[]) => user.run(words, { env });
  const early = await run('model', 'check', 'm', '--rules', 'rules.yaml');
  expect(early.stdout).toContain('is proposed, not accepted');
  const applied = await run('model', 'apply', 'm', '--yes');
  expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('matches the document')]);
  expect((await run('model', 'drift', 'm')).code).toBe(0);
  const accepted = await run('adr', 'accept', 'Own stores only');
  expect(accepted.code, accepted.stderr).toBe(0);
  const drift = await run('model', 'drift', 'm');
  expect([drift.code, drift.stdout]).toEqual([8, expect.stringContaining('status: proposed → accepted')]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('Proposed', 'Accepted'));
  expect((await run('model', 'drift', 'm')).code).toBe(0);
  const checked = await run('model', 'check', 'm', '--rules', 'rules.yaml', '-o', 'sarif');
  expect(checked.code).toBe(8);
  expect(JSON.parse(checked.stdout).runs[0].results).toMatchObject([
    {
      ruleId: 'custom/own-stores',
      message: { text: 'X uses S, which is forbidden, because ADR-0001: Own stores only.' },
      properties: { because: { id: 'own-stores', number: 1, status: 'accepted' } },
    },
  ]);
});

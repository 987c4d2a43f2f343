import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentSchema } from '../../../src/model/document/schema.js';
import { controlCharacterIn, HOSTILE } from '../../support/hostile-service.js';
import { type CommandSuite, openCommandSuite } from '../command-suite.js';

let suite: CommandSuite;
let here: ReturnType<CommandSuite['machine']>;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
});
afterAll(() => suite.close());

const DOCUMENT = `namespace: a
objects:
  - { id: shop, type: system, name: Shop, objects: [{ id: db, type: store, name: DB }] }
  - { id: bank, type: system, name: Bank, objects: [{ id: pay, type: app, name: Pay }] }
connections:
  - { id: steals, origin: pay, target: db, name: Steals }
`;
const RULES = `rules:
  - { id: own-stores, about: Stores are private., deny: { to: { type: store }, different: system } }
  - { id: owned, severity: warning, objects: { type: system, name: Shop }, require: owner }
`;

const check = (document: string, rules: string, more: readonly string[] = []) => {
  here.write('m.yaml', document);
  here.write('rules.yaml', rules);
  return here.run(['model', 'check', 'm.yaml', '--rules', 'rules.yaml', ...more]);
};

it('reports each finding like validate, with the sentence of the rule', async () => {
  const { stdout, stderr, code } = await check(DOCUMENT, RULES);
  expect([code, stderr]).toEqual([8, 'error: 1 error and 1 warning in 1 file.\n']);
  expect(stdout).toContain('m.yaml:3:11  warning  The model object Shop has no owner.  custom/owned\n');
  expect(stdout).toContain('m.yaml:6:40  error  Pay uses DB, which is forbidden.  custom/own-stores\n');
  expect(stdout).toContain('hint: Stores are private.');
  expect((await check(`ignore: [custom/own-stores]\n${DOCUMENT}`, RULES)).code).toBe(0);
  expect((await check(`ignore: [custom/own-stores]\n${DOCUMENT}`, RULES, ['--strict'])).code).toBe(8);
});

it('writes SARIF with custom rules', async () => {
  const { stdout } = await check(DOCUMENT, RULES, ['-o', 'sarif']);
  const [{ tool, results }] = JSON.parse(stdout).runs;
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
  expect(tool.driver.rules.at(-2)).toMatchObject({
    id: 'custom/own-stores',
    shortDescription: { text: 'Stores are private.' },
  });
});

it.each([[[]], [['-o', 'json']], [['-o', 'sarif']], [['-o', 'github']]])(
  'names elements without a source location by name and path, escaped, with %j',
  async (options) => {
    here.write(
      'all.yaml',
      `rules: [{ id: all, about: ${JSON.stringify(HOSTILE)}, named: x, noCircles: systems }]\n`,
    );
    const { stdout, code } = await here.run(['model', 'check', 'live', '--rules', 'all.yaml', ...options]);
    expect(code).toBe(8);
    expect(controlCharacterIn(stdout)).toBeUndefined();
    expect(stdout).not.toContain(':0:0');
    if (options.includes('json')) {
      const [first] = JSON.parse(stdout) as { path?: string; file?: string; id?: string }[];
      expect(first).toMatchObject({ path: expect.stringMatching(/./), id: expect.stringMatching(/./) });
      expect(first?.file).toBeUndefined();
    }
  },
);

it('reads rules from stdin, and names the option if they are missing', async () => {
  here.write('m.yaml', DOCUMENT);
  const piped = await here.run(['model', 'check', 'm.yaml', '--rules', '-'], { stdin: RULES });
  expect(piped.code).toBe((await check(DOCUMENT, RULES)).code);
  const { stderr, code } = await here.run(['model', 'check', 'm.yaml', '--rules', 'nosuch.yaml']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Option --rules: cannot read nosuch.yaml')]);
});

it('locates errors in the rules, with exit code 2', async () => {
  const { stderr, code } = await check(DOCUMENT, 'rules:\n  - { id: a, dney: {} }\n');
  expect(code).toBe(2);
  expect(stderr).toContain('rules.yaml:2:14: rules[0].dney is not a known field.');
  expect((await check('objects: [', RULES)).code).toBe(2);
});

it('creates an example that matches the schema and has no violations', async () => {
  expect((await here.run(['model', 'init', '--out', 'mine'])).code).toBe(0);
  expect((await here.run(['model', 'init', '--rules', '--out', 'mine'])).code).toBe(0);
  const ran = await here.run([
    'model',
    'check',
    'mine/model.yaml',
    '--rules',
    'mine/rules.yaml',
    '-o',
    'json',
  ]);
  expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining('error')]);
  const schema = JSON.parse(readFileSync(join(here.cwd, 'mine/rules.schema.json'), 'utf8'));
  expect(schema).toEqual((await here.run(['model', 'schema', '--rules', '-o', 'json'])).json());
  expect(schema).not.toEqual(documentSchema());
  expect((await here.run(['model', 'init', '--rules', '--out', 'mine'])).code).toBe(2);
});

const ADR = '---\nstatus: accepted\n---\n\n# Stores belong to one system\n';
const CITING = `rules:
  - { id: own-stores, because: ADR-0007, deny: { to: { type: store }, different: system } }
`;

async function checkWith(decision: string, rules = CITING, more: readonly string[] = []) {
  mkdirSync(join(here.cwd, 'cited/decisions'), { recursive: true });
  here.write('cited/m.yaml', DOCUMENT);
  here.write('cited/decisions/0007-own-stores.md', decision);
  here.write('rules.yaml', rules);
  return here.run(['model', 'check', 'cited', '--rules', 'rules.yaml', ...more]);
}

it('shows the decision that a rule enforces, in each format', async () => {
  const message = 'Pay uses DB, which is forbidden, because ADR-0007: Stores belong to one system.';
  const because = { id: 'own-stores', number: 7, name: 'Stores belong to one system', status: 'accepted' };
  const { stdout, code } = await checkWith(ADR);
  expect([code, stdout]).toEqual([8, expect.stringContaining(`error  ${message}  custom/own-stores\n`)]);
  const json = (await checkWith(ADR, CITING, ['-o', 'json'])).json();
  expect(json).toMatchObject([{ rule: 'custom/own-stores', message, because }]);
  const sarif = (await checkWith(ADR, CITING, ['-o', 'sarif'])).stdout;
  const [{ tool, results }] = JSON.parse(sarif).runs;
  expect(results).toMatchObject([{ message: { text: message }, properties: { because } }]);
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('decision/cited');
  const { stdout: github } = await checkWith(ADR, CITING, ['-o', 'github']);
  expect(github).toContain(`::${message.replace('%', '%25')}`);
});

it.each([
  ['ADR-0008', ADR, 'error', 'There is no decision ADR-0008, which the rule own-stores cites.'],
  [
    'own-stores',
    ADR.replace('accepted', 'proposed'),
    'warning',
    'ADR-0007: Stores belong to one system is proposed, not accepted, but the rule own-stores cites it.',
  ],
  [
    '7',
    ADR.replace('accepted', 'superseded'),
    'warning',
    'ADR-0007: Stores belong to one system is superseded, not accepted, but the rule own-stores cites it.',
  ],
])('reports the citation %s of a decision', async (cited, decision, severity, message) => {
  const rules = CITING.replace('ADR-0007', cited);
  const found = (await checkWith(decision, rules, ['-o', 'json'])).json() as { file: string }[];
  expect(found.filter(({ file }) => file === 'rules.yaml')).toMatchObject([
    { severity, message, line: 2, column: 32 },
  ]);
});

it.each([[[]], [['-o', 'json']], [['-o', 'sarif']], [['-o', 'github']]])(
  'escapes the title of a decision with %j',
  async (options) => {
    const hostile = `---\nstatus: accepted\ntitle: ${JSON.stringify(HOSTILE)}\n---\n# T\n`;
    const { stdout, stderr } = await checkWith(hostile, CITING, options);
    expect(controlCharacterIn(stdout)).toBeUndefined();
    expect(controlCharacterIn(stderr)).toBeUndefined();
    expect(stdout).toContain('ADR-0007');
  },
);

it('finds the cited decisions of a live landscape', async () => {
  here.write('rules.yaml', 'rules: [{ id: short, because: ADR-0001, objects: { type: app }, named: x }]\n');
  const ran = await here.run([
    'model',
    'check',
    'live',
    '--rules',
    'rules.yaml',
    '--landscape',
    suite.ids.landscape,
    '-o',
    'json',
  ]);
  const found = ran.json() as { because: unknown; message: string }[];
  expect(found.length).toBeGreaterThan(1);
  for (const { because, message } of found) {
    expect(because).toMatchObject({ number: 1, status: 'accepted' });
    expect(message).toContain(', because ADR-0001: Use PostgreSQL for bookings.');
  }
});

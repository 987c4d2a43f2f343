import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_RULES } from '../../../src/model/validate/rules.js';
import type { Machine } from '../../support/world.js';
import { offline } from './offline.js';
import { type Change, LIVE_RULES, RULE_CASES, type RuleCase, SOUND } from './rule-cases.js';

let here: Machine;
beforeAll(() => {
  here = offline();
  here.write('catalog.json', JSON.stringify([{ id: 'x', defaultSlug: 'postgresql' }]));
});
afterAll(() => here.remove());

interface Found {
  rule: string;
  severity: string;
  file: string;
  line: number;
  column: number;
  endColumn: number;
  message: string;
  hint?: string;
  kind?: string;
  id?: string;
}

const changed = (changes: Change | readonly Change[]): string =>
  (typeof changes[0] === 'string' ? [changes as Change] : (changes as readonly Change[])).reduce(
    (text, [from, to]) => {
      expect(text).toContain(from);
      return text.replace(from, () => to);
    },
    SOUND,
  );

let count = 0;
/** Writes files without the mark into a folder of their own, and returns the position of the mark. */
function folder(files: Readonly<Record<string, string>>): { path: string; mark: string | undefined } {
  count += 1;
  const path = `model-${count}`;
  let mark: string | undefined;
  for (const [name, text] of Object.entries(files)) {
    const at = text.indexOf('«');
    const before = text.slice(0, Math.max(0, at)).split('\n');
    if (at >= 0) mark = `${path}/${name}:${before.length}:${[...(before.at(-1) ?? '')].length + 1}`;
    mkdirSync(dirname(join(here.cwd, path, name)), { recursive: true });
    here.write(`${path}/${name}`, text.replace('«', ''));
  }
  return { path, mark };
}

async function check(files: Readonly<Record<string, string>>, options: readonly string[] = []) {
  const { path, mark } = folder(files);
  const ran = await here.run(['model', 'validate', path, '-o', 'json', ...options]);
  const found = ran.json() as Found[];
  return {
    ran,
    found,
    mark,
    places: found.map(({ rule, file, line, column }) => `${rule} ${file}:${line}:${column}`),
  };
}

const cases = Object.entries(RULE_CASES);

it('has a document for every rule', () => {
  expect([...LIVE_RULES, ...cases.map(([name]) => name)].sort()).toEqual(
    ALL_RULES.map(({ name }) => name).sort(),
  );
});

describe.each(cases)(
  '%s',
  (rule, { breaks, keeps = [], others, keptOthers, exit, strict = 8, options }: RuleCase) => {
    it('is reported at its position, and nowhere else', async () => {
      const { ran, mark, places, found } = await check({ 'model.yaml': changed(breaks), ...others }, options);
      if (mark === undefined) expect(found.map((it) => it.rule)).toEqual([rule]);
      else expect(places).toEqual([`${rule} ${mark}`]);
      expect(ran.code).toBe(exit);
      const kept = await check({ 'model.yaml': changed(keeps), ...keptOthers }, options);
      expect(kept.found).toEqual([]);
      expect(kept.ran.code).toBe(0);
    });

    it('is an error with --strict, and nothing if it is ignored', async () => {
      const files = { 'model.yaml': changed(breaks), ...others };
      expect((await check(files, ['--strict', ...(options ?? [])])).ran.code).toBe(exit === 2 ? 2 : strict);
      const ignoring = { ...files, 'a.yaml': `ignore: [${rule}]\n` };
      const { ran, found } = await check(ignoring, options);
      if (exit === 2) expect(ran.code).toBe(2);
      else expect(found).toEqual([]);
    });
  },
);

it('accepts a technology slug like a plan, and no other name of a technology', async () => {
  here.write(
    'aliases.json',
    JSON.stringify([{ id: 't1', defaultSlug: 'amazon-s3', slugs: ['amazon-s3', 's3'] }]),
  );
  const codes = [];
  for (const name of ['amazon-s3', 't1', 's3']) {
    here.write(
      'named.yaml',
      `domains:\n  - { id: d, name: D, objects: [{ id: a, name: A, type: system, technologies: [${name}] }] }\n`,
    );
    codes.push((await here.run(['model', 'validate', 'named.yaml', '--catalog', 'aliases.json'])).code);
  }
  expect(codes).toEqual([0, 0, 8]);
});

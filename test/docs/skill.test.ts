/** The skill for agents; examples.test.ts runs its command lines. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { tokensOf } from '../../src/mcp/answers.js';
import { readModel } from '../../src/model/document/read.js';
import { validate } from '../../src/model/validate/validate.js';

const MAX_TOKENS = 800;
const text = readFileSync('skill/SKILL.md', 'utf8');
const references = readdirSync('skill/references');

test(`SKILL.md has at most ${MAX_TOKENS} tokens, and each reference as well`, () => {
  expect(tokensOf(text)).toBeLessThanOrEqual(MAX_TOKENS);
  for (const name of references)
    expect(tokensOf(readFileSync(`skill/references/${name}`, 'utf8')), name).toBeLessThanOrEqual(MAX_TOKENS);
});

test('its front matter is that of the Agent Skills format', () => {
  const [, yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const { name, description, ...rest } = parse(yaml) as Record<string, string>;
  expect(name).toBe('archctl');
  expect(description?.length).toBeGreaterThan(50);
  expect(description?.length).toBeLessThanOrEqual(1024);
  expect(rest).toEqual({ license: 'MIT' });
});

test('it links to every reference', () => {
  const linked = [...text.matchAll(/\]\(references\/([\w-]+\.md)\)/g)].map(([, name]) => name);
  expect(linked.sort()).toEqual(references.sort());
});

test('the example document is valid', () => {
  const page = readFileSync('skill/references/changing.md', 'utf8');
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const files = [{ path: 'model.yaml', text: yaml }];
  expect(validate(files, readModel(files), { strict: true })).toEqual([]);
});

/** Comments refer to rules in a page of the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { anchorsOf } from './links.js';

const sources = ['src', 'test', 'scripts', 'bin'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|js|cjs)$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`),
);
const cited = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/docs\/service\.md#([a-z0-9-]+)/g)].map(
    ([, anchor = '']) => [file, anchor] as const,
  ),
);

test('comments refer to existing parts of docs/service.md', () => {
  const anchors = anchorsOf(readFileSync('docs/service.md', 'utf8'));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(([, anchor]) => !anchors.includes(anchor))).toEqual([]);
});

test('no comment refers to a missing document', () => {
  const absent = new RegExp(
    ['service', 'known'].map((it, at) => `${it} ${['document', 'answers'][at]}`).join('|'),
    'i',
  );
  const naming = sources.filter((file) => absent.test(readFileSync(file, 'utf8')));
  expect(naming).toEqual([]);
});

/** Workflows in the docs and action.yml, checked by the language service of GitHub. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'archctl-workflows-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
let service: typeof import('./language-service.js');
beforeAll(async () => {
  const bundle = await rolldown({ input: 'test/action/language-service.ts', platform: 'node' });
  const file = join(directory, 'service.mjs');
  await bundle.write({ file, format: 'esm' });
  service = await import(pathToFileURL(file).href);
});

async function findingsOf(path: string, text: string): Promise<string[]> {
  const document = service.TextDocument.create(`file:///repo/${path}`, 'yaml', 1, text);
  const found = await service.validate(document);
  return found.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`);
}

/** The workflows of each page, with a path that names the page. */
const WORKFLOWS = readdirSync('docs')
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const blocks = [...readFileSync(`docs/${file}`, 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)];
    return blocks
      .map(([, text = ''], at) => ({ path: `.github/workflows/${file}-${at}.yml`, text }))
      .filter(({ text }) => /^on:/m.test(text) && /^jobs:/m.test(text));
  });

test('the docs show workflows', () => {
  expect(WORKFLOWS.filter(({ path }) => path.includes('action.md')).length).toBeGreaterThanOrEqual(3);
});

test.each(WORKFLOWS)('$path is valid', async ({ path, text }) => {
  expect(await findingsOf(path, text)).toEqual([]);
});

test('action.yml is valid', async () => {
  expect(await findingsOf('action.yml', readFileSync('action/action.yml', 'utf8'))).toEqual([]);
});

test('a misspelt permission and an unknown job are found', async () => {
  const wrong = `on: push
jobs:
  a:
    runs-on: ubuntu-latest
    needs: b
    permissions: { contens: read }
    steps: [{ run: "true" }]
`;
  const found = await findingsOf('.github/workflows/wrong.yml', wrong);
  expect(found.join('\n')).toContain("Unexpected value 'contens'");
  expect(found.join('\n')).toContain("'b'");
});

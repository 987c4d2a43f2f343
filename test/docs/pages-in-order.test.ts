/** Readers run the lines of a page from top to bottom, beginning in an empty directory. */

import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, home } from '../support/binary.js';

let user: Home;
beforeAll(async () => {
  user = home();
  await user.sandbox('--ephemeral', '--port', '0');
});
afterAll(() => user.remove());

/** Lines of the `sh` blocks of a page that match. */
const linesOf = (page: string, pattern: RegExp): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, code = '']) => code.split('\n'))
    .filter((line) => pattern.test(line));

test('the commands that keep a model in files work in the order of README.md, then of docs/models.md', async () => {
  const pattern = /^archctl model (pull|validate|diff|plan|apply|drift) /;
  const lines = ['README.md', 'docs/models.md'].flatMap((page) => linesOf(page, pattern));
  expect(lines.length).toBeGreaterThan(10);
  const script = ['set -e', ...lines].join('\n').replace(/ model apply (?!.*--yes)/g, '$&--yes ');
  const { code, stderr } = await user.shell(script, { cwd: mkdtempSync(join(user.directory, 'reader-')) });
  expect(code, stderr).toBe(0);
});

/** Readers run the lines of a page from top to bottom, beginning in an empty directory. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type Service } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';
import { commandLines } from './shell-words.js';

let service: Service;
let reader: Machine;
beforeAll(async () => {
  service = await openService();
  reader = machine(service);
  const { organizationId: org, landscapeId: landscape } = service.sandbox;
  // A service on this machine has no rate limit.
  reader.signIn({ org, landscape, baseUrl: 'http://127.0.0.1:4010/v1' });
});
afterAll(() => Promise.all([reader.remove(), service.close()]));

/** Command lines of the `sh` blocks of a page that keep a model in files. */
const modelLines = (page: string): string[][] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, code = '']) => commandLines(code))
    .filter((words) =>
      /^archctl model (pull|validate|diff|plan|apply|drift)$/.test(words.slice(0, 3).join(' ')),
    );

test('the commands that keep a model in files work in the order of README.md, then of docs/models.md', async () => {
  const lines = ['README.md', 'docs/models.md'].flatMap(modelLines);
  expect(lines.length).toBeGreaterThan(10);
  for (const [, ...words] of lines) {
    const { code, stderr } = await reader.run([...words, '--yes']);
    expect(code, `${words.join(' ')}\n${stderr}`).toBe(0);
  }
});

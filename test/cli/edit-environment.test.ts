import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Context } from '../../src/cli/command/spec.js';
import { editBody } from '../../src/commands/webhook/replay.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archctl-edit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it(`the editor gets the environment without archctl's secrets`, async () => {
  const [editor, output] = [join(folder, 'editor'), join(folder, 'env.json')];
  const script = `require('node:fs').writeFileSync(${JSON.stringify(output)}, JSON.stringify(process.env));`;
  writeFileSync(editor, `#!${process.execPath}\n${script}\n`, { mode: 0o700 });
  const secrets = { ARCHCTL_API_KEY: 'id:key', ARCHCTL_WEBHOOK_SECRET: 'whsec' };
  const world = {
    signal: new AbortController().signal,
    env: { VISUAL: editor, TERM: 'dumb', ...secrets },
    cwd: folder,
  };
  const context = { world, terminal: { canPrompt: true } } as unknown as Context;
  expect(JSON.parse(Buffer.from(await editBody(context, Buffer.from('{"a":1}'))).toString())).toEqual({
    a: 1,
  });
  const env = JSON.parse(readFileSync(output, 'utf8')) as object;
  expect(env).toMatchObject({ TERM: 'dumb' });
  expect(Object.keys(env)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^ARCHCTL/)]));
});

/** The content for an editor may be confidential: it is private, and removed afterwards. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from '../../src/cli/line/parse.js';
import { createContext } from '../../src/cli/run/context.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import replay, { editBody } from '../../src/commands/webhook/replay.js';
import { testWorld } from './world.js';

test('the file of an editor is private, and is removed after Ctrl-C, like the editor', async () => {
  const controller = new AbortController();
  const { world, directory } = testWorld({ answers: [], signal: controller.signal });
  const [output, editor] = [join(directory, 'told'), join(directory, 'editor.sh')];
  execFileSync('mkfifo', [output]);
  // Prints its arguments, and keeps running.
  const script = `#!/bin/sh\n{ echo "$1"; ls -ld "$1"; ls -ld "$(dirname "$1")"; cat "$1"; } > '${output}'\nexec tail -f /dev/null\n`;
  writeFileSync(editor, script);
  chmodSync(editor, 0o700);
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const parsed = parse(replay, 'archctl webhook replay', ['evt_1'], world.env);
  const context = await createContext(
    replay,
    parsed,
    { ...world, env: { ...world.env, VISUAL: editor } },
    REGISTRY,
  );
  const edited = editBody(context, Buffer.from('{"secret":1}'));
  const reader = spawn('cat', [output], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [file = '', fileMode, folderMode, ...content] = (await text(reader.stdout)).split('\n');
  controller.abort();
  await expect(edited).rejects.toMatchObject({ kind: 'interrupted' });
  expect(fileMode).toMatch(/^-rw-------/);
  expect(folderMode).toMatch(/^drwx------/);
  expect(JSON.parse(content.join('\n'))).toEqual({ secret: 1 });
  expect(dirname(dirname(file))).toBe(temporary);
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { splitCommand } from '../../../webhooks/pass-on/execute.js';

/** Lets a person change a JSON body in their editor; what comes back must be JSON. */
export async function editBody({ world, terminal }: Context, body: Uint8Array): Promise<Uint8Array> {
  if (!terminal.canPrompt) throw usageError('--edit needs a terminal.');
  const editor = world.env.VISUAL || world.env.EDITOR || 'vi';
  const folder = mkdtempSync(join(tmpdir(), 'archctl-'));
  const file = join(folder, 'event.json');
  try {
    writeFileSync(file, pretty(body), { mode: 0o600 });
    const { execa } = await import('execa');
    const [program = 'vi', ...args] = splitCommand(editor);
    const { exitCode } = await execa(program, [...args, file], { stdio: 'inherit', reject: false });
    if (exitCode !== 0) throw usageError(`${program} did not end well; nothing was sent.`);
    const edited = readFileSync(file);
    JSON.parse(edited.toString('utf8'));
    return edited;
  } catch (error) {
    if (error instanceof SyntaxError) throw usageError(`What was edited is not JSON: ${error.message}.`);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pretty(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    return text;
  }
}

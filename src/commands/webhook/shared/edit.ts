import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interrupted, usageError } from '../../../base/errors.js';
import { reserveSecretFile } from '../../../base/files/write-file.js';
import { withoutSecrets } from '../../../base/secret-environment.js';
import { splitCommand } from '../../../base/split-command.js';
import { systemWords } from '../../../base/system-words.js';
import type { Context } from '../../../cli/command/spec.js';

/** Opens a JSON body in the user's editor; the result must be JSON. */
export async function editBody({ world, terminal }: Context, body: Uint8Array): Promise<Uint8Array> {
  if (!terminal.canPrompt) throw usageError('--edit needs a terminal.');
  const editor = world.env.VISUAL || world.env.EDITOR || 'vi';
  const folder = privateFolder();
  const file = join(folder, 'event.json');
  try {
    reserveSecretFile(file).write(pretty(body));
    const { execa } = await import('execa');
    const [program = 'vi', ...args] = splitCommand(editor);
    const { exitCode } = await execa(program, [...args, file], {
      env: withoutSecrets(world.env),
      extendEnv: false,
      cwd: world.cwd,
      stdio: 'inherit',
      reject: false,
      cancelSignal: world.signal,
    });
    if (world.signal.aborted) throw interrupted();
    if (exitCode !== 0) throw usageError(`${program} failed; nothing was sent.`);
    const edited = readFileSync(file);
    JSON.parse(edited.toString('utf8'));
    return edited;
  } catch (error) {
    if (error instanceof SyntaxError)
      throw usageError(`The edited body is not valid JSON: ${error.message}.`);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a folder with access for this user only: the content and an editor's backup may be confidential. */
function privateFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'archctl-'));
  } catch (error) {
    throw usageError(`Cannot create a temporary file: ${systemWords(error)}.`, {
      hint: 'TMPDIR selects the directory for temporary files.',
      cause: error,
    });
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

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interrupted, usageError } from '../../base/errors.js';
import { reserveSecretFile } from '../../base/files/write-file.js';
import { withoutSecrets } from '../../base/secret-environment.js';
import { systemWords } from '../../base/system-words.js';
import { splitCommand } from '../../base/text/split-command.js';
import type { Context } from '../../cli/command/spec.js';

export interface EditSession {
  readonly file: string;
  /** Opens $VISUAL or $EDITOR and returns the saved content. Errors: `usage` if the editor fails; `interrupted`. */
  edit(): Promise<Buffer>;
  /** The content as it is now. */
  read(): Buffer;
  /** Removes the file with its folder. */
  remove(): void;
}

/** Creates the file. Errors: `usage` if it cannot be written. */
export function editSession({ world }: Context, name: string, content: string): EditSession {
  const folder = privateFolder();
  const file = join(folder, name);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    reserveSecretFile(file).write(content);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    file,
    remove,
    read: () => readFileSync(file),
    async edit() {
      const { execa } = await import('execa');
      const [program = 'vi', ...args] = splitCommand(world.env.VISUAL || world.env.EDITOR || 'vi');
      const run = () =>
        execa(program, [...args, file], {
          env: withoutSecrets(world.env),
          extendEnv: false,
          cwd: world.cwd,
          stdio: 'inherit',
          reject: false,
          cancelSignal: world.signal,
        });
      // Ctrl-C belongs to the editor.
      const { exitCode } = await (world.handOver?.(run) ?? run());
      if (world.signal.aborted) throw interrupted();
      if (exitCode !== 0) throw usageError(`${program} failed; nothing was sent.`);
      return readFileSync(file);
    },
  };
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

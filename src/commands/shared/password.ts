import { usageError } from '../../base/errors.js';
import { readFileText, readStdin } from '../../cli/command/input/read-input.js';
import { flag, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';

/**
 * Options for the password of a share link. There is no option for the password itself, since other programs can see
 * command lines.
 */
export const PASSWORD_OPTIONS = {
  passwordStdin: flag('Read the password from stdin'),
  passwordFile: text('Read the password from a file', { value: 'FILE', completes: 'file' }),
};

/** Reads the password that the options specify. Returns undefined if they specify none. Errors: `usage`. */
export async function passwordFromOptions({ parsed, world }: Context): Promise<string | undefined> {
  const { passwordStdin, passwordFile } = parsed.options;
  if (passwordStdin && typeof passwordFile === 'string')
    throw usageError('--password-stdin and --password-file cannot be combined.');
  const given = passwordStdin
    ? await readStdin(world, '--password-stdin')
    : typeof passwordFile === 'string'
      ? readFileText(passwordFile, world, '--password-file')
      : undefined;
  const password = given?.replace(/\r?\n$/, '');
  if (password === '') throw usageError('The password is empty.');
  return password;
}

/**
 * Reads the password that the options specify, or prompts for it without echo. Errors: `usage` if there is no
 * terminal.
 */
export async function requirePassword(context: Context, question: string): Promise<string> {
  const given = await passwordFromOptions(context);
  if (given !== undefined) return given;
  if (context.terminal.canPrompt) return context.terminal.prompter.secret(question);
  throw usageError('No password was given.', {
    hint: 'Without a terminal, use --password-stdin or --password-file FILE.',
  });
}

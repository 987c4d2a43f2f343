import type { Suggestion } from '../types.js';

/** Request of a shell: the words before the cursor without the program name, and the word under it. */
export interface Request {
  words: readonly string[];
  current: string;
  /** Only a file can follow, independent of the program. */
  redirects?: boolean;
  /** Files that archctl must list because the shell cannot do so correctly. */
  listsFiles?: 'all' | 'behind-at';
  /** Whether the word starts with an unquoted `~`, which the shell expands. */
  beginsAtHome?: boolean;
  /** Whether the shell can complete the command line of another program. */
  knowsPrograms?: boolean;
}

/** Protocol of a shell. Answers are lines; values and descriptions never contain a newline. */
export interface Shell<R extends Request = Request> {
  /** Parses the arguments of the script; undefined if they are invalid. */
  read(args: readonly string[]): R | undefined;
  /** Lines for the script. `suggestions` are clean and unique. */
  render(suggestions: readonly Suggestion[], request: R): string[];
}

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type ShellName = (typeof SHELLS)[number];

import type { Suggestion } from '../types.js';

/** What a shell asks: the words in front of the cursor without the program's name, and the one under it. */
export interface Request {
  words: readonly string[];
  current: string;
  /** Only a file can stand here, whatever the program takes. */
  redirects?: boolean;
  /** Files the shell cannot list as it should: they are listed for it. */
  listsFiles?: 'all' | 'behind-at';
  /** The word begins with a `~` that no quote covers: for the shell, a user's directory. */
  beginsAtHome?: boolean;
  /** The shell completes another program's command line, too. */
  knowsPrograms?: boolean;
}

/** How one shell asks and is answered. Answers are lines; a value or description never holds a line feed. */
export interface Shell<R extends Request = Request> {
  /** Reads what the script hands over, or undefined where it makes no sense. */
  read(args: readonly string[]): R | undefined;
  /** The lines for the script. `suggestions` are cleaned and have no two of the same value. */
  render(suggestions: readonly Suggestion[], request: R): string[];
}

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type ShellName = (typeof SHELLS)[number];

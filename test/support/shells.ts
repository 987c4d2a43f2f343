/** Real shells on a terminal, with completion installed as users install it. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Home, PROGRAM } from './binary.js';
import { programOnTerminal, type TerminalRun } from './pty.js';

export const REAL_SHELLS = ['bash', 'zsh', 'fish'] as const;
export type RealShell = (typeof REAL_SHELLS)[number];

const PROMPT = 'ready>';

/** Startup file of a shell, and the arguments that make the shell read only that file. */
const STARTUP: Readonly<Record<RealShell, { file: string; text: string; args: string[] }>> = {
  bash: { file: '.bashrc', text: `PS1='${PROMPT} '\nbind 'set bell-style none'\n`, args: ['-i'] },
  zsh: {
    file: '.zshrc',
    text: `PS1='${PROMPT} '\nunsetopt prompt_sp beep\nsetopt magic_equal_subst\n`,
    args: ['-d', '-i'],
  },
  fish: {
    file: '.config/fish/config.fish',
    text: `set -g fish_greeting\nfunction fish_prompt; echo -n '${PROMPT} '; end\nfunction fish_right_prompt; end\n`,
    args: ['-i'],
  },
};

/** Whether a shell is not installed. Prints a note if so. */
export function isShellMissing(shell: RealShell): boolean {
  const isMissing = spawnSync(shell, ['--version'], { stdio: 'ignore' }).status !== 0;
  if (isMissing)
    process.stderr.write(`Skipped: the tests of completion in ${shell}, which is not installed.\n`);
  return isMissing;
}

export interface ShellSession {
  readonly terminal: TerminalRun;
  /** Types a line, Tab and Enter. Returns the arguments that archctl receives. */
  complete(line: string): Promise<string[]>;
  /** Types a line, presses Tab several times, and waits for the screen to match. The line is not sent. */
  see(line: string, tabs: number, pattern: RegExp): Promise<string>;
}

/** Writes the startup file of a shell and installs completion. */
export async function prepareShell(user: Home, shell: RealShell): Promise<void> {
  const { file, text } = STARTUP[shell];
  mkdirSync(dirname(join(user.directory, file)), { recursive: true });
  writeFileSync(join(user.directory, file), text);
  // Without this file, fish reads the manual pages in the background, even after the test.
  mkdirSync(join(user.directory, '.local/share/fish/generated_completions'), { recursive: true });
  const { code, stderr } = await user.run(['completion', 'install', '--shell', shell]);
  if (code !== 0) throw new Error(stderr);
  // Completes with the program, and prints the arguments of a call.
  const shim = join(user.directory, 'shim');
  mkdirSync(shim, { recursive: true });
  const script = `#!/bin/sh
case $1 in __*) exec "${process.execPath}" "${PROGRAM}" "$@" ;; esac
printf '(%s)\\n' "$([ $# = 0 ] || printf '%s\\0' "$@" | od -An -v -tx1 | tr -d ' \\n')"
`;
  writeFileSync(join(shim, 'archctl'), script, { mode: 0o755 });
  writeFileSync(join(shim, 'archctl-helper'), '#!/bin/sh\n', { mode: 0o755 });
}

/** Starts a shell and waits for its prompt. */
export async function openShell(
  user: Home,
  shell: RealShell,
  env: Record<string, string> = {},
): Promise<ShellSession> {
  const terminal = programOnTerminal(user, shell, STARTUP[shell].args, {
    columns: 180,
    env: { PATH: `${join(user.directory, 'shim')}:${user.env.PATH}`, LANG: 'C.UTF-8', ...env },
  });
  await terminal.until(new RegExp(`${PROMPT}$`));
  let calls = 0;
  return {
    terminal,
    async complete(line) {
      calls += 1;
      terminal.press(`${line}\t\r`);
      const shown = (text: string) => [...text.matchAll(/\(((?:[0-9a-f]{2})*)\)/g)][calls - 1];
      const test = (text: string): boolean => shown(text) !== undefined;
      await terminal.untilWritten({ test, toString: () => `call ${calls}: ${line}` });
      // Words are separated by zero bytes, which no word can contain.
      return Buffer.from(shown(terminal.raw)?.[1] ?? '', 'hex')
        .toString('utf8')
        .split('\0')
        .slice(0, -1);
    },
    async see(line, tabs, pattern) {
      terminal.press(line + '\t'.repeat(tabs));
      await terminal.until(pattern);
      return terminal.screen.text;
    },
  };
}

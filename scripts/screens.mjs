// Runs command lines on a pseudo-terminal of 80 columns, and returns the content of the screen.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '..', 'bin', 'archctl.js');
const ESCAPE = String.fromCharCode(27);
/** Printed after the command line, because a terminal can report the exit before the last output has arrived. */
const END = 'end of screen';
const shellCommand = (line) =>
  line.replace(/(^|\| |&& |\$\()archctl/g, `$1"${process.execPath}" "${program}"`);

/**
 * Runs a command line. Returns it with the rows of the screen, which contain colour sequences if `colour` is set. For
 * `LINE ;; OTHER`, runs OTHER outside the terminal after LINE has printed "Listening".
 */
export async function screen(text, { env, cwd, colour = false }) {
  const [line, other] = text.split(' ;; ');
  const { spawn } = await import('@lydell/node-pty');
  const pty = spawn('/bin/sh', ['-c', `${shellCommand(line)}; printf '${END}'`], {
    name: 'xterm-256color',
    cols: 80,
    rows: 60,
    cwd,
    env: { ...env, TERM: 'xterm-256color', ...(colour ? {} : { NO_COLOR: '1' }) },
  });
  let output = '';
  let hasRunOther = false;
  await new Promise((resolve) => {
    pty.onData((data) => {
      output += data;
      if (output.endsWith(END)) resolve();
      if (other === undefined || hasRunOther || !output.includes('Listening')) return;
      hasRunOther = true;
      spawnSync('/bin/sh', ['-c', shellCommand(other)], { cwd, env });
    });
  });
  // Removes progress lines, which erase themselves.
  const rows = output
    .slice(0, -END.length)
    .replaceAll(`${ESCAPE}[?25l`, '')
    .replaceAll(`${ESCAPE}[?25h`, '')
    .split('\r\n')
    .map((row) => row.split('\r').at(-1).split(`${ESCAPE}[2K`).at(-1).split(`${ESCAPE}[K`).at(-1));
  while (rows.length > 0 && rows.at(-1).trim() === '') rows.pop();
  return { line, rows };
}

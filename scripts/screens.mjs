// Runs command lines as a person would, on a terminal of 80 columns, and hands back what stands on the screen.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '..', 'bin', 'archctl.js');
const ESCAPE = String.fromCharCode(27);
const shell = (words) => words.replace(/(^|\| |&& |\$\()archctl/g, `$1"${process.execPath}" "${program}"`);

/**
 * The rows of the screen after `text` has run, colour sequences included where `colour` says so. With
 * `LINE ;; OTHER`, the other is run unseen once the first says that it listens.
 */
export async function screen(text, { env, cwd, colour = false }) {
  const [line, other] = text.split(' ;; ');
  const { spawn } = await import('@lydell/node-pty');
  const pty = spawn('/bin/sh', ['-c', shell(line)], {
    name: 'xterm-256color',
    cols: 80,
    rows: 60,
    cwd,
    env: { ...env, TERM: 'xterm-256color', ...(colour ? {} : { NO_COLOR: '1' }) },
  });
  let output = '';
  let isAsked = false;
  pty.onData((data) => {
    output += data;
    if (other === undefined || isAsked || !output.includes('Listening')) return;
    isAsked = true;
    spawnSync('/bin/sh', ['-c', shell(other)], { cwd, env });
  });
  await new Promise((resolve) => pty.onExit(resolve));
  // A progress line wipes itself; what is left is what a person sees.
  const rows = output
    .replaceAll(`${ESCAPE}[?25l`, '')
    .replaceAll(`${ESCAPE}[?25h`, '')
    .split('\r\n')
    .map((row) => row.split('\r').at(-1).split(`${ESCAPE}[2K`).at(-1).split(`${ESCAPE}[K`).at(-1));
  while (rows.length > 0 && rows.at(-1).trim() === '') rows.pop();
  return { line, rows };
}

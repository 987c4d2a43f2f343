import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { closeTerminals, KEYS, onTerminal, type TerminalRun } from '../support/pty.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

let user: Home;
let sandbox: ServedSandbox;
beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
});
afterAll(async () => {
  closeTerminals();
  await sandbox.stop();
  await user.remove();
});

/** Longer than the screen, and short enough for one write to a terminal. */
const LONG = ['object', 'list', '-o', 'json', '-q', '--limit', '20', '--query', '[].{id: id}'];
const through = (pager: string, ...more: string[]): TerminalRun =>
  onTerminal(user, [...LONG, ...more], { env: { ARCHCTL_PAGER: pager } });

it('less gets coloured JSON, and restores the terminal', async () => {
  const terminal = through('less -FRX');
  await terminal.until(/^:/m);
  expect(terminal.screen.lines[0]).toBe('[');
  expect(terminal.raw).toContain('\u001b[36m"id"\u001b[');
  terminal.press('q');
  expect(await terminal.end()).toBe(0);
  expect(terminal.cursorShows).toBe(true);
});

it('gets Ctrl-C alone, any number of times', async () => {
  const script = join(user.directory, 'pager.mjs');
  writeFileSync(
    script,
    `let got = 0;
    process.on('SIGINT', () => {
      console.log('kept ' + ++got);
      if (got === 2) process.exit();
    });
    process.stdin.resume().on('end', () => console.log('all is here'));
    setInterval(() => {}, 1000);`,
  );
  const terminal = through(`'${process.execPath}' '${script}'`);
  await terminal.until(/all is here/);
  terminal.press(KEYS.ctrlC);
  await terminal.until(/kept 1/);
  terminal.press(KEYS.ctrlC);
  expect(await terminal.end()).toBe(0);
  expect(terminal.screen.text).toContain('kept 2');
  expect(terminal.screen.text).not.toMatch(/Interrupted|error/);
});

it('one that quits early is not an error, and a missing one loses nothing', async () => {
  const [early, missing, wrapped, off] = [
    through('head -n 1'),
    through('no-such-pager -x'),
    through('env no-such-pager'),
    through('no-such-pager', '--no-pager'),
  ];
  expect(await early.end()).toBe(0);
  expect(early.screen.text.trim()).toBe('[');
  expect(await missing.end()).toBe(0);
  expect(missing.raw).toMatch(/^\[\r\n[\s\S]*\n\]\r\n/);
  expect(missing.screen.text).toContain('warning: The pager "no-such-pager" could not be started.');
  expect(await wrapped.end()).toBe(0);
  expect(wrapped.raw).toMatch(/\n\[\r\n[\s\S]*\n\]\r\n/);
  expect(await off.end()).toBe(0);
  expect(off.raw).toMatch(/^\[\r\n[\s\S]*\n\]\r\n$/);
});

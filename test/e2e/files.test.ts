/** Special files: pipes, devices, the program's own stdout. */
import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

let user: Home;
let sandbox: ServedSandbox;
let diagram: string;

beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
  // The smallest non-empty diagram, because drawing takes time.
  const least = 'sort_by([?connectionCount > `0`], &connectionCount)[0].id';
  const { stdout } = await user.run(['diagram', 'list', '-o', 'json', '--query', least]);
  diagram = JSON.parse(stdout) as string;
});
afterAll(async () => {
  await sandbox.stop();
  await user.remove();
});

const fifo = (name: string): string => {
  const path = join(user.directory, name);
  execFileSync('mkfifo', [path]);
  return path;
};
const exporting = (file: string, format = 'svg'): string[] => [
  ...['diagram', 'export', diagram, '--format', format, '--max-width', '400', '--out', file, '-o', 'json'],
];

describe('an output file', () => {
  it.each(['>> out.svg', '| cat > out.svg'])(
    'may be stdout, and then nothing else is written there: %s',
    async (line) => {
      writeFileSync(join(user.directory, 'out.svg'), '');
      const ended = await user.shell(`archctl ${exporting('/dev/stdout').join(' ')} ${line}`);
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(join(user.directory, 'out.svg'), 'utf8')).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
      expect(lstatSync('/dev/stdout').isSymbolicLink()).toBe(true);
    },
  );

  it('may be another open descriptor', async () => {
    const ended = await user.shell('archctl webhook events export --out /dev/fd/3 -q 3> events; cat events');
    expect(ended).toMatchObject({ code: 0, stdout: 'path\t/dev/fd/3\nevents\t0\ndamaged\t0\n' });
  });

  it('may be a pipe, and waits for its reader', async () => {
    const path = fifo('pipe');
    const running = user.start(exporting(path));
    const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
    expect(await text(reader.stdout)).toContain('</svg>');
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('may be a pipe without a reader, until Ctrl-C', async () => {
    const path = fifo('unread');
    const running = user.start([...exporting(path), '--debug']);
    await running.until(/GET \S+\.svg/, 'stderr');
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130 });
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('may be a device; a full one is reported', async () => {
    const { dev, ino } = statSync('/dev/full');
    const full = await user.run(exporting(fullDevice()));
    expect(full).toMatchObject({ code: 2, stdout: '[]\n' });
    expect(full.stderr).toMatch(/disk is full/);
    expect(statSync('/dev/full')).toMatchObject({ dev, ino });
    expect(await user.run(exporting('/dev/null', 'png'))).toMatchObject({ code: 0 });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('keeps its old content on a full disk, without a temporary file', async () => {
    writeFileSync(join(user.directory, 'old.svg'), 'old', { mode: 0o600 });
    // A file size limit of the process, which acts like a full disk.
    const ended = await user.shell(`mkdir -p limited && cp -p old.svg limited/a.svg
ulimit -f 1; exec archctl ${exporting('limited/a.svg').join(' ')}`);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('limited/a.svg');
    expect(readdirSync(join(user.directory, 'limited'))).toEqual(['a.svg']);
    expect(readFileSync(join(user.directory, 'limited', 'a.svg'), 'utf8')).toBe('old');
    expect(statSync(join(user.directory, 'limited', 'a.svg')).mode & 0o777).toBe(0o600);
  });
});

/**
 * The device itself if it cannot be replaced, otherwise a link to it: a bug must not damage this machine.
 */
function fullDevice(): string {
  if (process.getuid?.() !== 0) return '/dev/full';
  const path = join(user.directory, 'full');
  execFileSync('ln', ['-s', '/dev/full', path]);
  return path;
}

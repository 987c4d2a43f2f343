import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NOUNS } from './cli/nouns.js';
import { run } from './cli/run.js';
import { REGISTRY } from './commands/registry.generated.js';
import { EXIT_CODES } from './errors.js';

const stop = new AbortController();

// The first Ctrl-C asks to stop, and what runs cleans up; the second does not ask.
process.on('SIGINT', () => {
  if (stop.signal.aborted) process.exit(EXIT_CODES.interrupted.code);
  stop.abort();
});
process.on('SIGTERM', () => stop.abort());

run(
  process.argv.slice(2),
  {
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => new Date(),
    signal: stop.signal,
    // The bundle's own folder: `dist/fonts` lies beside the entry.
    fontDirectory: join(dirname(realpathSync(process.argv[1] ?? '')), '..', 'dist', 'fonts'),
    argv: process.argv.slice(2),
    program: [process.execPath, process.argv[1] ?? ''],
  },
  REGISTRY,
  NOUNS,
).then((code) => process.exit(code));

// Command-line parsing for the scripts.
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE_ERROR = 2;

/** Parses the flags of this run. For --help, and for arguments that are not in `flags`, prints the usage and exits. */
export function readFlags(flags = []) {
  const script = relative(join(import.meta.dirname, '..'), process.argv[1]).replaceAll('\\', '/');
  const usage = `Usage: node ${script}${flags.map((flag) => ` [--${flag}]`).join('')}\n`;
  try {
    const options = Object.fromEntries([...flags, 'help'].map((flag) => [flag, { type: 'boolean' }]));
    const { values } = parseArgs({ options });
    if (!values.help) return values;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}`);
    process.exit(USAGE_ERROR);
  }
}

// The official inspector of the Model Context Protocol calls the server.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const { resolve: find } = createRequire(import.meta.url);
const file = (() => {
  try {
    return find('@modelcontextprotocol/inspector/package.json');
  } catch {
    return undefined;
  }
})();
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isRunnable = file !== undefined && (major > 22 || (major === 22 && minor >= 19));
if (!isRunnable) process.stderr.write('Skipped: the inspector is missing, or needs Node 22.19.\n');

const archctl = [process.execPath, resolve('bin/archctl.js')];

/** Runs the inspector against a sandbox; returns its output. */
function inspect(server, ...method) {
  const { bin } = JSON.parse(readFileSync(file, 'utf8'));
  const inspector = join(dirname(file), bin.inspector);
  const variables = ['ARCHCTL_BASE_URL', 'ARCHCTL_API_KEY', 'ARCHCTL_ORG', 'ARCHCTL_LANDSCAPE'];
  const passed = variables.map((it) => `-e ${it}="$${it}"`).join(' ');
  const words = [process.execPath, inspector, '--cli'].join(' ');
  const line = `${words} ${passed} ${[...archctl, ...server].join(' ')} ${method.join(' ')}`;
  const [program, ...args] = [...archctl, 'sandbox', 'exec', '--', 'sh', '-c', line];
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

test.skipIf(!isRunnable)('the inspector accepts the tools, and finds no problems in their schemas', () => {
  const { tools } = JSON.parse(inspect(['mcp', 'live', '--write'], '--method tools/list --strict'));
  expect(tools).toHaveLength(12);
  const templates = JSON.parse(inspect(['mcp', 'live'], '--method resources/templates/list'));
  expect(templates.resourceTemplates).toHaveLength(2);
});

test.skipIf(!isRunnable)('the inspector calls a tool', () => {
  const get = `--method tools/call --tool-name get --tool-arg 'name=Booking API'`;
  expect(JSON.parse(inspect(['mcp', 'live'], get)).structuredContent).toMatchObject({ parent: 'Booking' });
});

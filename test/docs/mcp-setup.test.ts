/** The set-up of agents in docs/mcp.md: its commands start the server as an agent does. */

import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { VERSIONS } from '../support/mcp-client.js';

const PAGE = readFileSync('docs/mcp.md', 'utf8');
const rows = [...PAGE.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, agents = '', setup = '']) => ({ agents, setup }))
  .filter(({ setup }) => /mcp add|JSON below/.test(setup));

/** Command line of the server in the command that adds it, by the program of the agent. */
const ADDED: Record<string, RegExp> = {
  claude: /^claude mcp add archctl -- (.+)$/,
  codex: /^codex mcp add archctl -- (.+)$/,
  gemini: /^gemini mcp add archctl (.+)$/,
};

let place: Home;
beforeAll(() => {
  place = home();
});
afterAll(() => place.remove());

/** Starts the server as an agent does, and returns the names of its tools. */
async function toolsOf(command: string, args: string[], version: keyof typeof VERSIONS): Promise<string[]> {
  const transport = new StdioClientTransport({ command, args, env: { ...place.env } });
  const mode = version === 'current' ? { pin: VERSIONS.current } : ('legacy' as const);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

/** Command lines of the page, by the agents that they are for. */
const commands = new Map<string, string[]>();
for (const { agents, setup } of rows) {
  const [, line = ''] = /^`(.+)`$/.exec(setup) ?? [];
  const [, added] = ADDED[line.split(' ')[0] ?? '']?.exec(line) ?? [];
  if (added !== undefined) commands.set(agents, added.split(' '));
}
const [, json = ''] = /```json\n([\s\S]*?)```/.exec(PAGE) ?? [];
const config = JSON.parse(json) as { mcpServers: Record<string, { command: string; args: string[] }> };
for (const { command, args } of Object.values(config.mcpServers)) commands.set('JSON', [command, ...args]);

test('every row is a command of a known agent or uses the JSON', () => {
  const agents = rows.filter(({ setup }) => !setup.startsWith('JSON below')).map((it) => it.agents);
  expect([...commands.keys()]).toEqual([...agents, 'JSON']);
  expect(rows).toHaveLength(5);
  expect(Object.keys(config)).toEqual(['mcpServers']);
  expect(Object.keys(config.mcpServers)).toEqual(['archctl']);
});

test.each([...commands])('the server of %s lists its tools', async (_, [command = '', ...args]) => {
  for (const version of ['current', 'previous'] as const) {
    const tools = await toolsOf(command, args, version);
    expect(tools).toContain('find');
    expect(tools).not.toContain('apply');
  }
});

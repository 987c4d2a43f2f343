/** The built server, driven by the official client. */
import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow, type Home, home, PROGRAM, type Sandbox } from '../support/binary.js';

let place: Home;
let sandbox: Sandbox;
beforeAll(async () => {
  place = home();
  sandbox = await place.sandbox('--ephemeral', '--port', '0');
});
afterAll(() => place.remove());

const ENV = () => ({ ...place.env, ARCHCTL_PROFILE: sandbox.profile });

/** Names of the objects in the sandbox. */
async function objects(): Promise<string[]> {
  const path = `/v1/landscapes/${sandbox.landscapeId}/versions/latest/model/objects`;
  const { modelObjects } = (await sandbox.request('GET', path)) as { modelObjects: { name: string }[] };
  return modelObjects.map(({ name }) => name);
}

describe('archctl mcp', () => {
  test('answers the official client; with --debug, stdout has only protocol', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', 'live', '--debug'],
      env: ENV(),
      stderr: 'pipe',
    });
    const errors: Error[] = [];
    let stderr = '';
    transport.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    client.onerror = (error) => void errors.push(error);
    await client.connect(transport);
    const { structuredContent } = await client.callTool({ name: 'get', arguments: { name: 'Booking API' } });
    expect(structuredContent).toMatchObject({ parent: 'Booking' });
    await client.close();
    // Everything else would be an error of the transport.
    expect(errors).toEqual([]);
    expect(stderr).toContain('GET ');
    expect(stderr).not.toContain(place.profile(sandbox.profile).secret);
  });

  test('finishes an apply although its client dies, then ends', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'mcp', 'live', '--write'], {
      cwd: place.directory,
      env: ENV(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const server = follow(child);
    const send = (id: number, method: string, params: object): void =>
      void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const clientInfo = { name: 'test', version: '1' };
    send(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    await server.until(/"id":1\b/);
    const names = Array.from({ length: 12 }, (_, at) => `Ghost ${at}`);
    const changes = names.map((name) => ({
      kind: 'object',
      name,
      fields: { type: 'app', parent: 'Booking' },
    }));
    send(2, 'tools/call', { name: 'plan', arguments: { changes, maxTokens: 20_000 } });
    const [, plan] = await server.until(/"structuredContent":\{"plan":"(\w+)"/);
    send(3, 'tools/call', { name: 'apply', arguments: { plan } });
    child.stdin.end();
    const ended = await server.ended;
    expect([ended.code, ended.signal, ended.stderr]).toEqual([0, null, '']);
    const found = (await objects()).filter((name) => name.startsWith('Ghost '));
    // All or nothing: the process may have ended before it read the call.
    expect([0, names.length]).toContain(found.length);
  });

  test('ends when it is terminated', async () => {
    const running = place.start(['mcp', '--http'], { env: { ARCHCTL_PROFILE: sandbox.profile } });
    await running.until(/Bearer token: /, 'stderr');
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, stdout: '' });
  });
});

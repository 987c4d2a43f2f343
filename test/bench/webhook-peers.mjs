// Processes of the webhook group: the measured listener, the servers it is compared with, and the load generator.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { firstLine } from './sandbox-process.mjs';

export const SECRET = 'bench-signing-secret-of-32-chars';
export const GO_VERSION = '2.8';
const CONNECTIONS = 16;

/** Starts `archctl webhook listen` with a file as output and a separate folder for stored events. */
export async function startListener(stage, ...options) {
  const folder = mkdtempSync(join(stage.folder, 'listen-'));
  const secretFile = join(folder, 'secret');
  const output = join(folder, 'out.ndjson');
  writeFileSync(secretFile, SECRET);
  const { command, args, env, cwd } = stage.archctl(
    ...['webhook', 'listen', '--port', '0', '--secret-file', secretFile, '-o', 'ndjson', ...options],
  );
  const handle = openSync(output, 'w');
  const child = stage.track(
    spawn(command, args, {
      env: { ...env, ARCHCTL_STATE_DIR: join(folder, 'state') },
      cwd,
      stdio: ['ignore', handle, 'pipe'],
    }),
  );
  closeSync(handle);
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ready = await waitFor(
    () => {
      const text = readFileSync(output, 'utf8');
      return text.includes('\n') ? JSON.parse(text.slice(0, text.indexOf('\n'))) : undefined;
    },
    () => child.exitCode !== null && `webhook listen exited with ${child.exitCode}: ${stderr}`,
  );
  return {
    pid: child.pid,
    target: { port: ready.port, path: ready.path, scheme: 'service' },
    /** Stops the listener and returns its last record. */
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      const summary = JSON.parse(lastLine(output));
      rmSync(folder, { recursive: true });
      return summary;
    },
  };
}

/** Starts a bare server that verifies signatures. Without a secret, starts a target that never responds. */
export async function startPeer(stage, ...secret) {
  const script = fileURLToPath(new URL('./webhook-server.mjs', import.meta.url));
  const child = stage.track(
    spawn(process.execPath, [script, ...secret], { env: stage.env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const url = await firstLine(child);
  return {
    url,
    target: { port: Number(new URL(url).port), path: '/', scheme: 'service' },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Version of the installed `webhook` program, or the reason why the comparison is skipped. */
export function goProgram() {
  const { stdout } = spawnSync('webhook', ['-version'], { encoding: 'utf8', timeout: 10_000 });
  const version = /^webhook version (\S+)/.exec(stdout ?? '')?.[1];
  if (version === undefined) return { reason: 'webhook is not installed: apt-get install webhook' };
  return version.startsWith(GO_VERSION) ? { version } : { reason: `webhook has version ${version}` };
}

/**
 * Starts Debian's `webhook`, which verifies a signature of the body only. With `includesOutput`, the response contains the
 * output of the command; otherwise the command runs after the response.
 */
export async function startGo(stage, includesOutput) {
  const port = await freePort();
  const file = join(stage.folder, `hooks-${includesOutput}.json`);
  const hook = {
    id: 'events',
    'execute-command': '/bin/true',
    'include-command-output-in-response': includesOutput,
    'trigger-rule': {
      match: {
        type: 'payload-hmac-sha256',
        secret: SECRET,
        parameter: { source: 'header', name: 'X-Service-Signature' },
      },
    },
    'trigger-rule-mismatch-http-response-code': 401,
  };
  writeFileSync(file, JSON.stringify([hook]));
  const child = stage.track(
    spawn('webhook', ['-hooks', file, '-ip', '127.0.0.1', '-port', String(port)], {
      env: stage.env,
      cwd: stage.cwd,
      stdio: 'ignore',
    }),
  );
  await waitFor(
    () => canConnect(port),
    () => child.exitCode !== null && `webhook exited with ${child.exitCode}`,
  );
  return {
    target: { port, path: '/hooks/events', scheme: 'body' },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Polls until `poll` returns a result. Throws if `failure` returns a reason, or after 30 s. */
async function waitFor(poll, failure) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const result = await poll();
    if (result) return result;
    const reason = failure() || (Date.now() > deadline && 'Not ready within 30 s.');
    if (reason) throw new Error(reason);
    await setTimeout(20);
  }
}

async function canConnect(port) {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => socket.destroy(),
    () => false,
  );
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs the load process and returns its results. Calls `onWarm` when the measurement begins. */
export async function load(stage, plan, onWarm) {
  const script = fileURLToPath(new URL('./webhook-load.mjs', import.meta.url));
  const { command, args, env, cwd } = stage.node(script);
  const child = stage.track(spawn(command, args, { env, cwd, stdio: 'pipe' }));
  let out = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (out.startsWith('{"warm":true}\n')) onWarm?.();
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(JSON.stringify({ secret: SECRET, connections: CONNECTIONS, ...plan }));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The load process exited with ${code}: ${stderr.trim().slice(-500)}`);
  return JSON.parse(out.trimEnd().split('\n').at(-1));
}

function lastLine(file) {
  const handle = openSync(file, 'r');
  const { size } = fstatSync(handle);
  const tail = Buffer.alloc(Math.min(size, 16_384));
  readSync(handle, tail, 0, tail.length, size - tail.length);
  closeSync(handle);
  return tail.toString().trimEnd().split('\n').at(-1);
}

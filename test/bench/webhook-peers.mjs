// Processes of the webhook group: the measured listener, its peers, and the load.
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

/** `archctl webhook listen` that prints to a file and stores events in a folder of its own. */
export async function startListener(stage, ...options) {
  const folder = mkdtempSync(join(stage.folder, 'listen-'));
  const secretFile = join(folder, 'secret');
  const output = join(folder, 'out.ndjson');
  writeFileSync(secretFile, SECRET);
  const { command, args, env, cwd } = stage.archctl(
    ...['webhook', 'listen', '--port', '0', '--secret-file', secretFile, '-o', 'ndjson', ...options],
  );
  const handle = openSync(output, 'w');
  const child = stage.own(
    spawn(command, args, {
      env: { ...env, ARCHCTL_STATE_DIR: join(folder, 'state') },
      cwd,
      stdio: ['ignore', handle, 'pipe'],
    }),
  );
  closeSync(handle);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ready = await until(
    () => {
      const text = readFileSync(output, 'utf8');
      return text.includes('\n') ? JSON.parse(text.slice(0, text.indexOf('\n'))) : undefined;
    },
    () => child.exitCode !== null && `webhook listen ended with ${child.exitCode}: ${said}`,
  );
  return {
    pid: child.pid,
    target: { port: ready.port, path: ready.path, scheme: 'service' },
    /** Stops it and returns its last record. */
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      const told = JSON.parse(lastLine(output));
      rmSync(folder, { recursive: true });
      return told;
    },
  };
}

/** The bare server, or without a secret the target that never answers. */
export async function startPeer(stage, ...secret) {
  const script = fileURLToPath(new URL('./webhook-server.mjs', import.meta.url));
  const child = stage.own(
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

/** Checks that the program is installed in the version of the budget. */
export function goProgram() {
  const { stdout } = spawnSync('webhook', ['-version'], { encoding: 'utf8', timeout: 10_000 });
  const version = /^webhook version (\S+)/.exec(stdout ?? '')?.[1];
  if (version === undefined) return { reason: 'there is no webhook program: apt-get install webhook' };
  return version.startsWith(GO_VERSION) ? { version } : { reason: `webhook is version ${version}` };
}

/**
 * Its signature covers only the body. It runs the program after its response, unless the response contains
 * the output.
 */
export async function startGo(stage, waits) {
  const port = await freePort();
  const file = join(stage.folder, `hooks-${waits}.json`);
  const hook = {
    id: 'events',
    'execute-command': '/bin/true',
    'include-command-output-in-response': waits,
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
  const child = stage.own(
    spawn('webhook', ['-hooks', file, '-ip', '127.0.0.1', '-port', String(port)], {
      env: stage.env,
      cwd: stage.cwd,
      stdio: 'ignore',
    }),
  );
  await until(
    () => connects(port),
    () => child.exitCode !== null && `webhook ended with ${child.exitCode}`,
  );
  return {
    target: { port, path: '/hooks/events', scheme: 'body' },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function until(look, failed) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    const reason = failed() || (Date.now() > deadline && 'Not ready within 30 s.');
    if (reason) throw new Error(reason);
    await setTimeout(20);
  }
}

async function connects(port) {
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

/** Runs the load process. `warm` is called when the measurement begins. */
export async function load(stage, plan, warm) {
  const script = fileURLToPath(new URL('./webhook-load.mjs', import.meta.url));
  const { command, args, env, cwd } = stage.node(script);
  const child = stage.own(spawn(command, args, { env, cwd, stdio: 'pipe' }));
  let out = '';
  let said = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (out.startsWith('{"warm":true}\n')) warm?.();
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.stdin.end(JSON.stringify({ secret: SECRET, connections: CONNECTIONS, ...plan }));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The load ended with ${code}: ${said.trim().slice(-500)}`);
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

// Receiving webhooks: signed events over 16 kept connections, in turns with Debian's `webhook` and a bare server, with
// a target that never answers, and memory over a million of them.
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
import { interleave, ratio, spread } from './measure.mjs';
import { firstLine } from './sandbox-process.mjs';
import { amount, atLeast, atMost, plain, skipped, times } from './table.mjs';

const SECRET = 'bench-signing-secret-of-32-chars';
const CONNECTIONS = 16;
const GO_VERSION = '2.8';

export async function webhook({ stage, quick }) {
  return [...(await speed(stage, quick)), ...(await memory(stage, quick))];
}

/** All sides in turns, each a process of its own per round: what one leaves to do ends with it. */
async function speed(stage, quick) {
  const plan = { warmupMs: 2000, measureMs: quick ? 2000 : 10_000 };
  const go = goProgram();
  const silent = await startPeer(stage);
  const runs = { listen: [], forward: [], bare: [], go: [], goWaits: [] };
  const side = (name, start) => async () => {
    const server = await start();
    const result = await load(stage, { ...plan, ...server.target });
    const told = await server.stop();
    if (told) check(told, result, name === 'forward');
    runs[name].push(result);
    return result.perSecond;
  };
  const results = await interleave(
    {
      listen: side('listen', () => startListener(stage)),
      forward: side('forward', () => startListener(stage, '--forward-to', silent.url)),
      bare: side('bare', () => startPeer(stage, SECRET)),
      ...(go.reason ? {} : { go: side('go', () => startGo(stage, false)) }),
      ...(go.reason ? {} : { goWaits: side('goWaits', () => startGo(stage, true)) }),
    },
    { rounds: 3, warmups: 0 },
  );
  await silent.stop();

  const toBare = ratio(results.listen, results.bare);
  const stalled = ratio(results.forward, results.listen);
  const slowest = spread(runs.listen.map(({ p99 }) => p99));
  const answered = spread(runs.listen.map(({ p50 }) => p50));
  const busy = Math.max(...runs.bare.map(({ cpu }) => cpu));
  return [
    plain(
      'webhook listen, events received',
      amount(spread(results.listen), '/s'),
      spread(results.listen).median,
    ),
    ...againstGo(results, go),
    atLeast('', times(toBare, 'bare node:http'), toBare.median, 0.5, '0.5 ×'),
    plain('bare node:http that verifies', amount(spread(results.bare), '/s'), spread(results.bare).median),
    atMost('webhook listen, p99', amount(slowest, 'ms', 1), slowest.median, 20, '20 ms'),
    plain('webhook listen, median', amount(answered, 'ms', 1), answered.median),
    atLeast('with a target that never answers', times(stalled, 'without'), stalled.median, 0.9, '0.9 ×'),
    plain('load process, share of a core', `at most ${busy.toFixed(2)}`, busy),
  ];
}

function againstGo({ listen, go, goWaits }, { reason, version }) {
  if (reason) return [skipped(`against Debian's webhook ${GO_VERSION}`, reason)];
  const toGo = ratio(listen, go);
  const toWaiting = ratio(listen, goWaits);
  return [
    atLeast('', times(toGo, `webhook ${version}, which runs /bin/true later`), toGo.median, 3, '3 ×'),
    plain('', times(toWaiting, `webhook ${version}, waiting for /bin/true`), toWaiting.median),
    plain(`webhook ${version}`, amount(spread(go), '/s'), spread(go).median),
    plain(`webhook ${version}, waiting for /bin/true`, amount(spread(goWaits), '/s'), spread(goWaits).median),
  ];
}

/** What was acknowledged was counted, once, and none was missing from the output. */
function check({ counts }, { acknowledged }, mayDrop) {
  const { events, duplicates, rejected, unverified, dropped } = counts;
  const wrong = duplicates + rejected + unverified + (mayDrop ? 0 : dropped);
  if (events !== acknowledged || wrong > 0)
    throw new Error(`${acknowledged} were acknowledged, and the listener counted ${JSON.stringify(counts)}`);
}

const MEGABYTE = 1e6;
const MEMORY_MS = 180_000;

/** Resident memory while events come, from when everything that is bounded is full. */
async function memory(stage, quick) {
  if (process.platform !== 'linux') return [skipped('webhook listen, memory', 'there is no /proc')];
  const events = quick ? 50_000 : 1_000_000;
  const warmupEvents = quick ? 20_000 : 50_000;
  const listener = await startListener(stage);
  const samples = [];
  let warmAt;
  const sampling = setInterval(() => samples.push(resident(listener.pid)), 50);
  const result = await load(stage, { warmupEvents, events, measureMs: MEMORY_MS, ...listener.target }, () => {
    warmAt ??= samples.length;
  }).finally(() => clearInterval(sampling));
  const told = await listener.stop();
  check(told, result, false);
  // Garbage comes and goes by some MB: medians over a second.
  const window = 20;
  const first = spread(samples.slice(warmAt, warmAt + window)).median;
  const last = spread(samples.slice(-window)).median;
  const peak = Math.max(...samples.slice(warmAt));
  const sent = result.acknowledged.toLocaleString('en-US');
  const all = result.acknowledged >= events;
  const stopped = all
    ? ''
    : `; stopped after ${MEMORY_MS / 1000} s, before ${events.toLocaleString('en-US')}`;
  return [
    atMost(
      `memory after ${sent} events`,
      `${last.toFixed(0)} MB, ${(last - first).toFixed(1)} MB more than after ${warmupEvents.toLocaleString('en-US')}`,
      last - first,
      30,
      '30 MB more',
    ),
    plain(
      '',
      `highest ${peak.toFixed(0)} MB, ${told.counts.pruned.toLocaleString('en-US')} pruned${stopped}`,
      peak,
    ),
  ];
}

function resident(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / MEGABYTE;
}

/** `archctl webhook listen` that prints to a file and keeps in a folder of its own. */
async function startListener(stage, ...options) {
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
    /** Ends it and answers its last record. */
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      const told = JSON.parse(lastLine(output));
      rmSync(folder, { recursive: true });
      return told;
    },
  };
}

/** The bare server, or with no secret the silent target. */
async function startPeer(stage, ...secret) {
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

/** Whether the program is there in the version the budget speaks of. */
function goProgram() {
  const { stdout } = spawnSync('webhook', ['-version'], { encoding: 'utf8', timeout: 10_000 });
  const version = /^webhook version (\S+)/.exec(stdout ?? '')?.[1];
  if (version === undefined) return { reason: 'there is no webhook program: apt-get install webhook' };
  return version.startsWith(GO_VERSION) ? { version } : { reason: `webhook is version ${version}` };
}

/** Its own rule covers the body alone. It runs the program after its answer, unless it is to answer the output. */
async function startGo(stage, waits) {
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

/** Runs the load process; `warm` is called when its measured part begins. */
async function load(stage, plan, warm) {
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

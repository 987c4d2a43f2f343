// Events through a NATS server: acknowledged once the stream has them, compared with bare awaited publishes of the same
// client; and peak memory of listener and consumer.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureStdout, interleave, ratio, spread } from './measure.mjs';
import { amount, atLeast, atMost, plain, skipped, times } from './table.mjs';
import { load, startListener } from './webhook-peers.mjs';

const CONNECTIONS = 16;
/** Size of the events of the load process. */
const EVENT_BYTES = 1_700;
const PEAK_MB = 350;

/** Rows that `measure` returns for a server, which is stopped afterwards. */
async function withServer(stage, measure) {
  if (spawnSync('nats-server', ['--version']).error)
    return [skipped('through a NATS server', 'nats-server is not installed')];
  const server = await startServer(stage);
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

export const broker = ({ stage, quick }) => withServer(stage, (server) => speedRows(stage, server, quick));

export const brokerMemory = ({ stage, quick }) =>
  withServer(stage, (server) => memoryRows(stage, server, quick));

async function startServer(stage) {
  const folder = mkdtempSync(join(stage.folder, 'nats-'));
  const args = ['-js', '-a', '127.0.0.1', '-p', '-1', '-sd', folder];
  const child = stage.track(
    spawn('nats-server', args, { env: stage.env, stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  let log = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    log += chunk;
    if (log.includes('Server is ready')) break;
  }
  child.stderr.resume();
  const port = Number(/client connections on 127\.0\.0\.1:(\d+)/.exec(log)[1]);
  return {
    port,
    url: (stream) => `nats://127.0.0.1:${port}/${stream}`,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const publishing = (stage, server, stream, ...options) =>
  startListener(stage, '--publish', server.url(stream), '--create-stream', '--ack', 'stream', ...options);

/**
 * The listener receives, verifies and stores each event before it publishes it; a bare publisher only publishes. Sender,
 * server and listener share the cores, so the time of the listener includes waiting for them; its CPU time does not.
 */
async function speedRows(stage, server, quick) {
  // Counted rather than timed: on a busy machine, a time would include more of the just-in-time compiler.
  const plan = { warmupEvents: 8_000, events: quick ? 12_000 : 16_000 };
  const script = fileURLToPath(new URL('./broker-publish.mjs', import.meta.url));
  // Creates the stream that both sides use.
  await (await publishing(stage, server, 'SPEED')).stop();
  const figures = { stream: [], awaited: [], concurrent: [] };
  const senders = [];
  const bare = (name, connections) => () => {
    const target = { port: server.port, stream: 'SPEED', subject: 'archctl.events.bench.bench.bench' };
    const input = JSON.stringify({ ...plan, ...target, bytes: EVENT_BYTES, connections });
    const figure = JSON.parse(captureStdout({ ...stage.node(script), input }));
    figures[name].push(figure);
    return figure.perSecond;
  };
  await interleave(
    {
      async stream() {
        const listener = await publishing(stage, server, 'SPEED');
        let before;
        const { perSecond, measured, cpu } = await load(stage, { ...plan, ...listener.target }, () => {
          before ??= cpuOf(listener.pid);
        });
        figures.stream.push({ perSecond, cpuMicroseconds: (cpuOf(listener.pid) - before) / measured });
        senders.push(cpu);
        await listener.stop();
        return perSecond;
      },
      awaited: bare('awaited', 1),
      concurrent: bare('concurrent', CONNECTIONS),
    },
    { rounds: 3, warmups: 0 },
  );
  const column = (name, key) => figures[name].map((it) => it[key]);
  const speed = (name) => spread(column(name, 'perSecond'));
  const speeds = (name) => ratio(column('stream', 'perSecond'), column(name, 'perSecond'));
  const efforts = (name) => ratio(column(name, 'cpuMicroseconds'), column('stream', 'cpuMicroseconds'));
  const row = (measure, name) => plain(measure, amount(speed(name), '/s'), speed(name).median);
  const cpuRows = () => {
    const effort = (measure, name) => {
      const cpu = spread(column(name, 'cpuMicroseconds'));
      return plain(measure, amount(cpu, 'µs of CPU time per event'), cpu.median);
    };
    const [awaited, concurrent] = [efforts('awaited'), efforts('concurrent')];
    return [
      effort('the same, by CPU time', 'stream'),
      atLeast('', times(awaited, 'bare publishes, each awaited'), awaited.median, 0.5, '0.5 ×'),
      plain('', times(concurrent, 'bare publishes, 16 at a time'), concurrent.median),
      effort('bare publishes, each awaited', 'awaited'),
      effort('bare publishes, 16 at a time', 'concurrent'),
    ];
  };
  const [awaited, concurrent] = [speeds('awaited'), speeds('concurrent')];
  return [
    row('listen --ack stream, 16 senders', 'stream'),
    atLeast('', times(awaited, 'bare publishes, each awaited'), awaited.median, 0.5, '0.5 ×'),
    plain('', times(concurrent, 'bare publishes, 16 at a time'), concurrent.median),
    row('bare publishes, each awaited', 'awaited'),
    row('bare publishes, 16 at a time', 'concurrent'),
    plain('the sender', amount(spread(senders), 'cores', 2), spread(senders).median),
    ...(process.platform === 'linux' ? cpuRows() : [skipped('CPU time', '/proc does not exist')]),
  ];
}

/** CPU time of a process in microseconds, in steps of 10 ms. */
function cpuOf(pid) {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Peak memory of a listener and of a consumer that prints all events, after a tenth of the events and after all. */
async function memoryRows(stage, server, quick) {
  if (process.platform !== 'linux') return [skipped('memory', '/proc does not exist')];
  const events = quick ? 20_000 : 1_000_000;
  const listener = await publishing(stage, server, 'MEMORY', '--subject', 'memory.{operation}');
  const options = ['--since', 'beginning', '--count', String(events), '-o', 'ndjson'];
  const attach = stage.archctl('webhook', 'attach', server.url('MEMORY'), ...options);
  const { command, args, env, cwd } = attach;
  const consumer = stage.track(spawn(command, args, { env, cwd, stdio: ['ignore', 'ignore', 'inherit'] }));
  const peaks = [];
  let last = {};
  const measure = () => {
    last = { listener: peakOf(listener.pid), consumer: peakOf(consumer.pid) ?? last.consumer };
  };
  const sampling = setInterval(measure, 50);
  const ended = once(consumer, 'exit').then(([code]) => code);
  const begin = performance.now();
  let acknowledged = 0;
  for (const part of [events / 10, events - events / 10]) {
    const sent = await load(stage, { events: part, warmupEvents: 1, ...listener.target });
    acknowledged += sent.acknowledged;
    if (acknowledged === events) break;
    measure();
    peaks.push({ events: acknowledged, ...last });
  }
  const code = await ended;
  const seconds = (performance.now() - begin) / 1000;
  clearInterval(sampling);
  peaks.push({ events, ...last });
  await listener.stop();
  if (code !== 0)
    throw new Error(`webhook attach exited with ${code} after ${acknowledged} events were sent`);
  const figure = (count) => count.toLocaleString('en-US');
  const rows = peaks.flatMap((peak) =>
    ['listener', 'consumer'].map((name) => ({
      ...atMost(name, `peak ${peak[name].toFixed(0)} MB`, peak[name], PEAK_MB, `${PEAK_MB} MB`),
      measure: `memory of the ${name}, ${figure(peak.events)} events`,
    })),
  );
  const rate = `${Math.round(events / seconds)} /s`;
  return [plain(`${figure(events)} events, received and printed`, rate, events / seconds), ...rows];
}

/** Peak resident memory in MB; undefined if the process has ended. */
function peakOf(pid) {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}

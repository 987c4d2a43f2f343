// Receiving webhooks: signed events over 16 persistent connections, interleaved with Debian's `webhook` and a
// bare server, with a target that never responds; and memory over 250,000 events.
import { readFileSync } from 'node:fs';
import { interleave, ratio, spread } from './measure.mjs';
import { amount, atLeast, atMost, plain, skipped, times } from './table.mjs';
import { GO_VERSION, goProgram, load, SECRET, startGo, startListener, startPeer } from './webhook-peers.mjs';

export async function webhook({ stage, quick }) {
  return [...(await speedRows(stage)), ...(await memoryRows(stage, quick))];
}

/** Interleaves all sides. Each round starts a new process per side, so that no work remains from earlier rounds. */
async function speedRows(stage) {
  const plan = { warmupMs: 700, measureMs: 1500 };
  const go = goProgram();
  const silentTarget = await startPeer(stage);
  const runs = { listen: [], noKeep: [], forward: [], bare: [], go: [], goWaits: [] };
  const side = (name, start) => async () => {
    const server = await start();
    const result = await load(stage, { ...plan, ...server.target });
    const summary = await server.stop();
    if (summary) checkCounts(summary, result, name === 'forward');
    runs[name].push(result);
    return result.perSecond;
  };
  const results = await interleave(
    {
      listen: side('listen', () => startListener(stage)),
      noKeep: side('noKeep', () => startListener(stage, '--no-keep')),
      forward: side('forward', () => startListener(stage, '--forward-to', silentTarget.url)),
      bare: side('bare', () => startPeer(stage, SECRET)),
      ...(go.reason ? {} : { go: side('go', () => startGo(stage, false)) }),
      ...(go.reason ? {} : { goWaits: side('goWaits', () => startGo(stage, true)) }),
    },
    { rounds: 3, warmups: 0 },
  );
  await silentTarget.stop();

  const toBare = ratio(results.listen, results.bare);
  const noKeepToBare = ratio(results.noKeep, results.bare);
  const withSilentTarget = ratio(results.forward, results.listen);
  const p99 = spread(runs.listen.map(({ p99 }) => p99));
  const p50 = spread(runs.listen.map(({ p50 }) => p50));
  const loadCpu = Math.max(...runs.bare.map(({ cpu }) => cpu));
  return [
    plain(
      'webhook listen, events received',
      amount(spread(results.listen), '/s'),
      spread(results.listen).median,
    ),
    ...compareWithGo(results, go),
    // Each event is on disk before it is acknowledged, which a server without storage does not need to do.
    atLeast('', times(toBare, 'bare node:http'), toBare.median, 0.33, '0.33 ×'),
    atLeast('with --no-keep', times(noKeepToBare, 'bare node:http'), noKeepToBare.median, 0.5, '0.5 ×'),
    plain('bare node:http that verifies', amount(spread(results.bare), '/s'), spread(results.bare).median),
    atMost('webhook listen, p99', amount(p99, 'ms', 1), p99.median, 20, '20 ms'),
    plain('webhook listen, median', amount(p50, 'ms', 1), p50.median),
    atLeast(
      'with a target that never responds',
      times(withSilentTarget, 'without'),
      withSilentTarget.median,
      0.9,
      '0.9 ×',
    ),
    plain('load process, share of a core', `at most ${loadCpu.toFixed(2)}`, loadCpu),
  ];
}

function compareWithGo({ listen, go, goWaits }, { reason, version }) {
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

/** Checks that every acknowledged event was counted once and printed. */
function checkCounts({ counts }, { acknowledged }, mayDrop) {
  const { events, duplicates, rejected, unverified, dropped } = counts;
  const errors = duplicates + rejected + unverified + (mayDrop ? 0 : dropped);
  if (events !== acknowledged || errors > 0)
    throw new Error(
      `${acknowledged} events were acknowledged, but the listener counted ${JSON.stringify(counts)}`,
    );
}

const MEGABYTE = 1e6;
const MEMORY_MS = 180_000;

/** Growth of resident memory during the load, after a warm-up that fills all bounded buffers. */
async function memoryRows(stage, quick) {
  if (process.platform !== 'linux') return [skipped('webhook listen, memory', '/proc does not exist')];
  const events = quick ? 50_000 : 250_000;
  const warmupEvents = quick ? 20_000 : 50_000;
  const listener = await startListener(stage);
  const samples = [];
  let warmAt;
  const sampling = setInterval(() => samples.push(residentMemory(listener.pid)), 50);
  const result = await load(stage, { warmupEvents, events, measureMs: MEMORY_MS, ...listener.target }, () => {
    warmAt ??= samples.length;
  }).finally(() => clearInterval(sampling));
  const summary = await listener.stop();
  checkCounts(summary, result, false);
  // Garbage collection varies the memory by some MB, so medians over a second are used.
  const window = 20;
  const first = spread(samples.slice(warmAt, warmAt + window)).median;
  const last = spread(samples.slice(-window)).median;
  const peak = Math.max(...samples.slice(warmAt));
  const sent = result.acknowledged.toLocaleString('en-US');
  const isComplete = result.acknowledged >= events;
  const stopped = isComplete
    ? ''
    : `; stopped after ${MEMORY_MS / 1000} s, before ${events.toLocaleString('en-US')}`;
  return [
    atMost(
      `memory after ${sent} events`,
      `${last.toFixed(0)} MB, ${(last - first).toFixed(1)} MB more than after ${warmupEvents.toLocaleString('en-US')}`,
      last - first,
      7.5,
      '7.5 MB more',
    ),
    plain(
      '',
      `highest ${peak.toFixed(0)} MB, ${summary.counts.pruned.toLocaleString('en-US')} pruned${stopped}`,
      peak,
    ),
  ];
}

function residentMemory(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / MEGABYTE;
}

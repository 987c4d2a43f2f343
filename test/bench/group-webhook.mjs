// Receiving webhooks: signed events over 16 persistent connections, interleaved with Debian's `webhook` and a
// bare server, with a target that never answers; and memory over a million events.
import { readFileSync } from 'node:fs';
import { interleave, ratio, spread } from './measure.mjs';
import { amount, atLeast, atMost, plain, skipped, times } from './table.mjs';
import { GO_VERSION, goProgram, load, SECRET, startGo, startListener, startPeer } from './webhook-peers.mjs';

export async function webhook({ stage, quick }) {
  return [...(await speed(stage, quick)), ...(await memory(stage, quick))];
}

/** Interleaves all sides, each as a process of its own per round, so that no work is left over. */
async function speed(stage, quick) {
  const plan = { warmupMs: 2000, measureMs: quick ? 2000 : 10_000 };
  const go = goProgram();
  const silent = await startPeer(stage);
  const runs = { listen: [], noKeep: [], forward: [], bare: [], go: [], goWaits: [] };
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
      noKeep: side('noKeep', () => startListener(stage, '--no-keep')),
      forward: side('forward', () => startListener(stage, '--forward-to', silent.url)),
      bare: side('bare', () => startPeer(stage, SECRET)),
      ...(go.reason ? {} : { go: side('go', () => startGo(stage, false)) }),
      ...(go.reason ? {} : { goWaits: side('goWaits', () => startGo(stage, true)) }),
    },
    { rounds: 3, warmups: 0 },
  );
  await silent.stop();

  const toBare = ratio(results.listen, results.bare);
  const noKeepToBare = ratio(results.noKeep, results.bare);
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
    // Each event is on disk before it is acknowledged, which a server without storage does not need to do.
    atLeast('', times(toBare, 'bare node:http'), toBare.median, 0.33, '0.33 ×'),
    atLeast('with --no-keep', times(noKeepToBare, 'bare node:http'), noKeepToBare.median, 0.5, '0.5 ×'),
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

/** Checks that every acknowledged event was counted once and printed. */
function check({ counts }, { acknowledged }, mayDrop) {
  const { events, duplicates, rejected, unverified, dropped } = counts;
  const wrong = duplicates + rejected + unverified + (mayDrop ? 0 : dropped);
  if (events !== acknowledged || wrong > 0)
    throw new Error(`${acknowledged} were acknowledged, and the listener counted ${JSON.stringify(counts)}`);
}

const MEGABYTE = 1e6;
const MEMORY_MS = 180_000;

/** Resident memory while events arrive, after all bounded buffers are full. */
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
  // Garbage varies by some MB, so medians over a second are used.
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

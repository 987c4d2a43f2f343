// Measurements of whole processes. The compared sides are interleaved, so that a slow machine affects all of them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Milliseconds from spawn to exit. Throws for another exit code. */
export function timeProcess({ command, args, env, cwd }, code = 0) {
  const start = process.hrtime.bigint();
  const result = spawnSync(command, args, {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64e6,
    timeout: 120_000,
  });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (result.error) throw result.error;
  if (result.status !== code) throw new Error(failureMessage(command, args, result.status, result.stderr));
  return elapsed;
}

const USAGE = fileURLToPath(new URL('./usage.cjs', import.meta.url));
let usageFiles = 0;

/**
 * Runs a Node process without its output. Resolves with user and total CPU milliseconds, start included, and the peak
 * of its resident memory in MB. Rejects for an exit code that is not in `codes`.
 */
export async function usageOf(stage, { command, args, env, cwd }, codes = [0]) {
  usageFiles += 1;
  const report = join(stage.folder, `usage-${usageFiles}.json`);
  const options = { env: { ...env, BENCH_USAGE_FILE: report }, cwd, stdio: ['ignore', 'ignore', 'pipe'] };
  const child = stage.track(spawn(command, ['--require', USAGE, ...args], options));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-500);
  });
  const [code] = await once(child, 'close');
  if (!codes.includes(code)) throw new Error(failureMessage(command, args, code, stderr));
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(report, 'utf8'));
  return {
    user: userCPUTime / 1000,
    cpu: (userCPUTime + systemCPUTime) / 1000,
    megabytes: (maxRSS * 1024) / 1e6,
  };
}

/** Runs a process and returns its stdout. Throws for a non-zero exit code. */
export function captureStdout({ command, args, env, cwd, input }) {
  const options = { env, cwd, input, encoding: 'utf8', maxBuffer: 64e6, timeout: 300_000 };
  const result = spawnSync(command, args, options);
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(failureMessage(command, args, result.status, result.stderr));
  return result.stdout;
}

const failureMessage = (command, args, status, stderr) =>
  `${[command, ...args].join(' ')} exited with ${status}: ${String(stderr).trim().slice(-500)}`;

/**
 * Runs each side once per round, A B C A B C …, after warm-up rounds. `sides` maps a name to a function that
 * returns a number or a promise of one.
 */
export async function interleave(sides, { rounds, warmups = 2 }) {
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = -warmups; round < rounds; round++) {
    // Lets Node handle a Ctrl-C, because spawnSync blocks the event loop.
    await setImmediate();
    for (const [name, run] of Object.entries(sides)) {
      const value = await run();
      if (round >= 0) results[name].push(value);
    }
  }
  return results;
}

/** Median, minimum and maximum. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** Median, minimum and maximum of the ratios of two sides, round by round. */
export const ratio = (numerators, denominators) =>
  spread(numerators.map((value, round) => value / denominators[round]));

/**
 * Peak resident memory of a process in MB, read from /proc while it runs. The kernel keeps the high-water
 * mark, so only the last microseconds can be missed. Undefined without /proc. `muted` discards stdout.
 */
export function peakMemory({ command, args, env, cwd }, { muted = false, code: expectedCode = 0 } = {}) {
  if (process.platform !== 'linux') return undefined;
  // Spawn returns after exec, so the peak belongs to the program, not to Node. The output is discarded or must fit into
  // the pipe.
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', muted ? 'ignore' : 'pipe', 'pipe'] });
  let peak = 0;
  for (;;) {
    const current = readPeak(child.pid);
    if (current === undefined) break;
    peak = Math.max(peak, current);
  }
  return new Promise((resolve, reject) => {
    child.stdout?.resume();
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === expectedCode) resolve(peak);
      else reject(new Error(failureMessage(command, args, code, '')));
    });
  });
}

/** Peak memory of a running process in MB. Undefined after the process has released its memory. */
function readPeak(pid) {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}

// One request as a whole process: `landscape list` with a warm sandbox, interleaved with a plain script that
// sends the same request.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureStdout, interleave, peakMemory, ratio, spread, timeProcess } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { amount, atMost, plain, times } from './table.mjs';

const PLAIN = fileURLToPath(new URL('./plain-list.mjs', import.meta.url));
export const VARIANTS = [
  ['landscape', 'list'],
  ['landscape', 'list', '-o', 'json'],
];

export async function list({ stage, rounds }) {
  const sandbox = await startSandbox(stage, join(stage.folder, 'list-data'));
  const script = stage.node(PLAIN, sandbox.url, sandbox.headers.authorization);
  const names = captureStdout(script).trim().split('\n');
  const sides = { bare: () => timeProcess(stage.node('-e', '0')), plain: () => timeProcess(script) };
  for (const args of VARIANTS) {
    const missing = names.find((name) => !captureStdout(stage.archctl(...args)).includes(name));
    if (missing !== undefined) throw new Error(`${args.join(' ')} does not list ${missing}`);
    sides[args.join(' ')] = () => timeProcess(stage.archctl(...args));
  }
  const results = await interleave(sides, { rounds, warmups: 4 });
  const rows = VARIANTS.map((args) => {
    const name = args.join(' ');
    const toPlain = ratio(results[name], results.plain);
    return atMost(
      `archctl ${name}`,
      times(toPlain, 'a plain script'),
      toPlain.median,
      1.35,
      '1.35 × a plain script',
    );
  });
  const toNode = ratio(results.plain, results.bare);
  rows.push(plain('the plain script', times(toNode, 'node -e 0'), toNode.median));
  const memory = await memoryRows(stage, Math.min(rounds, 7));
  await sandbox.stop();
  return [...rows, ...memory];
}

async function memoryRows(stage, rounds) {
  const results = await interleave(
    { bare: () => peakMemory(stage.node('-e', '0')), list: () => peakMemory(stage.archctl(...VARIANTS[0])) },
    { rounds, warmups: 1 },
  );
  if (results.list.includes(undefined)) return [];
  const peak = spread(results.list);
  return [
    atMost('archctl landscape list, peak memory', amount(peak, 'MB', 1), peak.max, 70, '70 MB'),
    plain('node -e 0, peak memory', amount(spread(results.bare), 'MB', 1), spread(results.bare).median),
  ];
}

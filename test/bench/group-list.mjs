// One request as a whole process: `landscape list` against a warm sandbox.
import { join } from 'node:path';
import { interleave, outputOf, peakMemory, ratio, spread, timeProcess } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { amount, atMost, plain, times } from './table.mjs';

export const VARIANTS = [
  ['landscape', 'list'],
  ['landscape', 'list', '-o', 'json'],
];

export async function list({ stage, rounds }) {
  const sandbox = await startSandbox(stage, join(stage.folder, 'list-data'));
  const sides = { bare: () => timeProcess(stage.node('-e', '0')) };
  for (const args of VARIANTS) {
    if (outputOf(stage.archctl(...args)).trim() === '') throw new Error(`${args.join(' ')} lists nothing`);
    sides[args.join(' ')] = () => timeProcess(stage.archctl(...args));
  }
  const results = await interleave(sides, { rounds, warmups: 4 });
  const rows = VARIANTS.map((args) => {
    const name = args.join(' ');
    const toNode = ratio(results[name], results.bare);
    return atMost(
      `archctl ${name}`,
      times(toNode, 'node -e 0'),
      toNode.median,
      2.2,
      '2.20 × node -e 0 (aim 2.00)',
    );
  });
  const memory = await peaks(stage, Math.min(rounds, 7));
  await sandbox.stop();
  return [...rows, ...memory];
}

async function peaks(stage, rounds) {
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

// Start-up: `--version` and `--help` against bare Node and against a Go program.
import { interleave, ratio, timeProcess } from './measure.mjs';
import { stripeProgram } from './stripe.mjs';
import { atMost, skipped, times } from './table.mjs';

export async function start({ stage, rounds }) {
  const stripe = stripeProgram();
  // Not `stripe version`, which asks the network for a newer one.
  const env = { ...stage.env, STRIPE_CLI_TELEMETRY_OPTOUT: '1' };
  const other = (flag) => ({ command: stripe.path, args: [flag], env, cwd: stage.cwd });
  const sides = { bare: () => timeProcess(stage.node('-e', '0')) };
  for (const flag of ['--version', '--help']) {
    sides[flag] = () => timeProcess(stage.archctl(flag));
    if (stripe.path) sides[`stripe ${flag}`] = () => timeProcess(other(flag));
  }
  const results = await interleave(sides, { rounds });

  return ['--version', '--help'].flatMap((flag) => {
    const toNode = ratio(results[flag], results.bare);
    const rows = [
      atMost(`archctl ${flag}`, times(toNode, 'node -e 0'), toNode.median, 1.25, '1.25 × node -e 0'),
    ];
    if (!stripe.path) return [...rows, skipped(`archctl ${flag} and stripe ${flag}`, stripe.reason)];
    const toStripe = ratio(results[flag], results[`stripe ${flag}`]);
    const name = `stripe ${stripe.version}`;
    rows.push(atMost('', times(toStripe, name), toStripe.median, 1, `1.00 × stripe ${flag}`));
    return rows;
  });
}

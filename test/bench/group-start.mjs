// Start-up: `--version` and `--help` relative to bare Node and to Go programs.
import { spawnSync } from 'node:child_process';
import { interleave, ratio, timeProcess } from './measure.mjs';
import { stripeProgram } from './stripe.mjs';
import { atMost, skipped, times } from './table.mjs';

const LIMITS = { '--version': 1.25, '--help': 1.3 };

export async function start({ stage, rounds }) {
  const stripe = stripeProgram();
  const gh = ghVersion();
  // Uses `stripe --version`, because `stripe version` checks the network for a newer version.
  const env = { ...stage.env, STRIPE_CLI_TELEMETRY_OPTOUT: '1', GH_NO_UPDATE_NOTIFIER: '1' };
  const other = (command, flag) => ({ command, args: [flag], env, cwd: stage.cwd });
  const sides = { bare: () => timeProcess(stage.node('-e', '0')) };
  if (gh) sides.gh = () => timeProcess(other('gh', '--version'));
  for (const flag of Object.keys(LIMITS)) {
    sides[flag] = () => timeProcess(stage.archctl(flag));
    if (stripe.path) sides[`stripe ${flag}`] = () => timeProcess(other(stripe.path, flag));
  }
  const results = await interleave(sides, { rounds });

  const rows = Object.entries(LIMITS).flatMap(([flag, limit]) => {
    const toNode = ratio(results[flag], results.bare);
    const budget = `${limit.toFixed(2)} × node -e 0`;
    const withNode = [atMost(`archctl ${flag}`, times(toNode, 'node -e 0'), toNode.median, limit, budget)];
    if (!stripe.path) return [...withNode, skipped(`archctl ${flag} and stripe ${flag}`, stripe.reason)];
    const toStripe = ratio(results[flag], results[`stripe ${flag}`]);
    const name = `stripe ${stripe.version}`;
    return [...withNode, atMost('', times(toStripe, name), toStripe.median, 1, `1.00 × stripe ${flag}`)];
  });
  return [...rows, compareWithGh(results, gh)];
}

function compareWithGh(results, version) {
  const measure = 'archctl --help and gh --version';
  if (!version) return skipped(measure, 'gh is not installed');
  const toGh = ratio(results['--help'], results.gh);
  return atMost(measure, times(toGh, `gh ${version}`), toGh.median, 1, '1.00 × gh --version');
}

function ghVersion() {
  const { stdout } = spawnSync('gh', ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return /^gh version (\S+)/.exec(stdout ?? '')?.[1];
}

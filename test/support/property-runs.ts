/** How many examples a property is tried with, and which: the same in each run, unless the environment asks for others. */

import { configureGlobal } from 'fast-check';

const USUAL_RUNS = 40;
const USUAL_SEED = 20_260_310;

const { ARCHCTL_TEST_RUNS: asked = '1', ARCHCTL_TEST_SEED: wanted = String(USUAL_SEED) } = process.env;

function wholeNumber(variable: string, text: string, least = Number.MIN_SAFE_INTEGER): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new Error(`${variable} may not be "${text}".`);
  return number;
}

const times = wholeNumber('ARCHCTL_TEST_RUNS', asked, 1);

/** As many examples as a property needs usually, or `ARCHCTL_TEST_RUNS` times as many. */
export const runs = (usual: number): number => usual * times;

configureGlobal({
  numRuns: runs(USUAL_RUNS),
  // A landing fails by what it changed, and not by luck. Where others are tried, a failure tells their seed.
  ...(wanted !== 'random' && { seed: wholeNumber('ARCHCTL_TEST_SEED', wanted) }),
});

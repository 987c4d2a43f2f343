/**
 * Number and seed of the examples of property-based tests. Both are fixed unless the environment sets them.
 */

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

/** Multiplies the usual number of examples by `ARCHCTL_TEST_RUNS`. */
export const runs = (usual: number): number => usual * times;

configureGlobal({
  numRuns: runs(USUAL_RUNS),
  // A fixed seed makes failures depend on the change alone. With other seeds, a failure prints its seed.
  ...(wanted !== 'random' && { seed: wholeNumber('ARCHCTL_TEST_SEED', wanted) }),
});

import type { Machine } from './types.js';

/** The time, randomness and timers of this machine. */
export const systemMachine: Machine = {
  now: () => Date.now(),
  random: () => Math.random(),
  schedule: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

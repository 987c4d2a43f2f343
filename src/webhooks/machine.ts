import type { Machine } from './types.js';

/** Clock, random numbers and timers of the system. */
export const systemMachine: Machine = {
  now: () => Date.now(),
  random: () => Math.random(),
  schedule: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

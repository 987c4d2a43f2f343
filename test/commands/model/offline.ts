import { type Machine, machine } from '../../support/world.js';

/** A machine without a network, on which no time passes. */
export const offline = (): Machine =>
  machine({
    clock: { now: () => new Date(0), sleep: () => Promise.reject(new Error('Waited.')) } as never,
    transport: () => Promise.reject(new Error('The network was used.')),
  });

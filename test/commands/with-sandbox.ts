import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxRecord } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';

/** A machine with a running sandbox. */
export const withSandbox = (machine: Machine): void => {
  machine.signIn({}, 'sandbox');
  mkdirSync(machine.state, { recursive: true });
  writeFileSync(join(machine.state, 'sandbox.json'), sandboxRecord(), { mode: 0o600 });
};

import type { CommandCase } from './cases.js';
import { withSandbox } from './with-sandbox.js';

/** A machine whose sandbox has the snapshot "kept". */
const withSnapshot: CommandCase['before'] = async (machine) => {
  withSandbox(machine);
  await machine.run(['sandbox', 'snapshot', 'save', 'kept', '--yes']);
};

/** Running sandboxes and their snapshots. */
export const OPS_CASES: Readonly<Record<string, CommandCase>> = {
  'sandbox list': {
    before: withSandbox,
    good: () => [],
    reads: true,
    bad: () => ['--port', '1'],
    kind: 'usage',
  },
  'sandbox snapshot save': {
    before: withSandbox,
    good: () => ['before', '--yes'],
    bad: () => ['../before'],
    kind: 'refused',
  },
  'sandbox snapshot list': {
    before: withSnapshot,
    good: () => [],
    reads: true,
    bad: () => ['x'],
    kind: 'usage',
  },
  'sandbox snapshot load': {
    before: withSnapshot,
    good: () => ['kept', '--yes'],
    bad: () => ['none', '--yes'],
    kind: 'not-found',
  },
  'sandbox snapshot delete': {
    before: withSnapshot,
    good: () => ['kept', '--yes'],
    silent: true,
    bad: () => ['none', '--yes'],
    kind: 'not-found',
  },
};

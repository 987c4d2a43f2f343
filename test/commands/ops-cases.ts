import type { CommandCase } from './cases.js';
import { MODEL_DOCUMENT } from './exchange-cases.js';
import { withSandbox } from './with-sandbox.js';

/** The snapshot "kept", unless it is there already. */
const keep: CommandCase['ready'] = (machine) => machine.run(['sandbox', 'snapshot', 'save', 'kept']);

/** Running sandboxes and their snapshots. */
export const OPS_CASES: Readonly<Record<string, CommandCase>> = {
  'sandbox list': {
    before: withSandbox,
    good: () => [],
    reads: true,
    bad: () => ['--port', '1'],
    kind: 'usage',
  },
  'sandbox seed': {
    before: (machine) => {
      withSandbox(machine);
      machine.write('model.yaml', MODEL_DOCUMENT);
    },
    good: () => ['model.yaml'],
    bad: () => ['none.yaml'],
    kind: 'usage',
  },
  'sandbox snapshot save': {
    before: withSandbox,
    good: () => ['before', '--yes'],
    bad: () => ['../before'],
    kind: 'refused',
  },
  'sandbox snapshot list': {
    before: withSandbox,
    ready: keep,
    good: () => [],
    reads: true,
    bad: () => ['x'],
    kind: 'usage',
  },
  'sandbox snapshot load': {
    before: withSandbox,
    ready: keep,
    good: () => ['kept', '--yes'],
    bad: () => ['none', '--yes'],
    kind: 'not-found',
  },
  'sandbox snapshot delete': {
    before: withSandbox,
    ready: keep,
    good: () => ['kept', '--yes'],
    silent: true,
    bad: () => ['none', '--yes'],
    kind: 'not-found',
  },
};

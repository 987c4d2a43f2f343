import type { CommandCase } from './cases.js';
import { MODEL_DOCUMENT } from './exchange-cases.js';
import { withSandbox } from './with-sandbox.js';

const UNKNOWN_ID = 'NobodyHasThisId00000';

/** The snapshot "kept", unless it exists already. */
const keep: CommandCase['ready'] = (machine) => machine.run(['sandbox', 'snapshot', 'save', 'kept']);

/** Running sandboxes, their snapshots and webhooks. */
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
  'sandbox webhook add': {
    before: withSandbox,
    good: () => ['--name', 'app', '--url', 'http://127.0.0.1:3000/hooks'],
    bad: () => ['--name', 'app', '--url', 'http://example.com/'],
    kind: 'refused',
  },
  'sandbox webhook deliveries': {
    before: withSandbox,
    good: ({ subscription }) => [subscription, '--limit', '3'],
    reads: true,
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'sandbox webhook disable': {
    before: withSandbox,
    good: ({ spareSubscription }) => [spareSubscription],
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'sandbox webhook enable': {
    before: withSandbox,
    good: ({ spareSubscription }) => [spareSubscription],
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'sandbox webhook list': {
    before: withSandbox,
    good: () => [],
    reads: true,
    bad: () => ['x'],
    kind: 'usage',
  },
  'sandbox webhook remove': {
    before: withSandbox,
    good: ({ spareSubscription }) => [spareSubscription, '--yes'],
    silent: true,
    bad: ({ subscription }) => [subscription],
    kind: 'usage',
  },
};

import { EXAMPLE } from '../../src/commands/model/shared/example.js';
import type { Machine } from '../support/world.js';
import type { CommandCase } from './cases.js';

const withDocument = (machine: Machine): void => {
  // The landscape of an option, not of the document.
  machine.write('model.yaml', EXAMPLE.replace(/^landscape: .*\n/m, ''));
  machine.write('nothing.yaml', 'namespace: nothing\n');
  machine.write('wrong.yaml', 'objects:\n  - { id: a, type: app, name: A, parent: nowhere }\n');
};

/** Without fields that change in every run: the plan of an empty document. */
const EMPTY_PLAN = JSON.stringify({
  archctlPlan: 1,
  sources: [],
  document: { moved: [], elements: [] },
  plan: {
    landscape: { id: 'x', name: 'X' },
    version: 'latest',
    prune: 'none',
    live: '',
    wanted: '',
    steps: [],
    same: 0,
    left: [],
    moves: [],
    problems: [],
    cost: { requests: {}, seconds: 0, access: 'read' },
  },
});

/** Cases of commands that synchronize documents and landscapes, for the sweep. */
export const MODEL_SYNC_CASES: Readonly<Record<string, CommandCase>> = {
  'model apply': {
    before: withDocument,
    good: (ids) => ['model.yaml', '--landscape', ids.sideLandscape, '--yes'],
    bad: () => ['wrong.yaml', '--yes'],
    kind: 'usage',
  },
  'model drift': {
    before: withDocument,
    good: (ids) => ['nothing.yaml', '--landscape', ids.sideLandscape],
    reads: true,
    bad: () => ['wrong.yaml'],
    kind: 'usage',
  },
  'model lock': {
    before: (machine) => {
      withDocument(machine);
      machine.write('lost.yaml', 'namespace: n\nreferences: [{ id: lost, namespace: nowhere }]\n');
    },
    good: () => ['model.yaml'],
    reads: true,
    bad: () => ['lost.yaml'],
    kind: 'not-found',
  },
  'model plan': {
    before: withDocument,
    good: () => ['model.yaml'],
    bad: () => ['wrong.yaml'],
    kind: 'usage',
  },
  'model show-plan': {
    before: (machine) => {
      withDocument(machine);
      machine.write('plan.json', EMPTY_PLAN);
    },
    good: () => ['plan.json'],
    reads: true,
    bad: () => ['model.yaml'],
    kind: 'usage',
  },
};

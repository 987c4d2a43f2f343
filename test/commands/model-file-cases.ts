import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE } from '../../src/commands/model/shared/example.js';
import { FERRY } from '../support/ferry-document.js';
import type { CommandCase } from './cases.js';

/** Cases of commands for documents, for the sweep. */
export const MODEL_FILE_CASES: Readonly<Record<string, CommandCase>> = {
  'model export': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
    },
    good: () => ['models.yaml', '--format', 'markdown'],
    reads: true,
    bad: () => ['models.yaml', '--format', 'dot', '--flow', 'book'],
    kind: 'usage',
  },
  'model fmt': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
    },
    good: () => ['models.yaml'],
    reads: true,
    bad: () => ['none.yaml'],
    kind: 'usage',
  },
  'model import-from': {
    before: (machine) => {
      machine.write('compose.yaml', 'services: { web: { depends_on: [db] }, db: { image: postgres } }');
    },
    good: () => ['compose.yaml', '--format', 'compose'],
    reads: true,
    bad: () => ['none.yaml', '--format', 'compose'],
    kind: 'usage',
  },
  'model move': {
    before: (machine) => {
      machine.write('models.yaml', FERRY);
    },
    good: () => ['booking', '--to', 'outer', '--model', 'models.yaml'],
    bad: () => ['booking', '--to', 'passenger', '--model', 'models.yaml'],
    kind: 'usage',
  },
  'model remove': {
    before: (machine) => {
      machine.write('models.yaml', FERRY);
    },
    good: () => ['booking-db', '--model', 'models.yaml', '--yes'],
    bad: () => ['nobody', '--model', 'models.yaml', '--yes'],
    kind: 'not-found',
  },
  'model rename': {
    before: (machine) => {
      machine.write('models.yaml', FERRY);
    },
    good: () => ['booking-db', 'Store', '--model', 'models.yaml'],
    bad: () => ['booking-db', '--model', 'models.yaml'],
    kind: 'usage',
  },
  'model init': {
    good: () => ['--out', 'made'],
    ready: async (machine) => rmSync(join(machine.cwd, 'made'), { recursive: true, force: true }),
    bad: () => ['--out', 'made.json'],
    kind: 'usage',
  },
  'model merge': {
    before: (machine) => {
      machine.write('base.yaml', EXAMPLE);
      machine.write('ours.yaml', EXAMPLE.replace('Booking Website', 'Booking Site'));
      machine.write('theirs.yaml', `# Theirs\n${EXAMPLE}`);
    },
    good: () => ['base.yaml', 'ours.yaml', 'theirs.yaml'],
    reads: true,
    bad: () => ['base.yaml', 'ours.yaml', 'none.yaml'],
    kind: 'usage',
  },
  'model validate': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE.replace(/^namespace: .*$/m, ''));
    },
    good: () => ['models.yaml'],
    bad: () => ['none.yaml'],
    kind: 'usage',
  },
  'model schema': { good: () => [], reads: true, bad: () => ['x'], kind: 'usage' },
};

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE } from '../../src/commands/model/shared/example.js';
import type { CommandCase } from './cases.js';

/** Cases of commands that compare and pull models, for the sweep. */
export const MODEL_LIVE_CASES: Readonly<Record<string, CommandCase>> = {
  'model diff': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
    },
    good: () => ['models.yaml', 'models.yaml'],
    bad: () => ['none.yaml', 'live'],
    kind: 'usage',
  },
  'model check': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
      machine.write('rules.yaml', 'rules: [{ id: owned, severity: warning, require: owner }]\n');
    },
    good: () => ['models.yaml', '--rules', 'rules.yaml'],
    bad: () => ['models.yaml', '--rules', 'none.yaml'],
    kind: 'usage',
  },
  'model graph': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
    },
    good: () => ['models.yaml', '--diagram', 'Booking Apps', '--out', 'model.svg'],
    bad: () => ['models.yaml', '--auto-layout'],
    kind: 'usage',
  },
  'model site': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
    },
    good: () => ['models.yaml', '--out', 'site'],
    bad: () => ['models.yaml', '--out', 'models.yaml'],
    kind: 'usage',
  },
  'model stats': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
    },
    good: () => ['models.yaml'],
    reads: true,
    bad: () => ['live', 'models.yaml'],
    kind: 'usage',
  },
  'model view': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
    },
    good: () => ['models.yaml', '--count', '1'],
    streams: true,
    bad: () => ['none.yaml'],
    kind: 'usage',
  },
  'model watch': {
    before: (machine) => {
      machine.write('models.yaml', EXAMPLE);
    },
    good: () => ['models.yaml', '--count', '1'],
    streams: true,
    reads: true,
    bad: () => ['none.yaml'],
    kind: 'usage',
  },
  'model pull': {
    good: () => ['--out', 'pulled'],
    ready: async (machine) => rmSync(join(machine.cwd, 'pulled'), { recursive: true, force: true }),
    bad: () => ['--out', 'model.json'],
    kind: 'usage',
  },
};

import type { ArgumentSpec } from '../../../cli/command/value-spec.js';

/** A draft whose tasks can change and be merged. */
export const OPEN_DRAFT = {
  name: 'DRAFT',
  help: 'Open draft',
  completes: 'draft',
  offers: ({ status }) => status === 'in-progress',
} as const satisfies ArgumentSpec;

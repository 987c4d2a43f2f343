import type { Context } from '../../../../cli/command/spec.js';
import { withoutZeros } from '../../../../cli/command/without-zeros.js';
import noun from '../noun.js';
import type { SandboxSubscription } from './subscriptions.js';

/** One subscription; for a person, without counts that are zero. */
export const recordOf = (context: Context, record: SandboxSubscription) => ({
  kind: 'record' as const,
  record,
  columns: withoutZeros(context, noun.columns, { ...record }),
});

import type { Context } from '../../../../cli/command/spec.js';
import { outcomeFile } from '../../../../webhooks/event-store/outcome-file.js';
import { deliveryLog } from '../../../../webhooks/inspect/delivery-log.js';
import type { Observe } from '../../../../webhooks/listen/record-stream.js';
import { systemMachine } from '../../../../webhooks/machine.js';
import { eventDirectory } from '../options.js';
import { redactionFor } from './redaction.js';

/** Returns an observer of a listener without a page, which saves the results of passing events on. */
export function observeOutcomes(context: Context, secretFile: string | undefined): Observe {
  const { text } = redactionFor(context, secretFile);
  const log = deliveryLog(systemMachine, text, outcomeFile(eventDirectory(context)));
  return (record) => {
    if (record.type === 'forwarded' || record.type === 'executed') log.add(record);
  };
}

import type { Context } from '../../../../cli/command/spec.js';
import { outcomeFile } from '../../../../webhooks/event-store/outcome-file.js';
import { makeDirectory } from '../../../../webhooks/event-store/segment-writer.js';
import { type DeliveryLog, deliveryLog } from '../../../../webhooks/inspect/delivery-log.js';
import type { Observe } from '../../../../webhooks/listen/record-stream.js';
import { systemMachine } from '../../../../webhooks/machine.js';
import { eventDirectory } from '../options.js';
import { redactionFor } from './redaction.js';

/** Opens the log that saves the results of stored events. */
export function openOutcomes(context: Context, secretFile: string | undefined): DeliveryLog {
  const { text } = redactionFor(context, secretFile);
  return deliveryLog(systemMachine, text, outcomeFile(eventDirectory(context)), warnUnsaved(context));
}

/** Returns a function that warns once that a result could not be stored. */
export function warnUnsaved({ terminal }: Context): () => void {
  let isReported = false;
  return () => {
    if (isReported) return;
    isReported = true;
    terminal.warn(
      'The results of forwarding cannot be stored, so "webhook replay --failed" does not find all failures.',
    );
  };
}

/** Returns an observer of a listener without a page, which saves the results of passing events on. */
export function observeOutcomes(context: Context, secretFile: string | undefined): Observe {
  makeDirectory(eventDirectory(context));
  const log = openOutcomes(context, secretFile);
  return (record) => {
    if (record.type === 'forwarded' || record.type === 'executed') log.add(record);
  };
}

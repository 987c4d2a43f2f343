import { ArchctlError, interrupted } from '../../../base/errors.js';
import { pluralize } from '../../../base/words.js';
import type { Receiver } from '../../../webhooks/listen/receiver.js';
import type { Counts, WebhookRecord } from '../../../webhooks/types.js';

/** Yields the records, and then throws if the stream did not end as expected. `onEnd` is called in any case. */
export async function* recordsUntilEnd(
  receiver: Pick<Receiver, 'batches' | 'close'>,
  count: number | undefined,
  onEnd?: () => Promise<void>,
): AsyncGenerator<readonly WebhookRecord[]> {
  let refused: string | undefined;
  try {
    for await (const batch of receiver.batches) {
      yield batch;
      for (const record of batch) if (record.type === 'rejected') refused = record.message;
      const last = batch.at(-1);
      if (last?.type !== 'closing') continue;
      const { reason, counts, message } = last;
      if (reason === 'stopped') throw interrupted();
      if (reason === 'broker-lost') throw new ArchctlError('unavailable', message ?? 'The broker is gone.');
      if (reason === 'tunnel-ended') throw new ArchctlError('unavailable', message ?? 'The tunnel ended.');
      if (reason === 'timeout' && count !== undefined && counts.events < count) {
        throw tooFew(counts, count, refused);
      }
    }
  } finally {
    await receiver.close();
    await onEnd?.();
  }
}

/** Error for a timeout: rejected deliveries are the most likely reason for missing events. */
function tooFew(counts: Counts, wanted: number, refused: string | undefined): ArchctlError {
  const message = `Only ${counts.events} of ${pluralize(wanted, 'event')} arrived in time`;
  if (counts.rejected === 0 || refused === undefined) return new ArchctlError('unavailable', `${message}.`);
  const also = `${counts.rejected} more ${counts.rejected === 1 ? 'delivery was' : 'deliveries were'} rejected`;
  return new ArchctlError('unavailable', `${message}; ${also}.`, { hint: `The last one: ${refused}` });
}

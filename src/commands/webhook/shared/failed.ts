import { usageError } from '../../../base/errors.js';
import { pluralize } from '../../../base/text/words.js';
import { REDACTED } from '../../../client/send/redact.js';
import type { StoredResults, TargetResult } from '../../../webhooks/event-store/target-results.js';
import type { InspectedOutcome } from '../../../webhooks/inspect/types.js';
import type { StoredEvent } from '../../../webhooks/types.js';
import { LOCAL_TARGET } from './options.js';

/** An event to send, and the targets or programs that have not handled it. */
export interface FailedDelivery {
  event: StoredEvent;
  url: URL;
  failed: readonly TargetResult[];
}

export interface FailedDeliveries {
  deliveries: readonly FailedDelivery[];
  /** Reports events that are not sent, because a program failed; undefined if there are none. */
  programs: ReturnType<typeof usageError> | undefined;
}

/**
 * Returns the deliveries that failed: each event to each target that did not acknowledge it, or once to `to`.
 * @throws ArchctlError `usage` for a target whose address is not stored.
 */
export function failedDeliveries(
  events: readonly StoredEvent[],
  results: StoredResults,
  to: URL | undefined,
): FailedDeliveries {
  const deliveries: FailedDelivery[] = [];
  let programs = 0;
  for (const event of events) {
    const failed = results.of(event.id).filter(({ succeeded }) => !succeeded);
    if (to) {
      if (failed.length > 0) deliveries.push({ event, url: to, failed });
      continue;
    }
    for (const result of failed) {
      if (result.kind === 'program') programs++;
      else deliveries.push({ event, url: storedUrl(results.addressOf(result)), failed: [result] });
    }
  }
  return { deliveries, programs: programs === 0 ? undefined : programsFailed(programs) };
}

/** The results to store for the failed targets of a delivery that was sent to another address. */
export const outcomesInstead = (
  outcome: InspectedOutcome,
  failed: readonly TargetResult[],
  results: StoredResults,
): InspectedOutcome[] =>
  failed.map((it) => ({
    ...outcome,
    target: it.target,
    url: results.addressOf(it),
    text: `Sent to ${outcome.target} instead.`,
  }));

function storedUrl(address: string): URL {
  if (!address.includes(REDACTED) && URL.canParse(address)) return new URL(address);
  throw usageError(`The address ${address} contains a secret, so it is not stored completely.`, {
    hint: 'Give it with --to URL.',
  });
}

const programsFailed = (count: number) =>
  usageError(`${pluralize(count, 'program')} of --exec failed, and replay starts no programs.`, {
    hint: `Send these events to a listener with --exec: "archctl webhook replay --failed --to ${LOCAL_TARGET}".`,
  });

import { visible } from '../../base/text/escape.js';
import type { InspectedRow } from '../../webhooks/inspect/types.js';

/** Name of the resource, or its id. */
export const titleOf = ({ name, resourceId, result }: InspectedRow): string =>
  visible(name ?? resourceId ?? (result === 'rejected' ? 'Rejected request' : ''));

/** Local time of day. */
export const clock = (at: string): string => new Date(at).toLocaleTimeString('en-GB');

export const pluralize = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Result of the verification, and whether the event is a duplicate. */
export function ResultBadge({ row: { result, duplicate } }: { row: InspectedRow }) {
  const marks = { verified: 'good', unverified: 'fair', rejected: 'bad' } as const;
  return (
    <>
      <span class={`verdict ${marks[result]}`}>{result}</span>
      {duplicate && <span class="verdict fair">duplicate</span>}
    </>
  );
}

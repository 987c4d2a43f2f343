import { lineOf } from '../../../terminal/line.js';
import type { LineContext } from '../../../terminal/types.js';
import { changesOf, describeChange } from '../../../webhooks/build/diff.js';
import { shortId } from '../../../webhooks/event-store/event-id.js';
import { hasSucceeded } from '../../../webhooks/forward/succeeded.js';
import type { EventRecord, ExecutedRecord, ForwardedRecord, WebhookRecord } from '../../../webhooks/types.js';

/** One line for people per listener record; `full` adds whole events below it. */
export const webhookLine =
  (full: boolean) =>
  (record: WebhookRecord, context: LineContext): string => {
    const { palette, safe } = context;
    const at = palette.dim(timeOf(record, context));
    switch (record.type) {
      case 'ready': {
        const address = record.publicUrl
          ? `${safe(record.publicUrl)}, which forwards to ${safe(record.url)}`
          : safe(record.url);
        const unverified = record.verifies ? '' : palette.yellow(' UNVERIFIED: no secret is configured.');
        return `${palette.green('✓')} Listening on ${palette.bold(address)}.${unverified}`;
      }
      case 'event':
        return [eventLine(record, context), ...(full ? [wholeEvent(record, context)] : [])].join('\n');
      case 'rejected':
        return lineOf(
          [
            { text: timeOf(record, context), paint: palette.dim },
            { text: `✗ ${record.status ?? '-'}`, paint: palette.red },
            { text: safe(record.reason), paint: palette.bold },
            { text: safe(record.message) },
            { text: record.remoteAddress ? safe(`from ${record.remoteAddress}`) : '', paint: palette.dim },
          ],
          widthOf(context),
        );
      case 'forwarded':
        return outcomeLine(record, context, {
          what: `→ ${record.target}`,
          result: String(record.status ?? '-'),
        });
      case 'executed':
        return outcomeLine(record, context, {
          what: `$ ${record.command}`,
          result: String(record.exitCode ?? '-'),
        });
      case 'dropped':
        return `${at}  ${palette.yellow('dropped')} ${record.count} for ${safe(record.target)} (${record.reason}; ${record.total} in all)`;
      case 'closing':
        return closingLine(record, context);
    }
  };

/** Local time for people, RFC 3339 in a pipe. */
const timeOf = ({ at }: WebhookRecord, { interactive, clock }: LineContext): string =>
  interactive ? clock(at) : at;

/** Lines are truncated only on a terminal. */
const widthOf = ({ interactive, width }: LineContext): number =>
  interactive ? width : Number.POSITIVE_INFINITY;

function eventLine(record: EventRecord, context: LineContext): string {
  const { palette, safe } = context;
  const changes = changesOf(record.event, { limit: 3 }).map((change) => safe(describeChange(change)));
  const unknown = record.unknown.map((field) => ({ text: safe(`unknown ${field}`), paint: palette.yellow }));
  return lineOf(
    [
      { text: timeOf(record, context), paint: palette.dim },
      { text: shortId(record.id), paint: palette.dim },
      record.verified ? { text: '✓', paint: palette.green } : { text: 'UNVERIFIED', paint: palette.yellow },
      { text: safe(record.collection) },
      { text: safe(record.operation), paint: palette.bold },
      { text: safe(nameOf(record) || record.resourceId), maxWidth: 32 },
      { text: record.duplicate ? 'duplicate' : '', paint: palette.yellow },
      ...unknown,
      { text: changes.join(', ') },
    ],
    widthOf(context),
  );
}

/** Outcome of forwarding an event: the event, the target and the result. */
function outcomeLine(
  record: ForwardedRecord | ExecutedRecord,
  context: LineContext,
  { what, result }: { what: string; result: string },
): string {
  const { palette, safe } = context;
  return lineOf(
    [
      { text: timeOf(record, context), paint: palette.dim },
      { text: shortId(record.id), paint: palette.dim },
      { text: result, paint: hasSucceeded(record) ? palette.green : palette.red },
      { text: `${record.ms} ms` },
      { text: safe(what) },
      { text: safe(record.error ?? ''), paint: palette.red },
    ],
    widthOf(context),
  );
}

function nameOf({ event }: EventRecord): string {
  const name = (event.after ?? event.before)?.name;
  return typeof name === 'string' ? name : '';
}

function wholeEvent(record: EventRecord, { palette, safe }: LineContext): string {
  const lines = JSON.stringify(record.event, undefined, 2).split('\n').map(safe);
  return lines
    .map(
      (line) =>
        `    ${line.replace(/^(\s*)("[^"]*":)/, (_, indent: string, key: string) => `${indent}${palette.cyan(key)}`)}`,
    )
    .join('\n');
}

function closingLine(
  { counts, reason, message }: Extract<WebhookRecord, { type: 'closing' }>,
  { palette, safe }: LineContext,
): string {
  const parts = Object.entries({
    events: counts.events,
    duplicates: counts.duplicates,
    unverified: counts.unverified,
    rejected: counts.rejected,
    forwarded: counts.forwarded,
    'forwards failed': counts.forwardFailed,
    executed: counts.executed,
    'programs failed': counts.executeFailed,
    'programs cut': counts.executeCut,
    undelivered: counts.undelivered,
    dropped: counts.dropped,
    pruned: counts.pruned,
    'connections refused': counts.connectionsRefused,
  })
    .filter(([name, count]) => count > 0 || name === 'events')
    .map(([name, count]) => `${count} ${count === 1 ? name.replace(/s(?= |$)/, '') : name}`);
  return palette.dim(`Closed (${reason}${message ? `: ${safe(message)}` : ''}): ${parts.join(', ')}.`);
}

import type { LineContext } from '../../../terminal/types.js';
import { changesOf, describeChange } from '../../../webhooks/craft/diff.js';
import type { EventRecord, WebhookRecord } from '../../../webhooks/types.js';

/** One line for people about each thing a listener tells; `full` shows whole events below it. */
export const webhookLine =
  (full: boolean) =>
  (record: WebhookRecord, context: LineContext): string => {
    const { palette, safe } = context;
    const at = palette.dim(context.interactive ? record.at.slice(11, 19) : record.at);
    switch (record.type) {
      case 'ready': {
        const address = record.publicUrl
          ? `${safe(record.publicUrl)}, which leads to ${safe(record.url)}`
          : safe(record.url);
        const unverified = record.verifies ? '' : palette.yellow(' UNVERIFIED: there is no secret.');
        return `${palette.green('✓')} Listening on ${palette.bold(address)}.${unverified}`;
      }
      case 'event':
        return [`${at}  ${eventLine(record, context)}`, ...(full ? [wholeEvent(record, context)] : [])].join(
          '\n',
        );
      case 'rejected':
        return `${at}  ${palette.red('✗')} ${record.status ?? '-'} ${palette.bold(record.reason)}  ${safe(record.message)}${record.remoteAddress ? palette.dim(` from ${safe(record.remoteAddress)}`) : ''}`;
      case 'forwarded': {
        const good = record.status !== null && record.status < 400;
        const status = good
          ? palette.green(String(record.status))
          : palette.red(String(record.status ?? '-'));
        return `${at}    → ${safe(record.target)}  ${status}  ${record.ms} ms${record.error ? `  ${palette.red(safe(record.error))}` : ''}`;
      }
      case 'executed': {
        const good = record.exitCode === 0;
        const code = good ? palette.green('0') : palette.red(String(record.exitCode ?? '-'));
        return `${at}    $ ${safe(record.command)}  ${code}  ${record.ms} ms${record.error ? `  ${palette.red(safe(record.error))}` : ''}`;
      }
      case 'dropped':
        return `${at}  ${palette.yellow('dropped')} ${record.count} for ${safe(record.target)} (${record.reason}; ${record.total} in all)`;
      case 'closing':
        return closingLine(record, context);
    }
  };

function eventLine(record: EventRecord, { palette, safe }: LineContext): string {
  const mark = record.verified ? palette.green('✓') : palette.yellow('UNVERIFIED');
  const notes = [
    record.duplicate ? palette.yellow('duplicate') : '',
    ...record.unknown.map((field) => palette.yellow(`unknown ${field}`)),
  ].filter(Boolean);
  const changes = changesOf(record.event, { limit: 3 }).map((change) => safe(describeChange(change)));
  return [
    mark,
    safe(record.collection),
    palette.bold(safe(record.operation)),
    safe(record.resourceId),
    palette.dim(safe(record.landscapeId ?? '-')),
    ...notes,
    changes.length > 0 ? changes.join(', ') : safe(nameOf(record)),
  ]
    .filter(Boolean)
    .join('  ');
}

/** What was created or deleted, by its name. */
function nameOf({ event }: EventRecord): string {
  const name = (event.after ?? event.before)?.name;
  return typeof name === 'string' ? JSON.stringify(name) : '';
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
    dropped: counts.dropped,
    pruned: counts.pruned,
    'connections refused': counts.connectionsRefused,
  })
    .filter(([name, count]) => count > 0 || name === 'events')
    .map(([name, count]) => `${count} ${count === 1 ? name.replace(/s(?= |$)/, '') : name}`);
  return palette.dim(`Closed (${reason}${message ? `: ${safe(message)}` : ''}): ${parts.join(', ')}.`);
}

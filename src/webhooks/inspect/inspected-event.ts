import { isUtf8 } from 'node:buffer';
import { changesOf } from '../build/diff.js';
import { pairsOf } from '../event-store/frame.js';
import { parseEvent } from '../parse-event.js';
import { failure } from '../signature.js';
import type { EventFacts, HeaderList, StoredEvent } from '../types.js';
import type { LoggedDelivery } from './delivery-log.js';
import { type RedactText, rowOfEvent } from './row.js';
import type { InspectedEvent } from './types.js';

/** Removes secrets from the parts of a request. */
export interface Redaction {
  text: RedactText;
  url(url: string): string;
  header(name: string, value: string): string;
}

/** An event of the store, for the page. */
export function inspectStored(event: StoredEvent, redaction: Redaction): InspectedEvent {
  const row = rowOfEvent(event, event.body, redaction.text);
  const explanation = explanationOf(event);
  return { row, explanation, canReplay: true, ...requestParts(event, factsOf(event), redaction) };
}

/** A delivery in memory, for the page. */
export function inspectLogged(delivery: LoggedDelivery, redaction: Redaction): InspectedEvent {
  const { record } = delivery;
  const request = delivery.request && { ...delivery.request, headers: pairsOf(delivery.request.rawHeaders) };
  const row = delivery.row();
  if (record.type === 'event')
    return {
      ...{ row, explanation: explanationOf(record), canReplay: request !== undefined },
      ...requestParts(request, factsOf(record), redaction),
    };
  const facts: Fact[] = [
    ['Response', record.status === null ? 'none' : String(record.status)],
    ['Sender', record.remoteAddress ?? ''],
  ];
  return {
    ...{ row, explanation: redaction.text(record.message), canReplay: false },
    ...requestParts(request, facts, redaction),
  };
}

type Fact = readonly [label: string, value: string];

interface RequestParts {
  method: string;
  path: string;
  headers: HeaderList;
  body: Uint8Array;
}

function requestParts(
  request: RequestParts | undefined,
  facts: readonly Fact[],
  redaction: Redaction,
): Pick<InspectedEvent, 'facts' | 'headers' | 'body' | 'changes' | 'versionChanges'> {
  const shown = (list: readonly Fact[]): Fact[] =>
    list.filter(([, value]) => value !== '').map(([label, value]) => [label, redaction.text(value)]);
  if (!request) return { facts: shown(facts), headers: [], body: null, changes: [], versionChanges: [] };
  const body = redactBody(Buffer.from(request.body), redaction.text);
  const parsed = parseEvent(body);
  const changes = parsed.ok ? changesOf(parsed.event) : [];
  const paths = new Set(changes.map(({ path }) => path));
  const all = parsed.ok ? changesOf(parsed.event, { all: true }) : [];
  return {
    facts: [...shown(facts), ['Request', `${request.method} ${redaction.url(request.path)}`]],
    headers: request.headers.map(([name, value]) => [redaction.text(name), redaction.header(name, value)]),
    body: body.toString('base64'),
    changes,
    versionChanges: all.filter(({ path }) => !paths.has(path)),
  };
}

/** The same bytes, except for secrets. */
function redactBody(body: Buffer, redact: RedactText): Buffer {
  const encoding = isUtf8(body) ? 'utf8' : 'latin1';
  return Buffer.from(redact(body.toString(encoding)), encoding);
}

const factsOf = (event: EventFacts): Fact[] => [
  ['Resource', event.resourceId],
  ['Landscape', event.landscapeId ?? ''],
  ['Organization', event.organizationId],
  ['Subscription', event.subscriptionId],
  ['Signed at', timeOf(event.timestamp)],
  ['Undocumented values', event.unknown.join(', ')],
  ['Event', event.id],
];

const timeOf = (seconds: number | null): string => {
  const date = new Date((seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

function explanationOf({ verified, secretName, unverifiedReason, duplicate }: EventFacts): string {
  const result = verified
    ? `The signature matches the secret "${secretName}".`
    : unverifiedReason === undefined
      ? 'The signature was not checked, because no secret was configured.'
      : reasonText(unverifiedReason);
  const again = 'Subscription, timestamp and signature are those of an earlier delivery.';
  return duplicate ? `${result} ${again}` : result;
}

function reasonText(reason: Parameters<typeof failure>[0]): string {
  if (reason === 'stale') return 'The timestamp is too far in the past.';
  if (reason === 'future') return 'The timestamp is too far in the future.';
  return failure(reason).message;
}

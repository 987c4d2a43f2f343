import { ArchctlError, usageError } from '../../../base/errors.js';
import { withScheme } from '../../../base/network/typed-address.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import { systemClock } from '../../../client/send/clock.js';
import { isDelivered } from '../../../contract/webhook.js';
import type { Delivery, SendResult } from '../../../webhooks/forward/send.js';

/** A delivery to send. */
export interface PlannedDelivery {
  url: URL;
  /** Called just before sending, because the signature includes the current time. */
  create: () => Delivery;
  /** Id of the stored event. */
  id?: string;
}

export interface SendPlan {
  deliveries: readonly PlannedDelivery[];
  /** Deliveries per second (default: as fast as they are answered). */
  rate: number | undefined;
  /** Deliberate fault; a rejection is then the expected result. */
  broken?: string | undefined;
  /** Whether the deliveries go to several addresses, which are listed. */
  showsTarget?: boolean;
  /** Called after each delivery. */
  onSent?: (index: number, result: SendResult) => void;
}

interface SentDelivery {
  id?: string;
  target?: string;
  status: number | null;
  ms: number;
  error?: string;
  answer: string;
}

/** Parses an http(s) address; `where` names its origin in the error. */
export function targetUrl(given: string, where = 'Option --to'): URL {
  const address = withScheme(given);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw usageError(`${where}: "${given}" is not an http(s) address.`);
  }
  return url;
}

/** Sends deliveries one after the other and lists the responses; the exit code shows whether all were as expected. */
export async function sendDeliveries(
  context: Context,
  { deliveries, rate, broken, showsTarget = false, onSent }: SendPlan,
): Promise<Outcome> {
  const { world, parsed } = context;
  if (parsed.globals.dryRun) {
    const [first] = deliveries;
    const delivery = first?.create();
    const headers = Object.fromEntries(delivery?.headers ?? []);
    const record = {
      method: delivery?.method,
      url: first?.url.href,
      headers,
      body: Buffer.from(delivery?.body ?? []).toString('utf8'),
    };
    return {
      kind: 'record',
      record,
      columns: [{ key: 'method' }, { key: 'url', header: 'URL' }, { key: 'headers' }, { key: 'body' }],
    };
  }
  const { sender } = await import('../../../webhooks/forward/send.js');
  const wire = sender();
  const sleep = world.sleep ?? systemClock.sleep;
  const items: SentDelivery[] = [];
  try {
    for (const [index, { url, create, id }] of deliveries.entries()) {
      if (index > 0 && rate !== undefined) await sleep(1000 / rate, world.signal);
      const result = await wire.send({
        url,
        delivery: create(),
        signal: world.signal,
        ...(parsed.globals.timeout === undefined ? {} : { timeoutMs: parsed.globals.timeout * 1000 }),
      });
      world.signal.throwIfAborted();
      onSent?.(index, result);
      const { status, ms, error, answer } = result;
      items.push({
        ...(id ? { id } : {}),
        ...(showsTarget ? { target: `${url.origin}${url.pathname}` } : {}),
        ...{ status, ms, answer },
        ...(error ? { error } : {}),
      });
    }
  } finally {
    wire.close();
  }
  const failure = failureOf(items, broken);
  return {
    kind: 'list',
    items,
    columns: [
      ...(deliveries.some(({ id }) => id)
        ? [{ key: 'id', header: 'Event', kind: 'id' as const, priority: 1 as const }]
        : []),
      ...(showsTarget ? [{ key: 'target', priority: 2 as const }] : []),
      { key: 'status', header: 'Answer', priority: 1 },
      { key: 'ms', header: 'Milliseconds', kind: 'number', priority: 2 },
      { key: 'error', priority: 1 },
      { key: 'answer', header: 'Body', priority: 3 },
    ],
    ...(failure ? { failure } : {}),
  };
}

const SECRETS =
  'A 401 usually means that the server has another secret. "archctl webhook secret list" lists the saved ones; --secret-file uses another.';

const REDIRECT =
  'A redirect is not followed: only a 2xx status acknowledges an event. Send to the address in its Location header.';

function failureOf(items: readonly SentDelivery[], broken: string | undefined): ArchctlError | undefined {
  const silent = items.find((it) => it.status === null);
  if (silent) return new ArchctlError('unavailable', silent.error ?? 'No response.');
  const accepted = items.filter((it) => isDelivered(it.status)).length;
  if (broken !== undefined) {
    return accepted === 0
      ? undefined
      : new ArchctlError(
          'check',
          `${accepted} of ${items.length} events with a broken ${broken} were accepted.`,
        );
  }
  const refused = items.length - accepted;
  if (refused === 0) return undefined;
  const ofWhich = items.length === 1 ? 'The event was' : `${refused} of ${items.length} events were`;
  const isUnsigned = items.some(({ status }) => status === 401);
  const isRedirected = items.some(({ status }) => status !== null && status >= 300 && status < 400);
  const hint = isUnsigned ? SECRETS : isRedirected ? REDIRECT : undefined;
  return new ArchctlError('refused', `${ofWhich} refused.`, hint === undefined ? {} : { hint });
}

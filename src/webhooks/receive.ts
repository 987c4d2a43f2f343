import { checkOptions, NUMBER, type OptionTypes, POSITIVE, TEXT } from '../base/check-options.js';
import { ArchctlError, isArchctlError, toArchctlError, usageError } from '../base/errors.js';
import { signatureHeaders, TOLERANCE_SECONDS } from '../contract/webhook.js';
import type { WebhookEvent } from '../contract/webhook-event.js';
import { parseEvent } from './parse-event.js';
import { readBody, rejection, tooLarge } from './read-body.js';
import { checkHeaders, namedSecrets, type Verification, type VerifyInput } from './signature.js';
import { verify } from './web-signature.js';

/**
 * A request of a server: a Fetch API `Request`, Node's `IncomingMessage`, the request of Express or Fastify, or an object
 * with these fields.
 */
export interface WebhookRequest {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** Headers: a `Headers` object, or values by lower-case name. */
  readonly headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Raw body as bytes, text or stream. Without it, the request itself is read as a stream. */
  readonly body?: unknown;
}

/** Options of `receive`. */
export interface ReceiveOptions {
  /** Maximum size of a body in bytes. Default: 1 MiB. */
  maxBytes?: number;
  /** Maximum difference between timestamp and clock, in seconds. Default: 300 (docs/service.md#signature). */
  toleranceSeconds?: number;
  /** Time of the check, as Unix time in seconds. Default: now. */
  now?: number;
  /** Prefix of the signature headers. Default: `X-Service`. */
  headerPrefix?: string;
}

const OPTIONS: OptionTypes<ReceiveOptions> = {
  maxBytes: NUMBER,
  toleranceSeconds: POSITIVE,
  now: NUMBER,
  headerPrefix: TEXT,
};

/** A verified event. */
export interface ReceivedEvent {
  /** The event. */
  event: WebhookEvent;
  /** Name of the secret that signed it. */
  secretName: string;
  /** Signed Unix time in seconds. */
  timestamp: number;
}

/** Maximum size of a body, as in `webhook listen`. */
const MAX_BYTES = 1_048_576;

/**
 * Reads, verifies and parses the event of a request. Headers are checked before the body is read.
 *
 * Rejects with an `ArchctlError` only. Its `facts.status` is the status to respond with: 401 for a delivery that is not
 * verified, 400, 405 or 413 for other requests, and 500 for a mistake of the handler. `facts.code` is the cause, for
 * example `stale`. Neither the error nor its message contains a secret.
 *
 * @param secrets Old and new secrets are accepted during a rotation.
 * @throws ArchctlError `auth` for a delivery that is not verified, `refused` for one that is not an event or too large,
 * `unavailable` if the sender closed the connection, `usage` for a blank secret or a body that a parser has replaced.
 */
export async function receive(
  request: WebhookRequest,
  secrets: VerifyInput['secrets'],
  options: ReceiveOptions = {},
): Promise<ReceivedEvent> {
  try {
    return await receiveEvent(request, secrets, options);
  } catch (error) {
    const { kind, message, facts } = toArchctlError(error);
    throw facts.status === undefined ? new ArchctlError(kind, message, { ...facts, status: 500 }) : error;
  }
}

/** Returns the status to respond with after an error: that of `receive`, otherwise 500. */
export const statusOf = (error: unknown): number => (isArchctlError(error) && error.facts.status) || 500;

async function receiveEvent(
  request: WebhookRequest,
  secrets: VerifyInput['secrets'],
  given: ReceiveOptions,
): Promise<ReceivedEvent> {
  const header = headerReader(request);
  const { maxBytes = MAX_BYTES, headerPrefix, ...options } = checkOptions('receive', given, OPTIONS);
  const names = signatureHeaders(headerPrefix);
  const named = namedSecrets(secrets);
  if (named.length === 0) throw usageError('No signing secret was passed to receive.');
  if (request.method !== undefined && request.method !== 'POST')
    throw rejection(405, 'method', 'Events must be sent with POST.');

  const signature = header(names.signature);
  const timestamp = header(names.timestamp);
  const { now = Date.now() / 1000, toleranceSeconds = TOLERANCE_SECONDS } = options;
  const checked = checkHeaders({ signature, timestamp, now, toleranceSeconds });
  if (!checked.ok) throw unverified(checked);

  if (Number(header('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const body = await readBody(request, maxBytes);
  const verified = await verify({ secrets: named, signature, timestamp, body, now, toleranceSeconds });
  if (!verified.ok) throw unverified(verified);
  const parsed = parseEvent(body);
  // The message of a JSON parser quotes the body, which could contain control characters.
  if (!parsed.ok && parsed.reason === 'not-json')
    throw rejection(400, 'not-json', 'The body is not valid JSON.');
  if (!parsed.ok) throw rejection(400, parsed.reason, parsed.message);
  return { event: parsed.event, secretName: verified.secret, timestamp: verified.timestamp };
}

/** Error for a delivery with a signature that is missing or wrong. */
const unverified = ({ reason, message }: Extract<Verification, { ok: false }>): ArchctlError =>
  new ArchctlError('auth', message, { reason: 'unauthorized', status: 401, code: reason });

/** Returns a function that reads a header; repeated ones are joined, and then malformed. */
function headerReader(request: WebhookRequest): (name: string) => string | undefined {
  const { headers } = (request ?? {}) as Partial<WebhookRequest>;
  if (typeof headers !== 'object' || headers === null)
    throw usageError('The first argument of receive is not a request: it has no headers.', {
      hint: 'Pass the request of the server; with Hono, `context.req.raw`.',
    });
  if (typeof headers.get === 'function') {
    const { get } = headers;
    return (name) => get.call(headers, name) ?? undefined;
  }
  const values = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  return (name) => {
    const value = values[name.toLowerCase()];
    return typeof value === 'object' ? value.join(', ') : value;
  };
}

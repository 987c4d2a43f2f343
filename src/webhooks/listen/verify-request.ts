import { type SignatureHeaders, TOLERANCE_SECONDS } from '../../contract/webhook.js';
import type { WebhookEvent } from '../../contract/webhook-event.js';
import { matchingSecrets } from '../node-signature.js';
import { type ParsedBody, parseBody } from '../parse-event.js';
import { checkHeaders, chooseSecret, type FailureReason, failure, type Secret } from '../signature.js';
import type { RejectReason } from '../types.js';

/** A received request with its complete body. */
export interface IncomingDelivery {
  method: string;
  /** Path and query as requested. */
  url: string;
  /** By lower-case name, repeated ones joined, as returned by Node. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  body: Buffer;
}

/** Conditions for accepting a request. */
export interface VerifyRules {
  path: string;
  secrets: readonly Secret[];
  /** Names of the signature headers in lower case, as in Node. */
  headers: SignatureHeaders;
  toleranceSeconds?: number | undefined;
  allowUnverified?: boolean | undefined;
}

export interface Accepted {
  ok: true;
  event: WebhookEvent;
  /** The body as text, if it is the JSON of exactly this event. */
  text: string | undefined;
  verified: boolean;
  secretName: string | null;
  unverifiedReason?: FailureReason;
  timestamp: number | null;
  signature: string | null;
}

export interface Rejected {
  ok: false;
  status: number;
  reason: RejectReason;
  message: string;
}

const reject = (status: number, reason: RejectReason, message: string): Rejected => ({
  ok: false,
  status,
  reason,
  message,
});

/**
 * Checks a request of an allowed size: method, path, headers, timestamp, signature, content type, JSON and schema, in
 * this order. Every failed signature check gets 401; its reason is reported locally only.
 */
export function verifyRequest(
  request: IncomingDelivery,
  rules: VerifyRules,
  nowSeconds: number,
): Accepted | Rejected {
  const { method, url, headers } = request;
  if (method !== 'POST') return reject(405, 'method', `Events must be sent with POST, not ${method}.`);
  if (pathOf(url) !== rules.path)
    return reject(404, 'path', `Events must be sent to ${rules.path}, not ${pathOf(url)}.`);
  const checked = authenticate(request, rules, nowSeconds);
  if (!checked.ok && !rules.allowUnverified) return reject(401, checked.reason, checked.message);
  if (!checked.ok && headers.origin !== undefined)
    return reject(
      403,
      'browser',
      'Requests from web pages are rejected while unverified events are allowed.',
    );
  if (!isJson(one(headers['content-type'])))
    return reject(415, 'content-type', 'The content type is not application/json.');
  const parsed = checked.parsed();
  if (!parsed.ok) return reject(400, parsed.reason, parsed.message);
  const { event, text } = parsed;
  if (checked.ok) {
    const { timestamp, signature, secretName } = checked;
    return { ok: true, event, text, verified: true, secretName, timestamp, signature };
  }
  const unverified = { ok: true, event, text, verified: false, secretName: null } as const;
  const reason = rules.secrets.length > 0 ? { unverifiedReason: checked.reason } : {};
  return { ...unverified, ...reason, timestamp: null, signature: null };
}

type Authentic =
  | { ok: true; secretName: string; timestamp: number; signature: string; parsed: () => ParsedBody }
  | { ok: false; reason: FailureReason; message: string; parsed: () => ParsedBody };

function authenticate({ headers, body }: IncomingDelivery, rules: VerifyRules, now: number): Authentic {
  let result: ParsedBody | undefined;
  const parsed = () => {
    result ??= parseBody(body);
    return result;
  };
  const signature = one(headers[rules.headers.signature]);
  const timestamp = one(headers[rules.headers.timestamp]);
  const toleranceSeconds = rules.toleranceSeconds ?? TOLERANCE_SECONDS;
  const checked = checkHeaders({ signature, timestamp, now, toleranceSeconds });
  if (!checked.ok) return { ...checked, parsed };
  const matching = matchingSecrets(rules.secrets, checked, body);
  const secret = chooseSecret(matching, () => {
    const event = parsed();
    return event.ok ? event.event.subscriptionId : undefined;
  });
  if (!secret) return { ...failure(matching.length > 0 ? 'other-subscription' : 'mismatch'), parsed };
  return {
    ok: true,
    secretName: secret.name,
    timestamp: checked.seconds,
    signature: signature ?? '',
    parsed,
  };
}

const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.join(', ');

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/json[ \t]*(;|$)/i.test(contentType);

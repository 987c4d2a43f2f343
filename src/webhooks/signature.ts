import { createHmac, timingSafeEqual } from 'node:crypto';
import { usageError } from '../base/errors.js';
import { TOLERANCE_SECONDS } from '../contract/webhook.js';

/** A signing secret of a subscription (docs/service.md#subscriptions). */
export interface Secret {
  /** Told when it was the one that matched. */
  name: string;
  secret: string;
  /** Good for this subscription's events only. */
  subscriptionId?: string | undefined;
}

export type FailureReason =
  | 'missing-signature'
  | 'missing-timestamp'
  | 'malformed-timestamp'
  | 'malformed-signature'
  | 'stale'
  | 'future'
  | 'mismatch'
  /** The only secrets that match belong to another subscription. */
  | 'other-subscription';

export type Verification =
  | { ok: true; secret: string; timestamp: number }
  | {
      ok: false;
      reason: FailureReason;
      /** One sentence, without the expected signature. */
      message: string;
      /** Seconds the timestamp lies behind (positive) or ahead (negative) of now, where there is one. */
      ageSeconds?: number;
    };

export interface SignInput {
  secret: string;
  /** Unix time in seconds. */
  timestamp: number | string;
  /** The raw body. */
  body: Uint8Array | string;
}

/** As `IncomingMessage.headers` and `Headers.get` have it. */
export type HeaderValue = string | readonly string[] | null | undefined;

export interface VerifyInput {
  /** One secret, or several: while one is rotated, old and new are accepted. */
  secrets: string | readonly (string | Secret)[];
  /** Value of the signature header; as Node gives it, several where it was sent twice, which are refused. */
  signature: HeaderValue;
  /** Value of the timestamp header. */
  timestamp: HeaderValue;
  /** The raw body, before any parser saw it. */
  body: Uint8Array | string;
  /** Unix time in seconds; now unless told. */
  now?: number;
  /** Five minutes unless told (docs/service.md#signature). */
  toleranceSeconds?: number;
}

/**
 * Lowercase hex of the HMAC-SHA256 of `timestamp.rawBody` (docs/service.md#signature).
 * @throws ArchctlError `usage` for a secret that is blank or missing.
 */
export function sign({ secret, timestamp, body }: SignInput): string {
  if (isBlank(secret)) throw usageError('The signing secret is empty or missing.', { hint: BLANK_HINT });
  return digest(secret, String(timestamp), body);
}

/**
 * Empty, white space only or no text at all: a key that anybody knows. HMAC fills a key up with zeros (RFC 2104, 2), so
 * that one of zeros alone is the empty one.
 */
export const isBlank = (secret: unknown): boolean => typeof secret !== 'string' || !/[^\s\0]/.test(secret);

const BLANK_HINT = 'The service shows the secret once, when the subscription is made.';

/**
 * Secrets as they may be used. A blank one must never verify anything, and whoever gave it must hear of it before the
 * first delivery.
 * @param from Where they come from, for the message.
 * @throws ArchctlError `usage` where one is blank, missing or no secret, or where there is no list.
 */
export function usableSecrets(secrets: readonly Secret[], from = ''): readonly Secret[] {
  if (!Array.isArray(secrets)) throw usageError(`The signing secrets${from} are not a list.`);
  for (const [at, it] of (secrets as readonly Partial<Secret | null>[]).entries()) {
    if (!isBlank(it?.secret)) continue;
    const name = typeof it?.name === 'string' ? `"${it.name}"` : `number ${at + 1}`;
    throw usageError(`The signing secret ${name}${from} is empty or missing.`, { hint: BLANK_HINT });
  }
  return secrets;
}

/** In hex, which costs less than bytes of their own: a listener does it for each event. */
const digest = (secret: string, timestamp: string, body: Uint8Array | string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/** Whether two texts of ASCII and the same length are equal, in constant time. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'));

/**
 * Checks one delivery: both headers there and well formed, the timestamp within the tolerance (a difference of
 * exactly the tolerance passes), the signature equal in constant time to that of one of the secrets.
 * @throws ArchctlError `usage` for a secret that is empty, white space only or missing.
 */
export function verify(input: VerifyInput): Verification {
  const { body } = input;
  const secrets = namedSecrets(input.secrets);
  const checked = checkHeaders({
    signature: single(input.signature),
    timestamp: single(input.timestamp),
    now: input.now ?? Date.now() / 1000,
    toleranceSeconds: input.toleranceSeconds ?? TOLERANCE_SECONDS,
  });
  if (!checked.ok) return checked;
  const matching = matchingSecrets(secrets, checked, body);
  const secret = chooseSecret(matching, () => subscriptionOf(body));
  if (secret === undefined) return failure(matching.length > 0 ? 'other-subscription' : 'mismatch');
  return { ok: true, secret: secret.name, timestamp: checked.seconds };
}

/** Secrets given without a name are called after their place: `secret-1`, `secret-2` … */
export function namedSecrets(secrets: VerifyInput['secrets']): Secret[] {
  const list: readonly (string | Secret | undefined)[] = Array.isArray(secrets) ? secrets : [secrets];
  return list.map((it, at) => {
    const named = typeof it === 'string' ? { name: `secret-${at + 1}`, secret: it } : it;
    // An environment variable that is not set must not become a secret that anybody knows.
    if (named === undefined || isBlank(named?.secret))
      throw usageError('A signing secret is empty or missing.');
    return named;
  });
}

/** Repeated headers as one value, which is then malformed. */
const single = (value: HeaderValue): string | null | undefined =>
  typeof value === 'object' ? value?.join(', ') : value;

export interface HeaderCheck {
  signature: string | null | undefined;
  timestamp: string | null | undefined;
  now: number;
  toleranceSeconds: number;
}

/** A pair of headers that is well formed and in time. */
export interface SignedAt {
  ok: true;
  /** As it was sent, which is what was signed. */
  timestamp: string;
  seconds: number;
  /** 64 digits of lowercase hex. */
  signature: string;
}

type Failure = Extract<Verification, { ok: false }>;

/** Everything that can be said before the body is looked at. */
export function checkHeaders({
  signature,
  timestamp,
  now,
  toleranceSeconds,
}: HeaderCheck): SignedAt | Failure {
  if (!signature) return failure('missing-signature');
  if (!timestamp) return failure('missing-timestamp');
  if (!/^\d{1,15}$/.test(timestamp)) return failure('malformed-timestamp');
  if (!/^[0-9a-f]{64}$/.test(signature)) return failure('malformed-signature');
  const seconds = Number(timestamp);
  const ageSeconds = Math.floor(now) - seconds;
  if (ageSeconds > toleranceSeconds) return { ...failure('stale', ageSeconds, toleranceSeconds), ageSeconds };
  if (-ageSeconds > toleranceSeconds)
    return { ...failure('future', ageSeconds, toleranceSeconds), ageSeconds };
  return { ok: true, timestamp, seconds, signature };
}

/** Every secret the body was signed with. All are tried, so that the time tells nothing. */
export const matchingSecrets = (
  secrets: readonly Secret[],
  { signature, timestamp }: Pick<SignedAt, 'signature' | 'timestamp'>,
  body: Uint8Array | string,
): Secret[] => secrets.filter(({ secret }) => isSame(digest(secret, timestamp, body), signature));

/**
 * Which of the matching secrets counts: one that is bound to the event's subscription before one that is bound to
 * none. A body that names no subscription contradicts no binding.
 */
export function chooseSecret(
  matching: readonly Secret[],
  subscription: () => string | undefined,
): Secret | undefined {
  if (matching.every((it) => it.subscriptionId === undefined)) return matching[0];
  const id = subscription();
  if (id === undefined) return matching[0];
  return (
    matching.find((it) => it.subscriptionId === id) ?? matching.find((it) => it.subscriptionId === undefined)
  );
}

function subscriptionOf(body: Uint8Array | string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
    const id = (parsed as { subscriptionId?: unknown } | null)?.subscriptionId;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

export const failure = (reason: FailureReason, age = 0, tolerance = TOLERANCE_SECONDS): Failure => ({
  ok: false,
  reason,
  message: MESSAGES[reason](Math.abs(age), tolerance),
});

const MESSAGES: Record<FailureReason, (age: number, tolerance: number) => string> = {
  'missing-signature': () => 'There is no signature header.',
  'missing-timestamp': () => 'There is no timestamp header.',
  'malformed-timestamp': () => 'The timestamp is not one whole number of seconds.',
  'malformed-signature': () => 'The signature is not one SHA-256 digest in lowercase hex.',
  stale: (age, tolerance) => `The timestamp lies ${age} s in the past; ${tolerance} s are allowed.`,
  future: (age, tolerance) => `The timestamp lies ${age} s in the future; ${tolerance} s are allowed.`,
  mismatch: () => 'The signature fits none of the secrets: another secret, or the body was changed.',
  'other-subscription': () => 'The signature fits only a secret that belongs to another subscription.',
};

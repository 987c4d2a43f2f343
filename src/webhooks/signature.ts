import { usageError } from '../base/errors.js';
import { TOLERANCE_SECONDS } from '../contract/webhook.js';

/** Signing secret of a subscription (docs/service.md#subscriptions). */
export interface Secret {
  /** Name to report if this secret matches. */
  name: string;
  /** The signing secret. */
  secret: string;
  /** Limits the secret to the events of this subscription. */
  subscriptionId?: string | undefined;
}

/** Reason why a delivery is rejected. */
export type FailureReason =
  | 'missing-signature'
  | 'missing-timestamp'
  /** Not a single whole number. */
  | 'malformed-timestamp'
  /** Not a single SHA-256 digest in lowercase hex. */
  | 'malformed-signature'
  /** The timestamp is older than the tolerance allows. */
  | 'stale'
  /** The timestamp is further in the future than the tolerance allows. */
  | 'future'
  /** Made with another secret, or for another body or timestamp. */
  | 'mismatch'
  /** Only secrets of another subscription match. */
  | 'other-subscription';

/** Result of `verify`. */
export type Verification =
  | {
      ok: true;
      /** Name of the secret that matched. */
      secret: string;
      /** Signed Unix time in seconds. */
      timestamp: number;
    }
  | {
      ok: false;
      /** Reason of the rejection. */
      reason: FailureReason;
      /** One sentence, without the expected signature. */
      message: string;
      /** Age of the timestamp in seconds, negative if it is in the future; absent without a timestamp. */
      ageSeconds?: number;
    };

/** Input of `sign`. */
export interface SignInput {
  /** The signing secret. */
  secret: string;
  /** Unix time in seconds. */
  timestamp: number | string;
  /** Raw body. */
  body: Uint8Array | string;
}

/** As returned by `IncomingMessage.headers` and `Headers.get`. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** Input of `verify`. */
export interface VerifyInput {
  /** One or more secrets: during a rotation, old and new are accepted. */
  secrets: string | readonly (string | Secret)[];
  /** Value of the signature header; a header sent twice, which Node returns as an array, is rejected. */
  signature: HeaderValue;
  /** Value of the timestamp header. */
  timestamp: HeaderValue;
  /** Raw body, before any parser. */
  body: Uint8Array | string;
  /** Time of the check, as Unix time in seconds. Default: now. */
  now?: number;
  /** Maximum difference between timestamp and `now`, in seconds. Default: 300 (docs/service.md#signature). */
  toleranceSeconds?: number;
}

/**
 * Whether a secret is empty, white space or not a string, and so can be guessed. HMAC pads keys with zeros (RFC 2104,
 * section 2), so a key of zeros equals the empty one.
 */
export const isBlank = (secret: unknown): boolean => typeof secret !== 'string' || !/[^\s\0]/.test(secret);

const BLANK_HINT = 'The service shows the secret once, when the subscription is created.';

/** @throws ArchctlError `usage` for a blank or missing secret. */
export function checkSecret(secret: unknown): void {
  if (isBlank(secret)) throw usageError('The signing secret is empty or missing.', { hint: BLANK_HINT });
}

/**
 * Validates secrets. A blank one must never verify anything, and must be reported before the first delivery.
 * @param from origin of the secrets, for the message.
 * @throws ArchctlError `usage` for a blank, missing or invalid secret, or a value that is not a list.
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

/** Names unnamed secrets by position: `secret-1`, `secret-2` … */
export function namedSecrets(secrets: VerifyInput['secrets']): Secret[] {
  const list: readonly (string | Secret | undefined)[] = Array.isArray(secrets) ? secrets : [secrets];
  return list.map((it, at) => {
    const named = typeof it === 'string' ? { name: `secret-${at + 1}`, secret: it } : it;
    // An unset environment variable must not become a secret that can be guessed.
    if (named === undefined || isBlank(named?.secret))
      throw usageError('A signing secret is empty or missing.');
    return named;
  });
}

export interface HeaderCheck {
  signature: string | null | undefined;
  timestamp: string | null | undefined;
  now: number;
  toleranceSeconds: number;
}

/** Well-formed signature headers within the tolerance. */
export interface SignedAt {
  ok: true;
  /** As sent, because this text was signed. */
  timestamp: string;
  seconds: number;
  /** 64 digits of lowercase hex. */
  signature: string;
}

type Failure = Extract<Verification, { ok: false }>;

/** Checks everything that does not depend on the body. */
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

/**
 * Selects one of the matching secrets: one bound to the event's subscription before an unbound one. A body without a
 * subscription matches any binding.
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

export const failure = (reason: FailureReason, age = 0, tolerance = TOLERANCE_SECONDS): Failure => ({
  ok: false,
  reason,
  message: MESSAGES[reason](Math.abs(age), tolerance),
});

const MESSAGES: Record<FailureReason, (age: number, tolerance: number) => string> = {
  'missing-signature': () => 'There is no signature header.',
  'missing-timestamp': () => 'There is no timestamp header.',
  'malformed-timestamp': () => 'The timestamp is not a single whole number of seconds.',
  'malformed-signature': () => 'The signature is not a single SHA-256 digest in lowercase hex.',
  stale: (age, tolerance) => `The timestamp is ${age} s in the past; at most ${tolerance} s are allowed.`,
  future: (age, tolerance) => `The timestamp is ${age} s in the future; at most ${tolerance} s are allowed.`,
  mismatch: () =>
    'The signature matches none of the secrets: it was made with another secret, or the body was changed.',
  'other-subscription': () => 'The signature matches only a secret of another subscription.',
};

import {
  ANY,
  checkOptions,
  NUMBER,
  type OptionType,
  type OptionTypes,
  POSITIVE,
  required,
} from '../base/check-options.js';
import { ArchctlError } from '../base/errors.js';
import { TOLERANCE_SECONDS } from '../contract/webhook.js';
import { checkRawBody } from './raw-body.js';
import {
  checkHeaders,
  checkSecret,
  chooseSecret,
  failure,
  type HeaderValue,
  namedSecrets,
  type SignedAt,
  type SignInput,
  type Verification,
  type VerifyInput,
} from './signature.js';

/** Algorithm of the signatures (docs/service.md#signature). */
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

const HEADER: OptionType = [
  'text or a list of texts',
  (value) => value === null || [value].flat().every((it) => typeof it === 'string'),
];
/** `namedSecrets` and `checkRawBody` check the other inputs. */
const VERIFY: OptionTypes<VerifyInput> = {
  secrets: ANY,
  signature: HEADER,
  timestamp: HEADER,
  body: ANY,
  now: NUMBER,
  toleranceSeconds: POSITIVE,
};
const SIGN: OptionTypes<SignInput> = {
  secret: ANY,
  timestamp: required([
    'text or a number from 0',
    (value) => typeof value === 'string' || (Number.isFinite(value) && Number(value) >= 0),
  ]),
  body: ANY,
};

/**
 * Returns the HMAC-SHA256 of `timestamp.rawBody` as lowercase hex (docs/service.md#signature).
 * @throws ArchctlError `usage` for a blank or missing secret, and for a body that is not raw.
 */
export async function sign(input: SignInput): Promise<string> {
  checkRawBody(input?.body, 'sign');
  checkOptions('sign', input, SIGN);
  checkSecret(input.secret);
  const key = await importKey(input.secret, 'sign');
  const digest = await webCrypto().sign(HMAC.name, key, signedBytes(String(input.timestamp), input.body));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Verifies one delivery: both headers must be present and well formed, the timestamp within the tolerance (inclusive),
 * and the signature equal, in constant time, to that of one of the secrets.
 * @throws ArchctlError `usage` for an empty, blank or missing secret, and for a body that is not raw.
 */
export async function verify(input: VerifyInput): Promise<Verification> {
  checkRawBody(input?.body, 'verify');
  checkOptions('verify', input, VERIFY);
  const secrets = namedSecrets(input.secrets);
  const checked = checkHeaders({
    signature: single(input.signature),
    timestamp: single(input.timestamp),
    now: input.now ?? Date.now() / 1000,
    toleranceSeconds: input.toleranceSeconds ?? TOLERANCE_SECONDS,
  });
  if (!checked.ok) return checked;
  const { body } = input;
  // Tries all secrets, so that timing reveals nothing.
  const results = await Promise.all(secrets.map(({ secret }) => isSignedWith(secret, checked, body)));
  const matching = secrets.filter((_, at) => results[at]);
  const secret = chooseSecret(matching, () => subscriptionOf(body));
  if (secret === undefined) return failure(matching.length > 0 ? 'other-subscription' : 'mismatch');
  return { ok: true, secret: secret.name, timestamp: checked.seconds };
}

/** Whether the signature was made with the secret. Web Crypto compares in constant time. */
async function isSignedWith(
  secret: string,
  { signature, timestamp }: SignedAt,
  body: Uint8Array | string,
): Promise<boolean> {
  const digest = Uint8Array.from(signature.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
  const key = await importKey(secret, 'verify');
  return webCrypto().verify(HMAC.name, key, digest, signedBytes(timestamp, body));
}

const importKey = (secret: string, usage: 'sign' | 'verify') =>
  webCrypto().importKey('raw', new TextEncoder().encode(secret), HMAC, false, [usage]);

/** @throws ArchctlError `unexpected` in a runtime without Web Crypto, such as a browser page over plain HTTP. */
function webCrypto() {
  const { subtle } = (globalThis as { crypto?: Partial<typeof crypto> }).crypto ?? {};
  if (!subtle)
    throw new ArchctlError('unexpected', 'This runtime does not provide Web Crypto (crypto.subtle).');
  return subtle;
}

/** Returns the bytes of `timestamp.rawBody`. */
function signedBytes(timestamp: string, body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${timestamp}.`);
  const raw =
    typeof body === 'string'
      ? new TextEncoder().encode(body)
      : new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  const bytes = new Uint8Array(head.byteLength + raw.byteLength);
  bytes.set(head);
  bytes.set(raw, head.byteLength);
  return bytes;
}

/** Joins repeated headers into one value, which is then malformed. */
const single = (value: HeaderValue): string | null | undefined =>
  typeof value === 'object' ? value?.join(', ') : value;

function subscriptionOf(body: Uint8Array | string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    const id = (parsed as { subscriptionId?: unknown } | null)?.subscriptionId;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

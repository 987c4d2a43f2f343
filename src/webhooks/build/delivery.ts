import { isUtf8 } from 'node:buffer';
import { signatureHeaders } from '../../contract/webhook.js';
import { type Delivery, endToEndHeaders } from '../forward/send.js';
import { sign } from '../node-signature.js';
import type { HeaderList } from '../types.js';

export const BREAKS = ['signature', 'timestamp', 'body', 'json', 'headers'] as const;
/** A deliberate defect of a test delivery. */
export type Break = (typeof BREAKS)[number];

export interface DeliveryInput {
  body: Uint8Array | string;
  secret: string;
  /** Unix time in seconds. */
  timestamp: number;
  headerPrefix?: string | undefined;
  /**
   * Deliberate defect, to test how a consumer rejects it: a wrong signature, a timestamp one hour old (signed), a body
   * modified after signing, a body that is not JSON (signed), or no signature headers.
   */
  break?: Break | undefined;
}

const HOUR = 3_600;

const bytesOf = (body: Uint8Array | string): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);

/** Creates a signed delivery (docs/service.md#webhooks). */
export function signedDelivery({ secret, headerPrefix, break: broken, ...input }: DeliveryInput): Delivery {
  const timestamp = broken === 'timestamp' ? input.timestamp - HOUR : input.timestamp;
  let body = bytesOf(input.body);
  if (broken === 'json') body = body.subarray(0, Math.max(1, body.byteLength - 1));
  const right = sign({ secret, timestamp, body });
  if (broken === 'body') body = Buffer.concat([body, Buffer.from(' ')]);
  const signature = broken === 'signature' ? flipLast(right) : right;
  const names = signatureHeaders(headerPrefix);
  const signed: HeaderList =
    broken === 'headers'
      ? []
      : [
          [names.signature, signature],
          [names.timestamp, String(timestamp)],
        ];
  return { method: 'POST', headers: [['Content-Type', 'application/json'], ...signed], body };
}

const flipLast = (hex: string): string => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;

export interface ReplayInput {
  method: string;
  headers: HeaderList;
  body: Uint8Array;
  /** Signs the delivery again; without it, the delivery is sent as received. */
  reSign?: { secret: string; timestamp: number; headerPrefix?: string | undefined } | undefined;
}

/** Rebuilds the delivery of a stored event without its hop-by-hop headers. */
export function replayDelivery({ method, headers, body, reSign }: ReplayInput): Delivery {
  if (!reSign) return { method, headers: endToEndHeaders(headers), body };
  const names = signatureHeaders(reSign.headerPrefix);
  const replaced = [names.signature.toLowerCase(), names.timestamp.toLowerCase(), 'content-type'];
  const others = endToEndHeaders(headers).filter(([name]) => !replaced.includes(name.toLowerCase()));
  const signed = signedDelivery({ body, ...reSign });
  return { method, headers: [...others, ...signed.headers], body };
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns a curl command for a POSIX shell that sends the delivery; it contains the signature but never the secret.
 * @param bodyFile file to read the body from instead of inlining it; required for binary bodies.
 */
export function curlCommand(url: string, { method, headers, body }: Delivery, bodyFile?: string): string {
  const data = bodyFile === undefined ? Buffer.from(body).toString('utf8') : `@${bodyFile}`;
  const parts = [
    ['curl', '-X', method, quote(url)].join(' '),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // --data-raw does not interpret a leading @; --data-binary reads the file unchanged.
    `${bodyFile === undefined ? '--data-raw' : '--data-binary'} ${quote(data)}`,
  ];
  return parts.join(' \\\n  ');
}

/** UTF-8 without control characters, which a shell argument can contain and a terminal shows. */
export const isPlainBody = (body: Uint8Array): boolean =>
  isUtf8(body) && isPlainText(Buffer.from(body).toString());

const isPlainText = (text: string): boolean =>
  !/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u.test(text);

/** Variable that the shell commands of `signedCurl` read the secret from. */
const CURL_SECRET = 'WEBHOOK_SECRET';

/** Less than the longest argument of a program on Linux, in bytes. */
const MAX_ARGUMENT = 100_000;

/** Signs stdin. Reads the secret from the environment, because other users can see the arguments of a process. */
const SIGN_STDIN = `process.stdout.write(require("crypto").createHmac("sha256",process.env.${CURL_SECRET}).update(require("fs").readFileSync(0)).digest("hex"))`;

export interface CurlInput {
  headers: HeaderList;
  body: Uint8Array;
  headerPrefix?: string | undefined;
  /** File with the body, for one that cannot be part of a command: too long, or not plain text. */
  bodyFile: string;
}

/**
 * Returns commands for a POSIX shell that sign the body as of now and send it with curl. They read the secret from the
 * variable WEBHOOK_SECRET, and contain neither a secret nor a signature.
 */
export function signedCurl(url: string, { headers, body, headerPrefix, bodyFile }: CurlInput): string {
  const names = signatureHeaders(headerPrefix);
  const replaced = [names.signature.toLowerCase(), names.timestamp.toLowerCase(), 'content-type'];
  const others = endToEndHeaders(headers).filter(
    ([name, value]) => !replaced.includes(name.toLowerCase()) && isPlainText(value),
  );
  const isInline = body.byteLength <= MAX_ARGUMENT && isPlainBody(body);
  const print = isInline ? `printf '%s' "$BODY"` : `cat ${quote(bodyFile)}`;
  const lines = [
    ...(isInline ? [`BODY=${quote(Buffer.from(body).toString('utf8'))}`] : []),
    'TIMESTAMP=$(date +%s)',
    `SIGNATURE=$({ printf '%s.' "$TIMESTAMP"; ${print}; } | ${CURL_SECRET}="$${CURL_SECRET}" node -e ${quote(SIGN_STDIN)})`,
  ];
  const curl = [
    `curl -X POST ${quote(url)}`,
    ...others.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    "-H 'Content-Type: application/json'",
    `-H "${names.signature}: $SIGNATURE"`,
    `-H "${names.timestamp}: $TIMESTAMP"`,
    isInline ? '--data-raw "$BODY"' : `--data-binary ${quote(`@${bodyFile}`)}`,
  ];
  return [...lines, curl.join(' \\\n  ')].join('\n');
}

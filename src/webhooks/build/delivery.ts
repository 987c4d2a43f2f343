import { signatureHeaders } from '../../contract/webhook.js';
import { type Delivery, endToEnd } from '../forward/send.js';
import { sign } from '../signature.js';
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
  if (!reSign) return { method, headers: endToEnd(headers), body };
  const names = signatureHeaders(reSign.headerPrefix);
  const replaced = [names.signature.toLowerCase(), names.timestamp.toLowerCase(), 'content-type'];
  const others = endToEnd(headers).filter(([name]) => !replaced.includes(name.toLowerCase()));
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

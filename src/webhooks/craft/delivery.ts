import { signatureHeaders } from '../../contract/webhook.js';
import { type Delivery, endToEnd } from '../pass-on/send.js';
import { sign } from '../signature.js';
import type { HeaderList } from '../types.js';

export const BREAKS = ['signature', 'timestamp', 'body', 'json', 'headers'] as const;
/** What is wrong with a delivery that is broken on purpose. */
export type Break = (typeof BREAKS)[number];

export interface DeliveryInput {
  body: Uint8Array | string;
  secret: string;
  /** Unix time in seconds. */
  timestamp: number;
  headerPrefix?: string | undefined;
  /**
   * Broken on purpose, so that a consumer's refusal can be seen: another signature, a timestamp of an hour ago
   * (signed), a body changed after it was signed, no JSON (signed), no signature headers.
   */
  break?: Break | undefined;
}

const HOUR = 3_600;

const bytesOf = (body: Uint8Array | string): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);

/** A signed delivery (docs/service.md#webhooks). */
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
  /** Signs it anew; without, it goes as it was received. */
  reSign?: { secret: string; timestamp: number; headerPrefix?: string | undefined } | undefined;
}

/** The delivery of a kept event, the headers between two hosts aside. */
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
 * A curl command for a POSIX shell that sends the delivery; it holds the signature and never the secret.
 * @param bodyFile Reads the body from there instead of holding it; needed for bytes that are no text.
 */
export function curlCommand(url: string, { method, headers, body }: Delivery, bodyFile?: string): string {
  const data = bodyFile === undefined ? Buffer.from(body).toString('utf8') : `@${bodyFile}`;
  const parts = [
    ['curl', '-X', method, quote(url)].join(' '),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // --data-raw takes a leading @ for what it is; --data-binary reads the file unchanged.
    `${bodyFile === undefined ? '--data-raw' : '--data-binary'} ${quote(data)}`,
  ];
  return parts.join(' \\\n  ');
}

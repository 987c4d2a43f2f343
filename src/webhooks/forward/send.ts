import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { linkedController } from '../../base/abort.js';
import { systemMachine } from '../machine.js';
import type { HeaderList, Machine } from '../types.js';

/** A request to be sent. */
export interface Delivery {
  method: string;
  headers: HeaderList;
  body: Uint8Array;
}

export interface SendResult {
  /** Null if there was no response. */
  status: number | null;
  ms: number;
  error?: string;
  /** The request timed out. */
  timedOut?: boolean;
  /** Start of the response body. */
  answer: string;
}

export interface SendOptions {
  url: URL;
  delivery: Delivery;
  /** Default: 30 s. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends deliveries over keep-alive connections. */
export interface Sender {
  /** Never rejects: errors are in `error`. Redirects are not followed. */
  send(options: SendOptions): Promise<SendResult>;
  close(): void;
}

export const SEND_TIMEOUT_MS = 30_000;
const ANSWER_BYTES = 4_096;
/** Bytes of the response body to read before the connection is closed. */
const DISCARD_BYTES = 1_048_576;

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and those that each request sets itself. */
const NOT_FORWARDED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
]);

/** Returns the end-to-end headers, with order and case unchanged. */
export function endToEndHeaders(headers: HeaderList): HeaderList {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((it) => it.trim().toLowerCase()));
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !NOT_FORWARDED.has(lower) && !named.includes(lower);
  });
}

interface Attempt extends SendOptions {
  request: typeof requestHttp;
  agent: Agent;
  signal: AbortSignal;
}

interface Answer {
  status: number;
  answer: string;
}

/** Creates a sender; it connects at the first delivery. */
export function sender(machine: Pick<Machine, 'now' | 'schedule'> = systemMachine): Sender {
  const plain = new Agent({ keepAlive: true });
  let secure: Promise<{ agent: Agent; request: typeof requestHttp }> | undefined;
  const openSecure = async () => {
    const https = await import('node:https');
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable certificate verification.
    const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: true });
    return { agent, request: https.request };
  };

  return {
    async send(options) {
      const { url, timeoutMs = SEND_TIMEOUT_MS } = options;
      const started = machine.now();
      const { controller, unlink } = linkedController(options.signal);
      let timedOut = false;
      const cancel = machine.schedule(() => {
        timedOut = true;
        controller.abort();
      }, timeoutMs);
      const elapsed = () => Math.max(0, machine.now() - started);
      try {
        if (url.protocol === 'https:') secure ??= openSecure();
        const connection = (url.protocol === 'https:' && (await secure)) || {
          agent: plain,
          request: requestHttp,
        };
        const answer = await attempt({ ...options, ...connection, signal: controller.signal });
        return { ...answer, ms: elapsed() };
      } catch (error) {
        return {
          status: null,
          ms: elapsed(),
          answer: '',
          timedOut,
          error: timedOut
            ? `No response within ${timeoutMs / 1000} s.`
            : options.signal?.aborted
              ? 'Cancelled.'
              : faultOf(error as NodeJS.ErrnoException, url),
        };
      } finally {
        cancel();
        unlink();
      }
    },
    close() {
      plain.destroy();
      void secure?.then(({ agent }) => agent.destroy());
    },
  };
}

function attempt(options: Attempt): Promise<Answer> {
  const { url, delivery, agent, request, signal } = options;
  const { method, body } = delivery;
  const headers = [
    'Host',
    url.host,
    ...endToEndHeaders(delivery.headers).flat(),
    'Content-Length',
    String(body.byteLength),
  ];
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, signal, headers: headers as never });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The peer closed an idle connection just as it was reused, so the request was not processed.
      const stale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (stale && !signal.aborted) resolve(attempt(options));
      else reject(error);
    });
    outgoing.on('response', (incoming) => {
      readAnswer(incoming).then((answer) => resolve({ status: incoming.statusCode ?? 0, answer }), reject);
    });
    outgoing.end(body);
  });
}

function readAnswer(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = () => resolve(Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8'));
    incoming.on('data', (chunk: Buffer) => {
      if (size < ANSWER_BYTES) chunks.push(chunk);
      size += chunk.byteLength;
      if (size > DISCARD_BYTES) {
        done();
        incoming.destroy();
      }
    });
    incoming.on('end', done);
    incoming.on('error', reject);
  });
}

function faultOf({ code, message }: NodeJS.ErrnoException, url: URL): string {
  if (code === 'ECONNREFUSED') return `ECONNREFUSED: is your server running on ${url.origin}?`;
  if (code === 'ENOTFOUND') return `ENOTFOUND: there is no host ${url.hostname}.`;
  return code && !message.includes(code) ? `${code}: ${message}` : message || code || 'unknown error';
}

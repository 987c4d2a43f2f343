/**
 * A server that receives webhooks like a user's own: it accepts only requests that are signed with its
 * secret.
 */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEvent } from '../../src/webhooks/parse-event.js';
import { verify } from '../../src/webhooks/web-signature.js';

export interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
}

export interface HookServer {
  /** Its address. */
  url: string;
  /** Received requests, in order. */
  received: Received[];
  /** Statuses of the next responses. */
  answers: number[];
  /** Result of the check of a request: `ok`, or the reason of the refusal. */
  reasonOf(request: Pick<Received, 'headers' | 'body'>): Promise<string>;
  close(): Promise<void>;
}

export async function hookServer(secrets: string | readonly string[], now: () => Date): Promise<HookServer> {
  const reasonOf: HookServer['reasonOf'] = async ({ headers, body }) => {
    const checked = await verify({
      secrets: [secrets].flat(),
      signature: String(headers['x-service-signature'] ?? ''),
      timestamp: String(headers['x-service-timestamp'] ?? ''),
      body,
      now: now().getTime() / 1000,
    });
    if (!checked.ok) return checked.reason;
    const event = parseEvent(body);
    return event.ok ? 'ok' : event.reason;
  };
  const [received, answers]: [Received[], number[]] = [[], []];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers, rawHeaders } = request;
    const it = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
    received.push(it);
    response.statusCode = answers.shift() ?? ((await reasonOf(it)) === 'ok' ? 200 : 401);
    response.end('thanks');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answers,
    reasonOf,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

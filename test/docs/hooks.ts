/** A server that receives webhooks as somebody's own would: it takes what is signed with the secret, and nothing else. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '../../src/webhooks/signature.js';

export interface HookServer {
  /** Where it takes them. */
  url: string;
  close(): Promise<void>;
}

export async function hookServer(secret: string, now: () => Date): Promise<HookServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const header = (name: string): string => String(request.headers[name] ?? '');
    const { ok } = verify({
      secrets: secret,
      signature: header('x-service-signature'),
      timestamp: header('x-service-timestamp'),
      body: Buffer.concat(chunks),
      now: now().getTime() / 1000,
    });
    response.writeHead(ok ? 204 : 401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A proxy server in front of a sandbox that reports every write before and after it is carried out. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Write {
  /** Number of the write since `onWrite` was set: 1, 2, 3 … */
  number: number;
  method: string;
  path: string;
  /**
   * Forwards the write; its response is returned when the test has finished with it. If it is never called,
   * the connection closes.
   */
  forward(): Promise<void>;
}

type OnWrite = (write: Write) => Promise<void> | void;

export interface WriteProxy {
  /** Address of the service behind the proxy. */
  baseUrl: string;
  /** Sets the handler of writes. By default they are forwarded. */
  onWrite(handler?: OnWrite): void;
  close(): Promise<void>;
}

const HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'content-encoding'];

/** Opens a proxy in front of the sandbox at `url`. */
export async function openWriteProxy(url: string): Promise<WriteProxy> {
  const forwardAll: OnWrite = ({ forward }) => forward();
  let [handler, count] = [forwardAll, 0];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url: path = '/' } = request;
    const headers = Object.entries(request.headers).filter(([name]) => !HOP.includes(name));
    let answer: { status: number; headers: Record<string, string>; body: Buffer } | undefined;
    const forward = async (): Promise<void> => {
      const forwarded = await fetch(new URL(path, url), {
        method,
        headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' } as Record<string, string>,
        ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
      });
      const headersToReturn = [...forwarded.headers].filter(([name]) => !HOP.includes(name));
      const body = Buffer.from(await forwarded.arrayBuffer());
      answer = { status: forwarded.status, headers: Object.fromEntries(headersToReturn), body };
    };
    if (method === 'GET') await forward();
    else await handler({ number: ++count, method, path, forward });
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else request.socket.destroy();
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    onWrite: (next = forwardAll) => {
      [handler, count] = [next, 0];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

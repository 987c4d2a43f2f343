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
  carryOut(): Promise<void>;
}

type OnWrite = (write: Write) => Promise<void> | void;

export interface WriteProxy {
  /** Address of the service behind the proxy. */
  baseUrl: string;
  /** Sets the handler of writes. By default they are forwarded. */
  onWrite(then?: OnWrite): void;
  close(): Promise<void>;
}

const HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'content-encoding'];

/** Opens a proxy in front of the sandbox at `url`. */
export async function openFront(url: string): Promise<WriteProxy> {
  const handOn: OnWrite = ({ carryOut }) => carryOut();
  let [then, count] = [handOn, 0];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url: path = '/' } = request;
    const headers = Object.entries(request.headers).filter(([name]) => !HOP.includes(name));
    let answer: { status: number; headers: Record<string, string>; body: Buffer } | undefined;
    const carryOut = async (): Promise<void> => {
      const asked = await fetch(new URL(path, url), {
        method,
        headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' } as Record<string, string>,
        ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
      });
      const kept = [...asked.headers].filter(([name]) => !HOP.includes(name));
      const body = Buffer.from(await asked.arrayBuffer());
      answer = { status: asked.status, headers: Object.fromEntries(kept), body };
    };
    if (method === 'GET') await carryOut();
    else await then({ number: ++count, method, path, carryOut });
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
    onWrite: (next = handOn) => {
      [then, count] = [next, 0];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A proxy between a client and one server, as companies have them: it takes every CONNECT. */

import { once } from 'node:events';
import { createServer as createHttp, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.js';

export interface TunnelProxy {
  port: number;
  /** What it was asked to connect to, in order. */
  asked: { url: string | undefined; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Port on this machine that every CONNECT leads to, whatever it names; the port it names where absent. */
  target?: number;
  /** The proxy is https itself. */
  own?: Certificate;
  /** It ends TLS in the service's place, so that a plain server, which hears its own name, can stand behind an https address. */
  service?: Certificate;
  /** What it answers in the service's place to what comes over a connection, by the number of that: 0, 1 … */
  spoil?: (connection: number) => string | undefined;
}

/** Requests with the server's own address in place of the service's name. */
const renamed = (port: number): Transform =>
  new Transform({
    transform: (chunk: Buffer, _, done) =>
      done(
        null,
        Buffer.from(chunk.toString('latin1').replace(/^host: .*$/im, `host: 127.0.0.1:${port}`), 'latin1'),
      ),
  });

/** Opens a proxy on a free port of this machine. */
export async function openProxy({ target, own, service, spoil }: ProxyOptions = {}): Promise<TunnelProxy> {
  const server: Server = own ? createHttps(own) : createHttp();
  const asked: TunnelProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  server.on('request', (_request, response) => response.writeHead(500).end());
  server.on('connect', (request, client: Socket, head) => {
    const spoilt = spoil?.(asked.length);
    asked.push({ url: request.url, headers: request.headers });
    hold(client);
    const port = target ?? Number(request.url?.split(':').pop());
    const upstream = hold(connect(port, '127.0.0.1'));
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      if (head.byteLength > 0) client.unshift(head);
      const front = service ? hold(new TLSSocket(client, { isServer: true, ...service })) : client;
      if (spoilt === undefined && service) front.pipe(renamed(port)).pipe(upstream).pipe(front);
      else if (spoilt === undefined) front.pipe(upstream).pipe(front);
      else front.once('data', () => front.end(spoilt));
      // What ends on one side without a word ends on the other alike.
      front.on('close', () => upstream.destroy());
      upstream.on('close', () => front.destroy());
    });
    upstream.on('close', () => client.destroy());
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

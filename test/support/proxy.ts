/** A corporate proxy between a client and one server. It accepts every CONNECT. */

import { once } from 'node:events';
import { createServer as createHttp, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.js';

export interface TunnelProxy {
  port: number;
  /** Hosts of CONNECT requests, in order. */
  asked: { url: string | undefined; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Port on this machine that every CONNECT is connected to. Default: the port of the request. */
  target?: number;
  /** The proxy itself uses https. */
  own?: Certificate;
  /** Terminates TLS for the service, so that a plain server can be behind an https address. */
  service?: Certificate;
  /** Answers connections itself, by their number: 0, 1 … */
  spoil?: (connection: number) => string | undefined;
}

/** Replaces the service's name by the server's own address in requests. */
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
      // Closes one side abruptly when the other side was closed abruptly.
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

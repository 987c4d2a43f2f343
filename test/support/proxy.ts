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
  /** CONNECT requests, in order. */
  connects: { url: string | undefined; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Port on this machine that every CONNECT is connected to. Default: the port of the request. */
  target?: number;
  /** Certificate of the proxy, which then uses https. */
  own?: Certificate;
  /** Terminates TLS for the service, so that a plain server can be behind an https address. */
  service?: Certificate;
  /** Returns a canned response to the connection of a number (0, 1 …), or undefined to forward it. */
  respond?: (connection: number) => string | undefined;
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
export async function openProxy({ target, own, service, respond }: ProxyOptions = {}): Promise<TunnelProxy> {
  const server: Server = own ? createHttps(own) : createHttp();
  const connects: TunnelProxy['connects'] = [];
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  server.on('request', (_request, response) => response.writeHead(500).end());
  server.on('connect', (request, client: Socket, head) => {
    const canned = respond?.(connects.length);
    connects.push({ url: request.url, headers: request.headers });
    track(client);
    const port = target ?? Number(request.url?.split(':').pop());
    const upstream = track(connect(port, '127.0.0.1'));
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      if (head.byteLength > 0) client.unshift(head);
      const front = service ? track(new TLSSocket(client, { isServer: true, ...service })) : client;
      if (canned === undefined && service) front.pipe(renamed(port)).pipe(upstream).pipe(front);
      else if (canned === undefined) front.pipe(upstream).pipe(front);
      else front.once('data', () => front.end(canned));
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
    connects,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

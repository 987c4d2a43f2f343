import type { ServerResponse } from 'node:http';

/** A server-sent event. Pages receive `data` as JSON. */
export interface PageEvent {
  name: string;
  data: unknown;
}

export interface EventStreams {
  /** Opens a stream; `first` are its first events. */
  open(
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    first: readonly PageEvent[],
  ): void;
  /** Whether any stream is open. */
  isWatched(): boolean;
  publish(event: PageEvent): void;
  close(): void;
}

/** Delay in milliseconds after which a browser reconnects. */
const RECONNECT_MS = 1_000;
/** A page that reads slower than this is disconnected, and reconnects. */
const MAX_BUFFERED_BYTES = 4_194_304;

export function eventStreams(): EventStreams {
  const responses = new Set<ServerResponse>();
  const send = (response: ServerResponse, { name, data }: PageEvent): void => {
    response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
  };
  return {
    open(response, headers, first) {
      response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream' });
      response.write(`retry: ${RECONNECT_MS}\n\n`);
      responses.add(response);
      response.on('close', () => responses.delete(response));
      for (const event of first) send(response, event);
    },
    isWatched: () => responses.size > 0,
    publish(event) {
      for (const response of responses) send(response, event);
    },
    close() {
      for (const response of responses) response.end();
    },
  };
}

import type { ServerResponse } from 'node:http';

const EMPTY = { 'Content-Length': '0' };

/** Sends a response with a message in the service's error format, or without a body. */
export function answer(response: ServerResponse, status: number, message?: string): void {
  if (message === undefined) response.writeHead(status, EMPTY);
  else writeMessage(response, status, message);
  response.end();
}

/** Sends a response while the request is still arriving; it is the last one on the connection. */
export function answerEarly(response: ServerResponse, status: number, message: string): void {
  writeMessage(response, status, message, { Connection: 'close' });
}

function writeMessage(
  response: ServerResponse,
  status: number,
  message: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify({ message });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(status === 405 && { Allow: 'POST' }),
    ...(status === 503 && { 'Retry-After': '1' }),
    ...more,
  });
  response.write(body);
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RejectReason, Schedule } from '../types.js';
import { answerEarly } from './answer.js';

export interface Rejection {
  reason: RejectReason;
  message: string;
  status: number | null;
  remoteAddress: string | null;
  size: number;
}

export interface ReadOptions {
  bodyBytes: number;
  schedule: Schedule;
  /** Called with a complete request. */
  onRequest: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;
  onRejected: (refusal: Rejection) => void;
}

/** Limits for reading the rest of an oversized request, so that its client can read the rejection. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 8 * 1024 * 1024;

/** Reads complete requests within limits, and rejects those that are too large, too slow or not HTTP. */
export function readRequests(server: Server, options: ReadOptions): void {
  const reading: Reading = { ...options, reported: new WeakSet(), lastAnswer: new WeakMap() };
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    readRequest(reading, request, response),
  );
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (declaredSize(request) <= options.bodyBytes) response.writeContinue();
    readRequest(reading, request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) =>
    refuseClient(reading, error, socket),
  );
}

/** State of a server's connections. */
interface Reading extends ReadOptions {
  /** Connections whose failure was already reported. */
  reported: WeakSet<Duplex>;
  /** Responses are sent in order: a connection must not get another one before its last has finished. */
  lastAnswer: WeakMap<Duplex, ServerResponse>;
}

const declaredSize = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

function readRequest(reading: Reading, request: IncomingMessage, response: ServerResponse): void {
  const { bodyBytes } = reading;
  const declared = declaredSize(request);
  if (declared > bodyBytes) {
    refuseTooLarge(reading, request, response, declared);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  let done = false;
  request.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= bodyBytes) chunks.push(chunk);
    else if (!done) {
      done = true;
      chunks.length = 0;
      refuseTooLarge(reading, request, response, size);
    }
  });
  request.on('end', () => {
    if (done) return;
    done = true;
    reading.lastAnswer.set(request.socket, response);
    const [only] = chunks;
    reading.onRequest(request, response, chunks.length === 1 && only ? only : Buffer.concat(chunks));
  });
  request.on('error', () => {
    if (done || reading.reported.has(request.socket)) return;
    done = true;
    const message = 'The client closed the connection before the request was complete.';
    report(reading, request.socket, { reason: 'aborted', message, status: null, size });
  });
}

function report(
  { reported, onRejected: onRefused }: Reading,
  socket: Duplex,
  refusal: Omit<Rejection, 'remoteAddress'>,
): void {
  reported.add(socket);
  onRefused({ ...refusal, remoteAddress: (socket as Socket).remoteAddress ?? null });
}

function refuseTooLarge(
  reading: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  size: number,
): void {
  const message = `The body is larger than ${reading.bodyBytes} bytes.`;
  report(reading, request.socket, { reason: 'too-large', message, status: 413, size });
  answerEarly(response, 413, 'The body is too large.');
  linger(reading.schedule, request, response);
}

/**
 * Keeps reading a request for a while: closing a socket with unread bytes would reset the connection and lose the
 * response.
 */
function linger(schedule: Schedule, request: IncomingMessage, response: ServerResponse): void {
  let lingered = 0;
  const end = () => {
    cancel();
    response.end();
  };
  const cancel = schedule(() => {
    response.end();
    request.socket.destroy();
  }, LINGER_MS);
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    lingered += chunk.byteLength;
    if (lingered > LINGER_BYTES) end();
  });
  request.on('end', end);
  request.on('error', cancel);
  response.on('close', cancel);
}

/** Responds to a request that Node's parser rejected, if the client can still read the response. */
function refuseClient(reading: Reading, error: NodeJS.ErrnoException, socket: Duplex): void {
  const fault = socket.writable ? faultOf(error) : undefined;
  const canAnswer = fault !== undefined && (reading.lastAnswer.get(socket)?.writableFinished ?? true);
  if (fault && !reading.reported.has(socket)) {
    const { reason, message, status } = fault;
    report(reading, socket, { reason, message, status: canAnswer ? status : null, size: 0 });
  }
  if (canAnswer) socket.end(rawResponse(fault), () => socket.destroy());
  else socket.destroy();
}

/** Codes for a client that closed the connection; a request in progress reports that itself. */
const CONNECTION_CLOSED = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

interface ClientFault {
  status: number;
  phrase: string;
  reason: RejectReason;
  message: string;
}

const MALFORMED: ClientFault = {
  status: 400,
  phrase: 'Bad Request',
  reason: 'malformed-request',
  message: 'The request was not valid HTTP.',
};

const FAULTS: Record<string, ClientFault> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    reason: 'headers-too-large',
    message: 'The headers were too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    reason: 'too-slow',
    message: 'The request did not arrive in time.',
  },
};

/** Describes an error of Node's parser; undefined if the client closed the connection. */
const faultOf = ({ code = '' }: NodeJS.ErrnoException): ClientFault | undefined =>
  CONNECTION_CLOSED.has(code) ? undefined : (FAULTS[code] ?? MALFORMED);

/** Complete HTTP response to a client whose request could not be parsed. */
const rawResponse = ({ status, phrase }: ClientFault): string =>
  `HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

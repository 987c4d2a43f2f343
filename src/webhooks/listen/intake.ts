import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RejectReason, Schedule } from '../types.js';

export interface Refusal {
  reason: RejectReason;
  message: string;
  status: number | null;
  remoteAddress: string | null;
  size: number;
}

export interface IntakeOptions {
  bodyBytes: number;
  schedule: Schedule;
  /** A request arrived as a whole. */
  arrived: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;
  refused: (refusal: Refusal) => void;
}

/** What an oversize request may go on sending, so that it gets to read the refusal. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 8 * 1024 * 1024;

/** Reads requests as a whole, within limits, and refuses what is too large, too slow or no HTTP. */
export function takeRequests(server: Server, options: IntakeOptions): void {
  const { bodyBytes, schedule, arrived, refused } = options;
  /** Told already why nothing came of it. */
  const told = new WeakSet<Duplex>();
  /** Answers go out in order: a connection waits for one while its last is not finished. */
  const lastAnswer = new WeakMap<Duplex, ServerResponse>();

  const tooLarge = (request: IncomingMessage, response: ServerResponse, size: number): void => {
    const { socket } = request;
    told.add(socket);
    refused({
      reason: 'too-large',
      message: `The body is larger than ${bodyBytes} bytes.`,
      status: 413,
      remoteAddress: socket.remoteAddress ?? null,
      size,
    });
    answer(response, 413, 'The body is too large.', true);
    // Closing with bytes unread would reset the connection, and the refusal with it.
    let lingered = 0;
    const end = () => {
      cancel();
      response.end();
    };
    const cancel = schedule(() => {
      response.end();
      socket.destroy();
    }, LINGER_MS);
    request.removeAllListeners('data');
    request.on('data', (chunk: Buffer) => {
      lingered += chunk.byteLength;
      if (lingered > LINGER_BYTES) end();
    });
    request.on('end', end);
    request.on('error', cancel);
    response.on('close', cancel);
  };

  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > bodyBytes) {
      tooLarge(request, response, declared);
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
        tooLarge(request, response, size);
      }
    });
    request.on('end', () => {
      if (done) return;
      done = true;
      lastAnswer.set(socket, response);
      const [only] = chunks;
      arrived(request, response, chunks.length === 1 && only ? only : Buffer.concat(chunks));
    });
    request.on('error', () => {
      if (done || told.has(socket)) return;
      done = true;
      told.add(socket);
      refused({
        reason: 'aborted',
        message: 'The client went away in the middle of a request.',
        status: null,
        remoteAddress: socket.remoteAddress ?? null,
        size,
      });
    });
  };

  server.on('request', receive);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) <= bodyBytes) response.writeContinue();
    receive(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const fault = FAULTS[error.code ?? ''] ?? MALFORMED;
    const gone = GONE.has(error.code ?? '') || !socket.writable;
    const canAnswer = !gone && (lastAnswer.get(socket)?.writableFinished ?? true);
    if (!gone && !told.has(socket)) {
      told.add(socket);
      refused({
        reason: fault.reason,
        message: fault.message,
        status: canAnswer ? fault.status : null,
        remoteAddress: (socket as Socket).remoteAddress ?? null,
        size: 0,
      });
    }
    if (canAnswer) {
      const head = `HTTP/1.1 ${fault.status} ${fault.phrase}`;
      socket.end(`${head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
    } else socket.destroy();
  });
}

/** The client went away: a request that was under way tells so itself. */
const GONE = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

interface Fault {
  status: number;
  phrase: string;
  reason: RejectReason;
  message: string;
}

const MALFORMED: Fault = {
  status: 400,
  phrase: 'Bad Request',
  reason: 'malformed-request',
  message: 'It was no HTTP request.',
};

const FAULTS: Record<string, Fault> = {
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

const EMPTY = { 'Content-Length': '0' };

/** Answers with a message as the service words its own errors, or with nothing. */
export function answer(response: ServerResponse, status: number, message?: string, lingers = false): void {
  if (message === undefined) response.writeHead(status, EMPTY);
  else {
    const body = JSON.stringify({ message });
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...(status === 405 && { Allow: 'POST' }),
      ...(status === 503 && { 'Retry-After': '1' }),
      ...(lingers && { Connection: 'close' }),
    });
    response.write(body);
  }
  if (!lingers) response.end();
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RejectReason, Schedule } from '../types.js';
import { answerEarly } from './answer.js';
import { faultOf, rawAnswer } from './client-error.js';

export interface Refusal {
  reason: RejectReason;
  message: string;
  status: number | null;
  remoteAddress: string | null;
  size: number;
}

export interface ReadOptions {
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
export function readRequests(server: Server, options: ReadOptions): void {
  const reading: Reading = { ...options, told: new WeakSet(), lastAnswer: new WeakMap() };
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

/** What is remembered of the connections of a server. */
interface Reading extends ReadOptions {
  /** Told already why nothing came of it. */
  told: WeakSet<Duplex>;
  /** Answers go out in order: a connection waits for one while its last is not finished. */
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
    reading.arrived(request, response, chunks.length === 1 && only ? only : Buffer.concat(chunks));
  });
  request.on('error', () => {
    if (done || reading.told.has(request.socket)) return;
    done = true;
    const message = 'The client went away in the middle of a request.';
    tell(reading, request.socket, { reason: 'aborted', message, status: null, size });
  });
}

function tell({ told, refused }: Reading, socket: Duplex, refusal: Omit<Refusal, 'remoteAddress'>): void {
  told.add(socket);
  refused({ ...refusal, remoteAddress: (socket as Socket).remoteAddress ?? null });
}

function refuseTooLarge(
  reading: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  size: number,
): void {
  const message = `The body is larger than ${reading.bodyBytes} bytes.`;
  tell(reading, request.socket, { reason: 'too-large', message, status: 413, size });
  answerEarly(response, 413, 'The body is too large.');
  linger(reading.schedule, request, response);
}

/** Lets a request go on for a while: closing with bytes unread would reset the connection, and the answer with it. */
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

/** Answers what Node's parser gave up on, where an answer can still be read. */
function refuseClient(reading: Reading, error: NodeJS.ErrnoException, socket: Duplex): void {
  const fault = socket.writable ? faultOf(error) : undefined;
  const canAnswer = fault !== undefined && (reading.lastAnswer.get(socket)?.writableFinished ?? true);
  if (fault && !reading.told.has(socket)) {
    const { reason, message, status } = fault;
    tell(reading, socket, { reason, message, status: canAnswer ? status : null, size: 0 });
  }
  if (canAnswer) socket.end(rawAnswer(fault), () => socket.destroy());
  else socket.destroy();
}

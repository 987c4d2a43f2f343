import { onTestFinished } from 'vitest';
import {
  bodyOf,
  bodyOfBytes,
  type Transport,
  transport,
  type WireRequest,
} from '../../src/client/send/wire.js';

/** A canned response: at most one kind of body, or a failure. */
export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  bytes?: Uint8Array;
  /** Thrown instead of a response. */
  fails?: Error;
  /** Never responds; ends when the request is aborted. */
  hangs?: boolean;
  /** The body fails with this error after `text`. */
  breaks?: Error;
}

export interface StubTransport {
  transport: Transport;
  /** Sent requests, in order. */
  requests: WireRequest[];
  /** Adds an expected request. Each stub is used once, in any order. */
  on(method: string, url: string, answer?: StubAnswer): StubTransport;
}

/** An error of the operating system. */
export const failure = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * A transport with canned responses. Unexpected requests and unused stubs fail the test, whatever the code
 * under test does with the error.
 */
export function stubTransport(): StubTransport {
  const stubs: { key: string; answer: StubAnswer }[] = [];
  const requests: WireRequest[] = [];
  const unmatched: string[] = [];

  onTestFinished(() => {
    const complaints = [
      ...unmatched.map((key) => `not announced: ${key}`),
      ...stubs.map(({ key }) => `never sent: ${key}`),
    ];
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });

  const it: StubTransport = {
    requests,
    on(method, url, answer = {}) {
      stubs.push({ key: `${method} ${new URL(url).href}`, answer });
      return it;
    },
    transport: transport(async (request) => {
      requests.push(request);
      const key = `${request.method} ${request.url.href}`;
      const index = stubs.findIndex((stub) => stub.key === key);
      const [stub] = index < 0 ? [] : stubs.splice(index, 1);
      if (stub === undefined) {
        unmatched.push(key);
        throw new Error(`No stub for ${key}`);
      }
      return answer(request, stub.answer);
    }),
  };
  return it;
}

async function answer(request: WireRequest, given: StubAnswer) {
  if (given.fails) throw given.fails;
  if (given.hangs) {
    await new Promise((_, reject) => {
      request.signal?.addEventListener('abort', () => reject(request.signal?.reason));
    });
  }
  const isJson = given.json !== undefined;
  const text = isJson ? JSON.stringify(given.json) : (given.text ?? '');
  const bytes = given.bytes ?? new TextEncoder().encode(text);
  const { breaks } = given;
  const broken = async function* () {
    yield bytes;
    throw breaks;
  };
  return {
    status: given.status ?? 200,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...given.headers },
    body: breaks ? bodyOf({ [Symbol.asyncIterator]: broken }) : bodyOfBytes(bytes),
    url: request.url,
  };
}

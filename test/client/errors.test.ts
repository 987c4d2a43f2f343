import { describe, expect, it } from 'vitest';
import { ArchctlError, interrupted } from '../../src/base/errors.js';
import { errorFromResponse, errorOfCall } from '../../src/client/send/errors.js';
import { errorFromFailure, isTransient, wasNotSent } from '../../src/client/send/network-errors.js';
import { createRedactor } from '../../src/client/send/redact.js';
import { failure } from '../support/stub-transport.js';

const url = new URL('https://api.example.com/v1/landscapes/x');
const trace = { method: 'GET', url, attempt: 1 } as const;
const from = (status: number, body = '', headers: Record<string, string> = {}, method = 'GET' as const) =>
  errorFromResponse({ status, headers }, body, { method, url }, Date.UTC(2026, 0, 1));

describe('errorFromResponse', () => {
  it.each([
    [400, 'refused', 'bad-request'],
    [401, 'auth', 'unauthorized'],
    [403, 'auth', 'forbidden'],
    [404, 'not-found', 'not-found'],
    [408, 'unavailable', 'timeout'],
    [409, 'refused', 'conflict'],
    [415, 'refused', 'unexpected-status'],
    [418, 'unexpected', 'unexpected-status'],
    [422, 'refused', 'unprocessable'],
    [429, 'limit', 'too-many-requests'],
    [500, 'unavailable', 'server-error'],
    [503, 'unavailable', 'server-error'],
    [302, 'unexpected', 'redirect'],
  ])('maps %d to %s, %s', (status, kind, reason) => {
    expect(from(status)).toMatchObject({ kind, facts: { status, reason } });
  });

  it('uses message, code and errors of the service', () => {
    const body = {
      message: 'No.',
      code: 'auth/invalid-access-token',
      errors: ['a', { path: ['b', 0], message: 'c' }, 7],
    };
    const error = from(401, JSON.stringify(body), { 'cf-ray': 'ray', 'x-request-id': 'id' });
    expect(error.message).toBe('No.');
    expect(error.facts).toMatchObject({
      code: 'auth/invalid-access-token',
      details: ['a', 'b.0: c', '7'],
      requestId: 'id',
      hint: 'The key was not accepted. Check its id and its secret.',
      reason: 'unauthorized',
    });
  });

  it.each([
    '',
    '<html><h1>Bad</h1></html>',
    '{"message":',
    'null',
    '[]',
    '"text"',
    '{"message":7,"errors":{}}',
  ])('falls back to the status for the body %j', (body) => {
    const error = from(502, body);
    expect(error.message).toBe('HTTP 502 Bad Gateway');
    expect(error.facts.details).toBeUndefined();
  });

  it('contains the time to wait', () => {
    expect(from(429, '', { 'retry-after': '30' }).facts).toMatchObject({
      retryAfter: 30,
      hint: 'The service asks to wait 30 s.',
    });
    const date = new Date(Date.UTC(2026, 0, 1, 5)).toUTCString();
    expect(from(503, '', { 'retry-after': date }).facts.hint).toContain('wait 5 h');
    expect(from(429).facts.hint).toContain('quota');
  });

  it('limits its output', () => {
    const error = from(400, JSON.stringify({ message: 'x'.repeat(1e5) }));
    expect(errorOfCall(error, createRedactor(), trace).message.length).toBe(1000);
  });
});

describe('errorFromFailure', () => {
  const port = new URL('https://api.example.com/');
  it.each([
    ['ECONNREFUSED', 'Nothing answers on api.example.com:443 (connection refused).'],
    ['ENOTFOUND', 'The host of api.example.com:443 could not be resolved.'],
    ['ECONNRESET', 'The connection to api.example.com:443 was closed before the response was complete.'],
    ['UND_ERR_SOCKET', 'The connection to api.example.com:443 was closed before the response was complete.'],
    ['UND_ERR_CONNECT_TIMEOUT', 'Timed out while connecting to api.example.com:443.'],
    ['ENETUNREACH', 'api.example.com:443 cannot be reached (ENETUNREACH).'],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'The TLS connection to api.example.com:443 failed (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
    ['EWHATEVER', 'The request to api.example.com:443 failed (EWHATEVER).'],
  ])('explains %s', (code, message) => {
    const error = errorFromFailure(failure(code), { url: port });
    expect(error).toMatchObject({ kind: 'unavailable', message });
    expect(error.facts.hint).toBeDefined();
  });

  it('finds the code among causes and in aggregates', () => {
    const nested = new TypeError('fetch failed', { cause: new AggregateError([failure('ECONNREFUSED')]) });
    expect(errorFromFailure(nested, { url }).message).toContain('connection refused');
    expect(wasNotSent(nested)).toBe(true);
  });

  it('marks errors that may be retried', () => {
    const transient = (code: string) => isTransient(errorFromFailure(failure(code), { url }));
    expect(transient('ECONNRESET')).toBe(true);
    expect(transient('CERT_HAS_EXPIRED')).toBe(false);
    expect(isTransient(new Error('x'))).toBe(false);
  });

  it('distinguishes an abort from a failure', () => {
    const own = new ArchctlError('unavailable', 'deadline');
    const abort = (reason: unknown) =>
      errorFromFailure(failure('ECONNRESET'), { url, signal: AbortSignal.abort(reason) });
    const why = new Error('The user left.');
    expect(abort(why)).toEqual(interrupted(why));
    expect(abort(why).cause).toBe(why);
    const late = new DOMException('late', 'TimeoutError');
    expect(abort(late)).toMatchObject({ kind: 'unavailable', cause: late, facts: { reason: 'timeout' } });
    expect(isTransient(abort(late))).toBe(false);
    expect(abort(own)).toBe(own);
    expect(errorFromFailure(new TypeError('bug'), { url }).kind).toBe('unexpected');
  });
});

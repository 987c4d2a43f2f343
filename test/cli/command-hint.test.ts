import { describe, expect, it } from 'vitest';
import { ArchctlError, type ErrorFacts } from '../../src/base/errors.js';
import { withCommandHint } from '../../src/cli/run/command-hint.js';
import { errorFromResponse } from '../../src/client/send/errors.js';
import { coded, errorFromFailure, TIMED_OUT } from '../../src/client/send/network-errors.js';

const REMOTE = 'https://api.example.com/v1/landscapes/l1';
const LOCAL = 'http://127.0.0.1:4010/v1/landscapes/l1';

const hintOf = ({ kind, message, facts }: ArchctlError, url: string) =>
  withCommandHint(new ArchctlError(kind, message, { ...facts, url })).facts.hint;
const ofStatus = (status: number, body = '', headers: Record<string, string> = {}) =>
  hintOf(errorFromResponse({ status, headers }, body, { method: 'GET', url: new URL(REMOTE) }), REMOTE);
const ofFailure = (code: string, url = REMOTE) =>
  hintOf(errorFromFailure(coded(code, code), { url: new URL(url) }), url);

describe('the hint of a command', () => {
  it.each<[number, RegExp | undefined]>([
    [302, /api\.example\.com redirects .*"archctl auth status"/],
    [400, /--debug/],
    [401, /"archctl auth login"/],
    [403, /does not allow this\. "archctl auth status" shows the key/],
    [404, /Check the id/],
    [408, /--retries/],
    [415, undefined],
    [422, /--debug/],
    [503, /--retries/],
  ])('for status %d', (status, hint) => {
    if (hint === undefined) expect(ofStatus(status)).toBeUndefined();
    else expect(ofStatus(status)).toMatch(hint);
  });

  it('is absent for a rejection that explains itself, and contains the wait that the service asks for', () => {
    expect(ofStatus(422, '{"message":"The name is taken."}')).toBeUndefined();
    expect(ofStatus(503, '', { 'retry-after': '30' })).toContain('wait 30 s');
  });

  it('names options and commands for failures of the network', () => {
    expect(ofFailure(TIMED_OUT)).toContain('--timeout');
    expect(ofFailure('ETIMEDOUT')).toContain('firewall');
    expect(ofFailure('ECONNREFUSED', LOCAL)).toContain('archctl sandbox start --detach');
    expect(ofFailure('ECONNREFUSED')).toBe('Check the base URL and the proxy settings.');
  });

  it('names --limit for a list that is too large', () => {
    const facts: ErrorFacts = { reason: 'list-too-large', hint: 'Narrow the request with a filter.' };
    expect(hintOf(new ArchctlError('unavailable', 'x', facts), REMOTE)).toContain('--limit');
  });
});

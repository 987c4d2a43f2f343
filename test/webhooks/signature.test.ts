import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sign } from '../../src/webhooks/node-signature.js';
import type { Secret, VerifyInput } from '../../src/webhooks/signature.js';
import { verify, sign as webSign } from '../../src/webhooks/web-signature.js';

const SECRET = 'whsec_3b1f9c';
const TIMESTAMP = 1_767_225_600;
const BODY = '{"a":1}';

/** Digests from openssl, each with its command; `hmac KEY` is `openssl dgst -sha256 -hmac KEY`. */
const VECTORS = [
  {
    // printf '%s.%s' 1767225600 '{"a":1}' | openssl dgst -sha256 -hmac whsec_3b1f9c
    what: 'a small body',
    ...{ secret: SECRET, timestamp: TIMESTAMP, body: Buffer.from(BODY) },
    digest: 'a49a27b9561ffcbb42750b9fc357a6419d6b2cf75a4bc084b48aa1badc6e9f4a',
  },
  {
    // printf '%s.%s' 1767225600 '' | openssl dgst -sha256 -hmac whsec_3b1f9c
    what: 'an empty body',
    ...{ secret: SECRET, timestamp: TIMESTAMP, body: Buffer.alloc(0) },
    digest: 'edb3ed8f29047cd00de296a888b5d3bcb6c28632372f1bbcb89fc78274ca9527',
  },
  {
    // printf '%s.%s' 0 '{"name":"Größe ✓"}' | openssl dgst -sha256 -hmac 'kéy with spaces'
    what: 'UTF-8 in body and secret',
    ...{ secret: 'kéy with spaces', timestamp: 0, body: Buffer.from('{"name":"Größe ✓"}') },
    digest: 'ce28f690902a2ce91429890e5a03dfd7a2f19ce0b7625e3e6c1b6635bc204da6',
  },
  {
    // printf '1767225600.\x00\xff\xfe\r\n\x80' | openssl dgst -sha256 -hmac whsec_3b1f9c
    what: 'bytes that are not a text',
    ...{ secret: SECRET, timestamp: TIMESTAMP, body: Buffer.from('00fffe0d0a80', 'hex') },
    digest: 'd181433e7fa5c28ed8b1886c054f5dd490a3b44e0ef655717d61f53188dea1d2',
  },
  {
    // printf '%s.%s' 999999999999999 'x' | openssl dgst -sha256 -hmac a
    what: 'the longest timestamp',
    ...{ secret: 'a', timestamp: 999_999_999_999_999, body: Buffer.from('x') },
    digest: '626c2840bee4d8425850283fc5b452c28dcc9f700e6537509500b4423ce3f756',
  },
  {
    // (printf '1767225600.'; head -c 70000 /dev/zero | tr '\0' z) | openssl dgst -sha256 -hmac whsec_3b1f9c
    what: 'a long body',
    ...{ secret: SECRET, timestamp: TIMESTAMP, body: Buffer.alloc(70_000, 'z') },
    digest: '139f59b2ab1fb95f81c368ee7a50a645f5074417aa9438a403f62af2e2e7450a',
  },
  {
    // printf '%s.%s' 1767225600 '{"a":1}' | openssl dgst -sha256 -hmac "$(printf 'k%.0s' $(seq 100))"
    what: 'a secret longer than a block of the digest',
    ...{ secret: 'k'.repeat(100), timestamp: TIMESTAMP, body: Buffer.from(BODY) },
    digest: '4a3020044b40bea8ad842e06055c8c5ae05ecbd4d5ca6d1d404ddccb37565a94',
  },
];
const DIGEST = VECTORS[0]?.digest ?? '';

const check = (given: Partial<VerifyInput> = {}) =>
  verify({
    secrets: SECRET,
    signature: DIGEST,
    timestamp: String(TIMESTAMP),
    body: BODY,
    now: TIMESTAMP,
    ...given,
  });
const reasonOf = async (given: Partial<VerifyInput>): Promise<string> => {
  const checked = await check(given);
  return checked.ok ? 'ok' : checked.reason;
};

describe('the vectors of openssl', () => {
  it.each(VECTORS)('$what', async ({ secret, timestamp, body, digest }) => {
    expect(sign({ secret, timestamp, body })).toBe(digest);
    expect(sign({ secret, timestamp: String(timestamp), body })).toBe(digest);
    expect(await webSign({ secret, timestamp, body })).toBe(digest);
    expect(await webSign({ secret, timestamp: String(timestamp), body })).toBe(digest);
    const given = { secrets: secret, signature: digest, timestamp: String(timestamp), body, now: timestamp };
    expect(await verify(given)).toEqual({ ok: true, secret: 'secret-1', timestamp });
  });

  it('signs the timestamp text, not the number', async () => {
    const padded = `00${TIMESTAMP}`;
    expect(await reasonOf({ timestamp: padded })).toBe('mismatch');
    const signature = sign({ secret: SECRET, timestamp: padded, body: BODY });
    expect(await check({ timestamp: padded, signature })).toMatchObject({ ok: true, timestamp: TIMESTAMP });
  });

  it('accepts text and bytes alike', () => {
    const body = '{"name":"Größe ✓"}';
    expect(sign({ secret: SECRET, timestamp: 1, body })).toBe(
      sign({ secret: SECRET, timestamp: 1, body: new TextEncoder().encode(body) }),
    );
  });
});

describe('tampering', () => {
  const delivery = fc.record({
    secret: fc.string({ minLength: 1 }).filter((text) => /[^\s\0]/.test(text)),
    timestamp: fc.integer({ min: 0, max: 9_999_999_999 }),
    body: fc.uint8Array({ maxLength: 200 }),
  });
  /** Flips a bit of a character. */
  const flipped = (text: string, at: number, bit: number): string => {
    const bytes = Buffer.from(text, 'latin1');
    const place = at % bytes.byteLength;
    bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
    return bytes.toString('latin1');
  };

  it('accepts the original', async () => {
    await fc.assert(
      fc.asyncProperty(delivery, async ({ secret, timestamp, body }) => {
        const signature = sign({ secret, timestamp, body });
        expect(await webSign({ secret, timestamp, body })).toBe(signature);
        expect(signature).toMatch(/^[0-9a-f]{64}$/);
        const given = { secrets: secret, signature, timestamp: String(timestamp), body, now: timestamp };
        expect((await verify(given)).ok).toBe(true);
      }),
    );
  });

  it('rejects a flipped bit of the body, or a byte more or less', async () => {
    await fc.assert(
      fc.asyncProperty(
        delivery,
        fc.nat(),
        fc.nat({ max: 7 }),
        async ({ secret, timestamp, body }, at, bit) => {
          fc.pre(body.byteLength > 0);
          const given = {
            secrets: secret,
            signature: sign({ secret, timestamp, body }),
            timestamp: String(timestamp),
            now: timestamp,
          };
          const changed = Buffer.from(flipped(Buffer.from(body).toString('latin1'), at, bit), 'latin1');
          for (const other of [changed, body.subarray(1), Buffer.concat([body, Buffer.from([0])])])
            expect(await verify({ ...given, body: other })).toMatchObject({ ok: false, reason: 'mismatch' });
        },
      ),
    );
  });

  it('rejects a flipped bit of the signature or the timestamp', async () => {
    await fc.assert(
      fc.asyncProperty(
        delivery,
        fc.nat(),
        fc.nat({ max: 7 }),
        async ({ secret, timestamp, body }, at, bit) => {
          const signature = sign({ secret, timestamp, body });
          const given = { secrets: secret, signature, timestamp: String(timestamp), body, now: timestamp };
          expect((await verify({ ...given, signature: flipped(signature, at, bit) })).ok).toBe(false);
          const other = flipped(given.timestamp, at, bit);
          expect((await verify({ ...given, timestamp: other })).ok).toBe(false);
          // Even if the clock matches.
          const moved = { ...given, timestamp: other, now: Number(other) || 0 };
          expect((await verify(moved)).ok).toBe(false);
        },
      ),
    );
  });

  it('rejects a digit moved between timestamp and body', async () => {
    const signature = sign({ secret: SECRET, timestamp: '12', body: '3.4' });
    expect(await reasonOf({ signature, timestamp: '12', body: '3.4', now: 12 })).toBe('ok');
    expect(await reasonOf({ signature, timestamp: '123', body: '.4', now: 123 })).toBe('mismatch');
    expect(await reasonOf({ signature, timestamp: '12.3', body: '4', now: 12 })).toBe('malformed-timestamp');
  });

  it('rejects another secret', async () => {
    await fc.assert(
      fc.asyncProperty(delivery, fc.string({ minLength: 1 }), async ({ secret, timestamp, body }, other) => {
        // HMAC pads a key with zeros (RFC 2104, 2).
        fc.pre(/[^\s\0]/.test(other));
        fc.pre(secret.replace(/\0+$/, '') !== other.replace(/\0+$/, ''));
        const given = { signature: sign({ secret, timestamp, body }), timestamp: String(timestamp), body };
        expect((await verify({ ...given, secrets: other, now: timestamp })).ok).toBe(false);
        expect((await verify({ ...given, secrets: [], now: timestamp })).ok).toBe(false);
      }),
    );
  });

  it('does not reveal the expected signature', async () => {
    const checked = await check({ body: '{"a":2}' });
    expect(checked).toEqual({ ok: false, reason: 'mismatch', message: expect.stringMatching(/\.$/) });
    const text = JSON.stringify(checked);
    expect(text).not.toContain(sign({ secret: SECRET, timestamp: TIMESTAMP, body: '{"a":2}' }));
    expect(text).not.toContain(SECRET);
  });
});

describe('the tolerance', () => {
  it.each([
    [0, 'ok'],
    [299, 'ok'],
    [300, 'ok'],
    [301, 'stale'],
    [-299, 'ok'],
    [-300, 'ok'],
    [-301, 'future'],
  ])('%i s after it was signed: %s', async (age, expected) => {
    const checked = await check({ now: TIMESTAMP + age });
    expect(checked.ok ? 'ok' : checked.reason).toBe(expected);
    if (!checked.ok) {
      expect(checked.ageSeconds).toBe(age);
      expect(checked.message).toContain(`${Math.abs(age)} s`);
      expect(checked.message).toContain('300 s');
    }
  });

  it('counts whole seconds of the clock', async () => {
    expect(await reasonOf({ now: TIMESTAMP + 300.999 })).toBe('ok');
    expect(await reasonOf({ now: TIMESTAMP + 301 })).toBe('stale');
    expect(await reasonOf({ now: TIMESTAMP - 300 })).toBe('ok');
    expect(await reasonOf({ now: TIMESTAMP - 300.001 })).toBe('future');
  });

  it('can be configured', async () => {
    expect(await reasonOf({ now: TIMESTAMP + 10, toleranceSeconds: 10 })).toBe('ok');
    expect(await reasonOf({ now: TIMESTAMP + 11, toleranceSeconds: 10 })).toBe('stale');
    expect(await reasonOf({ now: TIMESTAMP, toleranceSeconds: 0.5 })).toBe('ok');
    expect(await reasonOf({ now: TIMESTAMP - 1, toleranceSeconds: 0.5 })).toBe('future');
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('must be finite and above 0: %d', async (it) => {
    await expect(reasonOf({ now: TIMESTAMP, toleranceSeconds: it })).rejects.toMatchObject({
      kind: 'usage',
      message: 'The option "toleranceSeconds" of verify must be a finite number above 0.',
    });
  });

  it('is checked before the signature', async () => {
    expect(await reasonOf({ now: TIMESTAMP + 301, body: 'another' })).toBe('stale');
  });

  it('uses the clock of this machine by default', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const given = (timestamp: number) => ({
      secrets: SECRET,
      signature: sign({ secret: SECRET, timestamp, body: BODY }),
      timestamp: String(timestamp),
      body: BODY,
    });
    expect((await verify(given(seconds))).ok).toBe(true);
    expect(await verify(given(seconds - 400))).toMatchObject({ reason: 'stale' });
    expect(await verify(given(seconds + 400))).toMatchObject({ reason: 'future' });
  });
});

describe('the headers', () => {
  it.each<[string, Partial<VerifyInput>, string]>([
    ['no signature', { signature: undefined }, 'missing-signature'],
    ['a null signature', { signature: null }, 'missing-signature'],
    ['an empty signature', { signature: '' }, 'missing-signature'],
    ['no timestamp', { timestamp: undefined }, 'missing-timestamp'],
    ['a null timestamp', { timestamp: null }, 'missing-timestamp'],
    ['an empty timestamp', { timestamp: '' }, 'missing-timestamp'],
    ['neither', { signature: undefined, timestamp: undefined }, 'missing-signature'],
    ['uppercase hex', { signature: DIGEST.toUpperCase() }, 'malformed-signature'],
    ['one letter in uppercase', { signature: DIGEST.replace('a', 'A') }, 'malformed-signature'],
    ['a digit less', { signature: DIGEST.slice(1) }, 'malformed-signature'],
    ['a digit more', { signature: `${DIGEST}0` }, 'malformed-signature'],
    ['a prefix', { signature: `sha256=${DIGEST}` }, 'malformed-signature'],
    ['a space', { signature: ` ${DIGEST}` }, 'malformed-signature'],
    ['a line end', { signature: `${DIGEST}\n` }, 'malformed-signature'],
    ['two equal signatures', { signature: `${DIGEST}, ${DIGEST}` }, 'malformed-signature'],
    ['two timestamps', { timestamp: `${TIMESTAMP}, ${TIMESTAMP}` }, 'malformed-timestamp'],
    ['milliseconds', { timestamp: `${TIMESTAMP}.5` }, 'malformed-timestamp'],
    ['a sign', { timestamp: `+${TIMESTAMP}` }, 'malformed-timestamp'],
    ['before the epoch', { timestamp: '-1' }, 'malformed-timestamp'],
    ['an exponent', { timestamp: '1e9' }, 'malformed-timestamp'],
    ['hex', { timestamp: '0x6955b900' }, 'malformed-timestamp'],
    ['other digits', { timestamp: '١٧٦٧٢٢٥٦٠٠' }, 'malformed-timestamp'],
    ['a line end after it', { timestamp: `${TIMESTAMP}\n` }, 'malformed-timestamp'],
    ['more digits than a number holds', { timestamp: '9'.repeat(16) }, 'malformed-timestamp'],
    ['an ISO time', { timestamp: '2026-01-01T00:00:00Z' }, 'malformed-timestamp'],
  ])('%s', async (_, given, reason) => {
    expect(await reasonOf(given)).toBe(reason);
  });
});

describe('several secrets', () => {
  const bodyOf = (subscriptionId?: unknown) => JSON.stringify({ a: 1, subscriptionId });
  const signedBy = (secret: string, body: string, secrets: readonly (string | Secret)[]) =>
    check({ secrets, body, signature: sign({ secret, timestamp: TIMESTAMP, body }) });
  const OLD = { name: 'old', secret: 's-old' };
  const NEW = { name: 'new', secret: 's-new' };
  const BOUND = { name: 'bound', secret: 's-bound', subscriptionId: 'SUB1' };

  it('are all accepted during rotation, and the matching one is named', async () => {
    for (const { name, secret } of [OLD, NEW])
      expect(await signedBy(secret, BODY, [OLD, NEW])).toMatchObject({ ok: true, secret: name });
    expect(await signedBy('s-third', BODY, [OLD, NEW])).toMatchObject({ ok: false, reason: 'mismatch' });
  });

  it('are named by their position if they have no name', async () => {
    expect(await signedBy('y', BODY, ['x', 'y'])).toMatchObject({ secret: 'secret-2' });
    expect(await signedBy('y', BODY, [OLD, 'y'])).toMatchObject({ secret: 'secret-2' });
  });

  it('one bound to a subscription verifies only its events', async () => {
    expect(await signedBy('s-bound', bodyOf('SUB1'), [OLD, BOUND])).toMatchObject({
      ok: true,
      secret: 'bound',
    });
    expect(await signedBy('s-bound', bodyOf('SUB2'), [OLD, BOUND])).toMatchObject({
      ok: false,
      reason: 'other-subscription',
    });
    expect(await signedBy('s-old', bodyOf('SUB2'), [OLD, BOUND])).toMatchObject({ ok: true, secret: 'old' });
  });

  it('a body without a subscription matches every binding', async () => {
    for (const body of [bodyOf(), bodyOf(7), 'no json', 'null', '[]'])
      expect(await signedBy('s-bound', body, [BOUND])).toMatchObject({ ok: true, secret: 'bound' });
  });

  it('of two that match, the bound one is reported, in any order', async () => {
    const free = { name: 'free', secret: 's-bound' };
    for (const secrets of [
      [free, BOUND],
      [BOUND, free],
    ]) {
      expect(await signedBy('s-bound', bodyOf('SUB1'), secrets)).toMatchObject({ secret: 'bound' });
      expect(await signedBy('s-bound', bodyOf('SUB2'), secrets)).toMatchObject({ secret: 'free' });
    }
  });
});

describe('input of a server', () => {
  const at = 1_700_000_000;
  const body = '{}';
  const signature = sign({ secret: 's', timestamp: at, body });
  const given = { secrets: 's', body, now: at };

  it(`may be headers in Node's form; a repeated one is rejected`, async () => {
    const ok = { signature: [signature], timestamp: [String(at)] };
    expect((await verify({ ...given, ...ok })).ok).toBe(true);
    const twice = { signature: [signature, signature], timestamp: String(at) };
    expect(await verify({ ...given, ...twice })).toMatchObject({ ok: false, reason: 'malformed-signature' });
    const times = { signature, timestamp: [String(at), String(at)] };
    expect(await verify({ ...given, ...times })).toMatchObject({ ok: false, reason: 'malformed-timestamp' });
  });

  it.each([
    ...['', ' \t\n', '\u00a0', '\0', ' \0\0\n', undefined, null, 7],
    ...[{ name: 'main', secret: '' }, { name: 'main', secret: '  ' }, { name: 'main' }],
  ])('must contain secrets: not %j', async (secret) => {
    for (const secrets of [secret, [secret], ['s', secret]])
      await expect(
        verify({ ...given, secrets: secrets as string, signature, timestamp: String(at) }),
      ).rejects.toThrow('A signing secret is empty or missing.');
  });

  it('a blank secret is reported before the headers are checked', async () => {
    for (const secrets of ['', ' ', ['s', '']])
      await expect(verify({ secrets, body, signature: undefined, timestamp: undefined })).rejects.toThrow(
        expect.objectContaining({ kind: 'usage' }),
      );
  });

  it.each(['', ' \n', undefined, null])('nothing is signed with %j', async (secret) => {
    expect(() => sign({ secret: secret as string, timestamp: at, body })).toThrow(
      expect.objectContaining({ kind: 'usage', message: 'The signing secret is empty or missing.' }),
    );
    await expect(webSign({ secret: secret as string, timestamp: at, body })).rejects.toThrow(
      expect.objectContaining({ kind: 'usage', message: 'The signing secret is empty or missing.' }),
    );
  });
});

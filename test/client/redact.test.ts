import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from '../../src/client/send/redact.js';

/** A secret that does not occur in ordinary text. */
const secrets = fc.string({ minLength: 12, maxLength: 64 }).map((text) => `~${text}~zq`);
const redactor = createRedactor();

describe('redaction by name', () => {
  it('hides credential headers and cookies, and shows the scheme', () => {
    expect(
      redactor.headers({
        Authorization: 'ApiKey id:s3cret',
        'X-API-Key': 'id:s3cret',
        cookie: 'a=b',
        'set-cookie': 'a=b; HttpOnly',
        accept: 'application/json',
      }),
    ).toEqual({
      Authorization: `ApiKey ${REDACTED}`,
      'X-API-Key': REDACTED,
      cookie: REDACTED,
      'set-cookie': REDACTED,
      accept: 'application/json',
    });
    expect(redactor.headers({ authorization: 'bare-token' })).toEqual({ authorization: REDACTED });
  });

  it('hides user info, tokens and fragments of URLs, and keeps the rest', () => {
    const shown = redactor.url(
      'https://me:pw@files.example/a.png?X-Amz-Signature=abc&sig=def&access_token=ghi&cursor=next&filter%5Bname%5D=x#id_token=jkl',
    );
    expect(shown).not.toMatch(/pw@|abc|def|ghi|jkl/);
    expect(shown).toContain('cursor=next&filter%5Bname%5D=x');
    expect(redactor.headers({ location: 'https://f.example/?token=abc' }).location).not.toContain('abc');
  });

  it('hides secret fields at any depth, in complete and truncated bodies', () => {
    const body = JSON.stringify({
      apiKey: { id: 'k', name: 'CI' },
      secret: 'abc"def',
      deep: [{ signingSecret: ['ghi'], fileUrls: { png: 'https://x.example/?token=jkl' } }],
    });
    expect(redactor.body(body)).not.toMatch(/abc|def|ghi|jkl/);
    expect(redactor.body(body)).toContain('"name":"CI"');
    expect(redactor.body('{"id":"k","secret":"abc\\"def')).not.toMatch(/abc|def/);
    expect(redactor.body('{"hasSecret":true,"code":"auth/invalid-access-token"}')).toBe(
      '{"hasSecret":true,"code":"auth/invalid-access-token"}',
    );
    expect(redactor.body('grant=x&client_secret=abc')).toBe(`grant=x&client_secret=${REDACTED}`);
  });
});

describe('the prefix of a body', () => {
  const secret = 'Zx9-Qw7_Er5+Ty3/';
  const redactor = createRedactor([secret]);

  it('equals that of the whole body, wherever it is truncated', () => {
    const escaped = Array.from(
      secret,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ).join('');
    for (const form of [secret, escaped, Buffer.from(secret).toString('hex')]) {
      const text = `${'a'.repeat(40)}${form}${'b'.repeat(40_000)}`;
      const whole = redactor.body(text);
      for (let most = 30; most < 60; most += 1) {
        expect(redactor.start(text, most)).toEqual({ text: whole.slice(0, most), isCut: true });
      }
    }
  });

  it('is the complete body if it is short, and marked otherwise', () => {
    expect(redactor.start('{"a":1}', 7)).toEqual({ text: '{"a":1}', isCut: false });
    expect(redactor.start('{"a":1}', 6)).toEqual({ text: '{"a":1', isCut: true });
    expect(redactor.start('{"secret":"abc"}', 100).text).toBe(`{"secret":"${REDACTED}"}`);
  });
});

describe('redaction of a known secret', () => {
  it('never leaks it, at any position', () => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        const { headers, url, body } = createRedactor([secret]);
        const spread = [
          body(`${before}${secret}${after}`),
          body(JSON.stringify({ secret, note: `${before}${secret}`, [secret]: 1, list: [secret] })),
          body(`{"secret":${JSON.stringify(secret)},"rest`),
          url(`https://x.example/${encodeURIComponent(secret)}?a=${encodeURIComponent(secret)}`),
          JSON.stringify(headers({ authorization: `ApiKey id:${secret}`, 'x-echo': `${before}${secret}` })),
        ].join('\n');
        for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
          expect(spread.includes(form)).toBe(false);
      }),
    );
  });

  it('does not change text without it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('id', 'name', 'commit', 'key'), fc.string()), (value) => {
        const plain = JSON.stringify(value).replace(/https?:/g, '');
        fc.pre(!('key' in value));
        expect(createRedactor(['~never~']).body(plain)).toBe(plain);
      }),
    );
  });
});

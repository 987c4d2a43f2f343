import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { isLoopback } from '../../src/base/network/loopback.js';
import { parseBaseUrl } from '../../src/client/send/base-url.js';

describe('parseBaseUrl', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/v1/'],
    ['https://api.example.com/', 'https://api.example.com/v1/'],
    ['https://api.example.com/v1', 'https://api.example.com/v1/'],
    [' https://api.example.com/v1/ ', 'https://api.example.com/v1/'],
    ['https://api.example.com/arch/v1', 'https://api.example.com/arch/v1/'],
    ['http://localhost:4010', 'http://localhost:4010/v1/'],
    ['http://127.8.9.10', 'http://127.8.9.10/v1/'],
    ['http://[::1]:80/', 'http://[::1]/v1/'],
    ['http://0x7f.1', 'http://127.0.0.1/v1/'],
  ])('reads %s', (text, root) => {
    const base = parseBaseUrl(text);
    expect(base.root.href).toBe(root);
    expect(base.origin).toBe(base.root.origin);
  });

  it.each([
    '',
    'api.example.com',
    'ftp://api.example.com',
    'file:///etc/passwd',
    'https://user@api.example.com',
    'https://user:pass@api.example.com',
    'https://api.example.com/?key=1',
    'https://api.example.com/?',
    'https://api.example.com/#x',
    'http://api.example.com',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://10.0.0.1',
    'http://[::2]',
  ])('refuses %s', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(ArchctlError);
    expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });

  it('accepts http for no public host', () => {
    fc.assert(
      fc.property(fc.domain(), (host) => {
        fc.pre(!isLoopback(host));
        expect(() => parseBaseUrl(`http://${host}`)).toThrow(ArchctlError);
      }),
    );
  });
});

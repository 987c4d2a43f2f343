import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopback, isLoopbackOnly } from '../../../src/base/network/loopback.js';

describe('this machine', () => {
  it.each([
    ...['localhost', 'LOCALHOST', 'app.localhost', 'a.b-c.localhost'],
    ...['127.0.0.1', '127.0.0.0', '127.255.255.255', '127.1.2.3'],
    ...['::1', '[::1]', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '[::ffff:127.9.9.9]', '::FFFF:7f00:1'],
  ])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it('includes all of 127.0.0.0/8, bare, within IPv6, or as URL writes it', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (b, c, d) => {
        const address = `127.${b}.${c}.${d}`;
        const mapped = `[::ffff:${address}]`;
        for (const host of [address, mapped, new URL(`http://${mapped}/`).hostname])
          expect(isLoopback(host)).toBe(true);
      }),
    );
  });
});

describe('another machine', () => {
  it.each([
    ...[
      'localhost.example.com',
      '127.0.0.1.example.com',
      '127.evil.test',
      '127.0.0.1.nip.io',
      '::1.example.com',
    ],
    ...[
      'mylocalhost',
      'xlocalhost.test',
      '.localhost',
      '-a.localhost',
      'a..localhost',
      'localhost.',
      'localhost:80',
    ],
    ...[
      '126.0.0.1',
      '128.0.0.1',
      '127.0.0.256',
      '127.0.0.01',
      '127.1',
      '127.0.0.1.',
      '127',
      '2130706433',
      '0177.0.0.1',
    ],
    ...[
      '::',
      '::2',
      '1::1',
      '::ffff:128.0.0.1',
      '::127.0.0.1',
      '64:ff9b::127.0.0.1',
      '::1%lo',
      '[::1',
      '::1]',
      '[[::1]]',
    ],
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '',
      ' localhost',
      'localhost\n',
      '[localhost]',
      '[127.0.0.1]',
      '::1/x',
      '::1]@[::1',
    ],
    undefined,
  ])('is %s', (host) => {
    expect(isLoopback(host)).toBe(false);
  });

  it('includes every address outside 127.0.0.0/8 and every name below another domain', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.domain(), (address, domain) => {
        fc.pre(!address.startsWith('127.'));
        expect(isLoopback(address)).toBe(false);
        expect(isLoopback(`localhost.${domain}`)).toBe(false);
        expect(isLoopback(`127.0.0.1.${domain}`)).toBe(false);
      }),
    );
  });
});

describe('listening on loopback only', () => {
  it.each(['localhost', '127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
    'is %s',
    (host) => {
      expect(isLoopbackOnly(host)).toBe(true);
    },
  );
  it.each(['0.0.0.0', '::', '0', '127.0.0.1.evil.example', '10.0.0.1', ''])('is not %j', (host) => {
    expect(isLoopbackOnly(host)).toBe(false);
  });
  it('excludes names below localhost: a name server may resolve them to any address', () => {
    expect(isLoopbackOnly('app.localhost')).toBe(false);
  });
});

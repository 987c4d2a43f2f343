/** Certificates generated at run time: none is in the repository, and none expires. */

import { createSign, generateKeyPairSync } from 'node:crypto';

export interface Certificate {
  /** PEM private key. */
  key: string;
  /** PEM certificate. It is self-signed, and so also its own authority. */
  cert: string;
}

/** One DER element (ITU-T X.690): tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.byteLength;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** ecdsa-with-SHA256, commonName, subjectAltName, basicConstraints as object identifiers. */
const ECDSA = sequence(der(0x06, bytes('2a8648ce3d040302')));
const COMMON_NAME = der(0x06, bytes('550403'));
const ALT_NAME = der(0x06, bytes('551d11'));
const CONSTRAINTS = der(0x06, bytes('551d13'));

const time = (at: number): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${new Date(at)
        .toISOString()
        .replace(/[-:T]|\.\d+Z$/g, '')
        .slice(2)}Z`,
    ),
  );

const HOUR_MS = 3_600_000;

/** Creates a self-signed certificate for these host names and 127.0.0.1 (RFC 5280, 4.1). */
export function selfSigned(...names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('archctl tests')))));
  const now = Date.now();
  const hosts = [...names.map((it) => der(0x82, Buffer.from(it))), der(0x87, Buffer.from([127, 0, 0, 1]))];
  const extensions = sequence(
    sequence(ALT_NAME, der(0x04, sequence(...hosts))),
    sequence(CONSTRAINTS, der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  );
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA,
    name,
    sequence(time(now - HOUR_MS), time(now + 24 * HOUR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = createSign('sha256').update(signed).sign(privateKey);
  const whole = sequence(signed, ECDSA, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

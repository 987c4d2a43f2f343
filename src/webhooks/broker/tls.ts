import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { ArchctlError } from '../../base/errors.js';
import type { StreamAddress } from './address.js';

export interface TlsFiles {
  /** PEM. */
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

export interface TlsOptions {
  host: string;
  ca?: string;
  cert?: string;
  key?: string;
}

/** @throws ArchctlError `auth` for an invalid file. */
export function tlsOf({ tls, host }: StreamAddress, { ca, cert, key }: TlsFiles): TlsOptions | undefined {
  if (ca !== undefined) parsed(() => new X509Certificate(ca), 'certificate authority', 'ca');
  if (cert !== undefined && key !== undefined) {
    const certificate = parsed(() => new X509Certificate(cert), 'client certificate', 'cert');
    const privateKey = parsed(() => createPrivateKey(key), 'private key', 'key');
    if (!certificate.checkPrivateKey(privateKey))
      throw new ArchctlError('auth', 'The private key does not belong to the client certificate.', {
        hint: 'Check the files of --nats-cert and --nats-key, or NATS_CERT and NATS_KEY.',
      });
  }
  if (!tls && ca === undefined && cert === undefined) return undefined;
  // Without a host, the client compares the certificate of an IP address with "localhost".
  return { host, ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

function parsed<T>(parse: () => T, what: string, file: string): T {
  try {
    return parse();
  } catch {
    // The message of OpenSSL does not help, or contains parts of the file.
    throw new ArchctlError('auth', `The ${what} is not valid: it is not a readable PEM file.`, {
      hint: `Check the file of --nats-${file} or NATS_${file.toUpperCase()}.`,
    });
  }
}

const PROBE_MS = 2_000;

/**
 * Returns an error if the server rejects the client certificate. TLS 1.3 reports that after the handshake, where the
 * client of NATS loses the report and waits until its time is up.
 */
export async function certificateProblem(
  { host, port, label }: StreamAddress,
  options: TlsOptions,
): Promise<ArchctlError | undefined> {
  const signal = AbortSignal.timeout(PROBE_MS);
  const socket = connectSocket({ host, port, signal });
  try {
    // The server sends its description in clear first.
    await once(socket, 'data', { signal });
    await once(connectSecurely({ ...options, socket }), 'close', { signal });
  } catch (error) {
    const [, alert] = /_ALERT_([A-Z_]+)$/.exec(String((error as NodeJS.ErrnoException).code)) ?? [];
    if (alert === undefined) return undefined;
    if (options.cert === undefined)
      return new ArchctlError('auth', `${label}: the server requires a client certificate.`, {
        hint: 'Use --nats-cert FILE with --nats-key FILE, or NATS_CERT with NATS_KEY.',
      });
    const words = alert.toLowerCase().replaceAll('_', ' ');
    return new ArchctlError('auth', `${label}: the server rejected the client certificate: ${words}.`, {
      hint: 'Check the files of --nats-cert and --nats-key, or NATS_CERT and NATS_KEY.',
    });
  } finally {
    socket.destroy();
  }
  return undefined;
}

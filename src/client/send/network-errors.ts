import { ArchctlError, interrupted } from '../../base/errors.js';
import { bytesInWords } from '../../base/words.js';
import { MAX_HEADER_BYTES } from './limits.js';
import type { WireRequest } from './wire.js';

/** Undici's parser gives its errors no code; Node's begin alike. */
const NOT_HTTP = 'HPE_INVALID';

/** The system's or library's code of a failure, looked for along its causes. */
export function failureCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, name, cause, errors } = current as Record<'code' | 'name' | 'cause' | 'errors', unknown>;
    if (typeof code === 'string') return code;
    if (name === 'HTTPParserError') return NOT_HTTP;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return undefined;
}

const UNKNOWN_HOST = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'];

/** The request did not leave: nothing listened, or the name did not resolve. Then even a write may be sent again. */
export function neverLeft(error: unknown): boolean {
  const code = failureCode(error);
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

const isCertificate = (code: string): boolean =>
  /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO|UND_ERR_PRX_TLS)/.test(
    code,
  );

const isHeaderOverflow = (code: string): boolean =>
  code === 'HPE_HEADER_OVERFLOW' || code === 'UND_ERR_HEADERS_OVERFLOW';

/** The answer is not HTTP, in either parser's words; undici finds some of it where it trusts itself to be right. */
const isNotHttp = (code: string): boolean => /^(HPE_|UND_ERR_RES_|ERR_ASSERTION)/.test(code);

/** A failure that another attempt may cure: not a certificate, not a refusal, not the user's own abort. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ArchctlError) || error.kind !== 'unavailable') return false;
  const code = failureCode(error);
  return code !== undefined && !isCertificate(code) && code !== TOO_LARGE && !isHeaderOverflow(code);
}

/** Code of the failure that a body is larger than was asked for. */
export const TOO_LARGE = 'ARCHCTL_TOO_LARGE';
/** Code of an attempt that took longer than allowed. */
export const TIMED_OUT = 'ARCHCTL_TIMEOUT';

/** An error that carries a code, for use as a cause. */
export const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/**
 * The error for a request that got no response, told by its code and never by its text. `unavailable`, but
 * `interrupted` where the caller's own signal ended it, and `unexpected` for a fault that is not the network's.
 */
export function errorFromFailure(error: unknown, request: Pick<WireRequest, 'url' | 'signal'>): ArchctlError {
  if (error instanceof ArchctlError) return error;
  if (request.signal?.aborted) {
    const { reason } = request.signal;
    return reason instanceof ArchctlError ? reason : interrupted();
  }
  const code = failureCode(error);
  const name = error instanceof Error ? error.name : '';
  // Undici calls it an abort, too, when a proxy refuses to connect.
  if (name === 'AbortError' && code !== 'UND_ERR_ABORTED') return interrupted();
  const [message, hint] = describe(code, hostPort(request.url), refusedBy(error));
  if (message === undefined) {
    const text = error instanceof Error ? error.message : String(error);
    return new ArchctlError('unexpected', text, { cause: error });
  }
  return new ArchctlError('unavailable', message, { cause: error, hint });
}

/** `host:port`, with the scheme's own port where the address names none. */
const hostPort = (url: URL): string =>
  `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;

/** Who refused the connection, as the system names it: behind a proxy, that is not the host that was asked for. */
function refusedBy(error: unknown): string | undefined {
  const { address, port } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  return typeof address === 'string' && typeof port === 'number' ? `${address}:${port}` : undefined;
}

function describe(
  code: string | undefined,
  at: string,
  refuser: string | undefined,
): [message?: string, hint?: string] {
  if (code === undefined) return [];
  if (UNKNOWN_HOST.includes(code))
    return [
      `The host of ${at} could not be resolved.`,
      'Check the base URL, DNS and the network connection.',
    ];
  if (isCertificate(code))
    return [
      `The TLS connection to ${at} could not be trusted or made (${code}).`,
      'Behind a company proxy, name its certificate in NODE_EXTRA_CA_CERTS. Nothing turns the check off.',
    ];
  if (isHeaderOverflow(code))
    return [
      `The headers of the answer of ${at} are larger than ${bytesInWords(MAX_HEADER_BYTES)}.`,
      'Check the base URL and the proxy settings.',
    ];
  if (isNotHttp(code))
    return [
      `What ${at} answers is not valid HTTP.`,
      'Try again; check the base URL and the proxy settings if it stays so.',
    ];
  switch (code) {
    case 'ECONNREFUSED':
      return [
        refuser === undefined || refuser.split(':').pop() === at.split(':').pop()
          ? `Nothing answers on ${at} (connection refused).`
          : `Nothing answers on ${refuser}, which leads to ${at} (connection refused).`,
        'Check the base URL and the proxy settings. Is the service or the sandbox running?',
      ];
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'ECONNABORTED':
      return [`The connection to ${at} was closed before the answer was complete.`, 'Try again.'];
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ERR_SOCKET_CONNECTION_TIMEOUT':
      return [`No connection to ${at} in time.`, 'Check the network, firewall and proxy settings.'];
    case TIMED_OUT:
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return [`No complete answer from ${at} in time.`, 'Try again, or raise `--timeout`.'];
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EHOSTDOWN':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
      return [`${at} cannot be reached (${code}).`, 'Check the network connection, firewall and VPN.'];
    case 'UND_ERR_ABORTED':
      return [`The proxy did not connect to ${at}.`, 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.'];
    default:
      if (/^(UND_ERR_|ERR_HTTP|ERR_STREAM|E[A-Z]+$)/.test(code))
        return [`The exchange with ${at} failed (${code}).`, 'Try again later.'];
      return [];
  }
}

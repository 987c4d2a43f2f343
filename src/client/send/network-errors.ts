import { ArchctlError, type ErrorReason, errorFromAbort, interrupted } from '../../base/errors.js';
import { bytesInWords } from '../../base/text/words.js';
import { MAX_HEADER_BYTES } from './limits.js';
import type { WireRequest } from './wire.js';

/** Code for parser errors of undici, which have none; the codes of Node's parser start in the same way. */
const NOT_HTTP = 'HPE_INVALID';

/** Finds the code of a system or library failure in an error's chain of causes. */
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

/**
 * Whether the request was never sent: the connection was refused, or the name did not resolve. Even a write may then be
 * retried.
 */
export function wasNotSent(error: unknown): boolean {
  const code = failureCode(error);
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

const isCertificate = (code: string): boolean =>
  /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO|UND_ERR_PRX_TLS)/.test(
    code,
  );

const isHeaderOverflow = (code: string): boolean =>
  code === 'HPE_HEADER_OVERFLOW' || code === 'UND_ERR_HEADERS_OVERFLOW';

/**
 * Whether the response is not valid HTTP, in either parser's codes. Undici reports some invalid responses as failed
 * assertions.
 */
const isNotHttp = (code: string): boolean => /^(HPE_|UND_ERR_RES_|ERR_ASSERTION)/.test(code);

/** Whether a retry may succeed: not for a certificate error, a rejection, or an abort by the user. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ArchctlError) || error.kind !== 'unavailable') return false;
  const code = failureCode(error);
  return code !== undefined && !isCertificate(code) && code !== TOO_LARGE && !isHeaderOverflow(code);
}

/** Code of the failure for a body above the requested limit. */
export const TOO_LARGE = 'ARCHCTL_TOO_LARGE';
/** Code of the failure for an attempt that exceeded its timeout. */
export const TIMED_OUT = 'ARCHCTL_TIMEOUT';

/** Creates an error with a code, for use as a cause. */
export const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/**
 * Creates the error for a request without a response, based on the failure's code, never on its text. `unavailable` by
 * default, `interrupted` if the caller's own signal aborted it, and `unexpected` for a failure outside the network.
 */
export function errorFromFailure(error: unknown, request: Pick<WireRequest, 'url' | 'signal'>): ArchctlError {
  if (error instanceof ArchctlError) return error;
  if (request.signal?.aborted) return errorFromAbort(request.signal.reason);
  const code = failureCode(error);
  const name = error instanceof Error ? error.name : '';
  // Undici also reports an abort when a proxy refuses to connect.
  if (name === 'AbortError' && code !== 'UND_ERR_ABORTED') return interrupted(error);
  const [message, hint] = describe(code, hostPort(request.url), refusedBy(error));
  if (message === undefined) {
    const text = error instanceof Error ? error.message : String(error);
    return new ArchctlError('unexpected', text, { cause: error });
  }
  return new ArchctlError('unavailable', message, { reason: reasonOf(code), cause: error, hint });
}

const CONNECT_TIMEOUTS = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ERR_SOCKET_CONNECTION_TIMEOUT'];
const RESPONSE_TIMEOUTS = [TIMED_OUT, 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

function reasonOf(code: string | undefined): ErrorReason {
  if (code === 'ECONNREFUSED') return 'connection-refused';
  if (CONNECT_TIMEOUTS.includes(code ?? '')) return 'connection-timeout';
  return RESPONSE_TIMEOUTS.includes(code ?? '') ? 'timeout' : 'network';
}

/** `host:port`, with the scheme's default port if the URL has none. */
const hostPort = (url: URL): string =>
  `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;

/** Address that refused the connection, according to the system: behind a proxy it differs from the requested host. */
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
      `The TLS connection to ${at} failed (${code}).`,
      'Behind a company proxy, set NODE_EXTRA_CA_CERTS to its certificate. Verification cannot be disabled.',
    ];
  if (CONNECT_TIMEOUTS.includes(code))
    return [`Timed out while connecting to ${at}.`, 'Check the network, firewall and proxy settings.'];
  if (RESPONSE_TIMEOUTS.includes(code))
    return [`Timed out while waiting for the response from ${at}.`, 'Try again, or raise `timeoutMs`.'];
  if (isHeaderOverflow(code))
    return [
      `The response headers from ${at} are larger than ${bytesInWords(MAX_HEADER_BYTES)}.`,
      'Check the base URL and the proxy settings.',
    ];
  if (isNotHttp(code))
    return [
      `The response from ${at} is not valid HTTP.`,
      'Try again. If the error persists, check the base URL and the proxy settings.',
    ];
  switch (code) {
    case 'ECONNREFUSED':
      return [
        refuser === undefined || refuser.split(':').pop() === at.split(':').pop()
          ? `Nothing answers on ${at} (connection refused).`
          : `Nothing answers on ${refuser}, which leads to ${at} (connection refused).`,
        'Check the base URL and the proxy settings.',
      ];
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'ECONNABORTED':
      return [`The connection to ${at} was closed before the response was complete.`, 'Try again.'];
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
        return [`The request to ${at} failed (${code}).`, 'Try again later.'];
      return [];
  }
}

import { usageError } from '../../base/errors.js';
import { insecureError, isPrivateEnough } from './base-url.js';
import type { Send } from './wire.js';

/** API key (docs/service.md#authentication). */
export interface Credentials {
  /** Id of the key. */
  id: string;
  /** Secret of the key. */
  secret: string;
}

/**
 * Rejects incomplete credentials, for example from an unset environment variable.
 * @throws ArchctlError `usage`.
 */
export function checkCredentials(credentials: { readonly [part in keyof Credentials]?: unknown }): void {
  for (const part of ['id', 'secret'] as const) {
    const value = credentials[part];
    if (typeof value === 'string' && value.trim() !== '') continue;
    throw usageError(`The credentials have no ${part}.`, {
      hint: 'Check that the environment variable it is read from is set. To work without a key, omit the credentials.',
    });
  }
}

const OWN = ['authorization', 'x-api-key'] as const;

/**
 * Adds `Authorization: ApiKey <id>:<secret>` (docs/service.md#authentication) to requests for the configured origin
 * only. A request with its own credential keeps it, because the service answers 401 to two
 * (docs/service.md#permissions); for another origin that credential is removed as well.
 * @throws ArchctlError `usage` before anything is sent, for plain http to another machine or an invalid header value
 * (such as a malformed key).
 */
export const withAuth =
  (send: Send, origin: string, credentials: Credentials | undefined): Send =>
  async (request) => {
    checkHeaders(request.headers);
    if (!isPrivateEnough(request.url)) throw insecureError(request.url);
    if (request.anonymous || request.url.origin !== origin) {
      return send({ ...request, headers: withoutCredentials(request.headers) });
    }
    if (credentials === undefined || OWN.some((name) => request.headers[name] !== undefined)) {
      return send(request);
    }
    const authorization = `ApiKey ${credentials.id}:${credentials.secret}`;
    checkHeaders({ authorization });
    return send({ ...request, headers: { ...request.headers, authorization } });
  };

/** Removes the headers that identify the caller. */
export function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { authorization, cookie, 'x-api-key': key, 'proxy-authorization': proxy, ...rest } = headers;
  return rest;
}

/** Checked here, because the transport's own error may quote the value. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw usageError(`The header ${JSON.stringify(name)} contains characters that HTTP does not allow.`, {
      hint:
        name === 'authorization' ? 'Check that the API key was pasted completely, on one line.' : undefined,
    });
  }
}

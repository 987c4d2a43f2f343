import type { HeaderReader } from '../message.js';
import type { StoredKey } from '../store/keys.js';
import type { Store } from '../store/store.js';
import { HttpError } from './http-error.js';

const unauthorized = (message: string, code = 'auth/invalid-api-key'): HttpError =>
  new HttpError(401, message, { code, headers: { 'WWW-Authenticate': 'ApiKey' } });

/**
 * Authenticates a request: `Authorization: ApiKey id:secret`, `X-API-Key: id:secret` or `Authorization: Bearer token`
 * (docs/service.md#authentication).
 *
 * @throws HttpError 401 if the credentials are missing, malformed, unknown or wrong, or if several kinds are combined.
 */
export function signIn(headers: HeaderReader, store: Store): StoredKey {
  // Some clients send an empty value for the header that they do not use.
  const authorization = headers.get('authorization') || null;
  const apiKey = headers.get('x-api-key');
  if (authorization === null && apiKey === null) {
    throw unauthorized(
      'An API key is required: Authorization: ApiKey <id>:<secret>.',
      'auth/missing-api-key',
    );
  }
  const bearer = /^bearer(\s+(?<token>.*))?$/is.exec(authorization ?? '');
  if (apiKey !== null && authorization !== null) {
    throw unauthorized(
      'Send either an API key or a bearer token, and only once.',
      bearer ? 'auth/invalid-access-token' : 'auth/invalid-api-key',
    );
  }
  if (bearer) return withToken(bearer.groups?.token ?? '', store);
  const text = authorization === null ? apiKey : /^apikey\s+(.+)$/i.exec(authorization)?.[1];
  if (authorization !== null && text === undefined) {
    throw unauthorized('The Authorization header must be: ApiKey <id>:<secret>, or Bearer <token>.');
  }
  const [, id = '', secret = ''] = /^([^:]+):(.+)$/.exec(text?.trim() ?? '') ?? [];
  const key = store.keys.verify(id, secret);
  if (key === undefined) throw unauthorized('The API key is not valid.');
  return key;
}

/** A token acts on behalf of its user, with the token's permission. */
function withToken(token: string, store: Store): StoredKey {
  const found = store.tokens.verify(token.trim());
  if (!found) throw unauthorized('The bearer token is not valid.', 'auth/invalid-access-token');
  const { userId } = found;
  const name = store.records.get('user', userId)?.name ?? '';
  return { ...found, name, actor: { by: 'user', id: userId, name } };
}

import type { StoredKey } from '../store/keys.js';
import type { Store } from '../store/store.js';
import { HttpError } from './http-error.js';

const unauthorized = (message: string, code = 'auth/invalid-api-key'): HttpError =>
  new HttpError(401, message, { code, headers: { 'WWW-Authenticate': 'ApiKey' } });

/**
 * The key a request signs in with: `Authorization: ApiKey id:secret` (docs/service.md#authentication) or
 * `X-API-Key: id:secret` (docs/service.md#permissions).
 * @throws HttpError 401 where there is none, it is malformed, unknown or wrong, or where two ways are mixed.
 */
export function signIn(headers: Headers, store: Store): StoredKey {
  const authorization = headers.get('authorization');
  const apiKey = headers.get('x-api-key');
  if (authorization === null && apiKey === null) {
    throw unauthorized(
      'An API key is required: Authorization: ApiKey <id>:<secret>.',
      'auth/missing-api-key',
    );
  }
  if (apiKey !== null && authorization !== null && /^bearer\s/i.test(authorization)) {
    throw unauthorized('Send an API key or a bearer token, not both.', 'auth/invalid-access-token');
  }
  const text = authorization === null ? apiKey : /^apikey\s+(.+)$/i.exec(authorization)?.[1];
  if (authorization !== null && text === undefined) {
    const bearer = /^bearer\s/i.test(authorization);
    throw unauthorized(
      'The Authorization header must be: ApiKey <id>:<secret>.',
      bearer ? 'auth/invalid-access-token' : 'auth/invalid-api-key',
    );
  }
  const [, id = '', secret = ''] = /^([^:]+):(.+)$/.exec(text?.trim() ?? '') ?? [];
  const key = store.keys.verify(id, secret);
  if (key === undefined) throw unauthorized('The API key is not valid.');
  return key;
}

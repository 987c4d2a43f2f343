import type { HeaderReader } from '../message.js';
import type { StoredKey } from '../store/keys.js';

/** Whether a request has no credentials; the password of a share link does not authenticate. */
export function isAnonymous(headers: HeaderReader): boolean {
  const authorization = headers.get('authorization');
  const isPassword = authorization !== null && /^basic\s/i.test(authorization);
  return (authorization === null || isPassword) && headers.get('x-api-key') === null;
}

/** Anonymous key for public operations: reads without an organization (docs/service.md#permissions). */
export const ANONYMOUS_KEY: StoredKey = {
  id: 'nobody',
  organizationId: '',
  permission: 'read',
  userId: '',
  name: 'Nobody',
  actor: { by: 'api-key', id: 'nobody', name: 'Nobody' },
};

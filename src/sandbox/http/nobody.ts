import type { StoredKey } from '../store/keys.js';

/** Whether a request brings nothing to sign in with. */
export const isNobody = (headers: Headers): boolean =>
  headers.get('authorization') === null && headers.get('x-api-key') === null;

/** Who asks for what is public without a key: a reader of no organization (docs/service.md#permissions). */
export const NOBODY: StoredKey = {
  id: 'nobody',
  organizationId: '',
  permission: 'read',
  userId: '',
  name: 'Nobody',
  actor: { by: 'api-key', id: 'nobody', name: 'Nobody' },
};

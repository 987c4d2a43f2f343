import type { Call } from '../call.js';
import { LIFETIME, signToken } from './tokens.js';

/** Addresses of an organization's icons, good for a while (docs/service.md#choices). */

const secretOf = ({ services }: Call): string => services.store.settings.get('fileSecret') ?? '';

/** Below this address the icons of an organization are read: `{address}/{variant}/{icon}.{type}`. */
export function signTree(call: Call, organizationId: string): string {
  const expires = Date.parse(call.now) + LIFETIME;
  const token = signToken(secretOf(call), `icons ${organizationId}`, expires);
  return `${call.origin}/files/icons/${organizationId}/${token}`;
}

/** To this address one icon is put. */
export function signTarget(call: Call, path: readonly string[]): string {
  const expires = Date.parse(call.now) + LIFETIME;
  const token = signToken(secretOf(call), `icon upload ${path.join(' ')}`, expires);
  return `${call.origin}/files/icons/${path.map(encodeURIComponent).join('/')}/${token}`;
}

import type { Profile } from '../../../profiles/profile.js';

/** A profile without its secret. */
export const profileView = (
  name: string,
  { secret: _, webhookSecrets, ...profile }: Profile,
  inUse: boolean,
) => ({
  name,
  inUse,
  ...profile,
  ...(webhookSecrets ? { webhookSecrets: webhookSecrets.map(({ secret: _secret, ...rest }) => rest) } : {}),
});

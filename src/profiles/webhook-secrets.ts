import { usageError } from '../base/errors.js';
import { existingProfile } from './find.js';
import type { ProfileFile, WebhookSecret } from './profile.js';

/** Pure functions that change the signing secrets of a profile. Errors: `usage`. */

function changed(
  file: ProfileFile,
  name: string,
  change: (secrets: readonly WebhookSecret[]) => WebhookSecret[],
): ProfileFile {
  const { webhookSecrets = [], ...rest } = existingProfile(file, name);
  const next = change(webhookSecrets);
  return {
    ...file,
    profiles: { ...file.profiles, [name]: { ...rest, ...(next.length > 0 ? { webhookSecrets: next } : {}) } },
  };
}

/** Adds a secret, or replaces the one of the same name. */
export const setWebhookSecret = (file: ProfileFile, profile: string, secret: WebhookSecret): ProfileFile =>
  changed(file, profile, (secrets) => [...secrets.filter((it) => it.name !== secret.name), secret]);

export const removeWebhookSecret = (file: ProfileFile, profile: string, name: string): ProfileFile =>
  changed(file, profile, (secrets) => {
    if (!secrets.some((it) => it.name === name)) {
      const known = secrets.map((it) => it.name);
      throw usageError(`There is no webhook secret "${name}".`, {
        hint:
          known.length > 0
            ? `Profiles: ${known.join(', ')}.`
            : 'There are no webhook secrets. Add one with "archctl webhook secret set NAME".',
      });
    }
    return secrets.filter((it) => it.name !== name);
  });

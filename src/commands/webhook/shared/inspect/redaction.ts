import type { Context } from '../../../../cli/command/spec.js';
import { createRedactor, isSecretName, REDACTED } from '../../../../client/send/redact.js';
import type { Redaction } from '../../../../webhooks/inspect/inspected-event.js';
import { secretsOf } from '../options.js';

/** Redacts credentials by name, and every secret that is saved on this machine or set for this call. */
export function redactionFor(context: Context, secretFile: string | undefined): Redaction {
  const { world, profiles } = context;
  const redactor = createRedactor([
    ...Object.values(profiles.read().profiles).flatMap(({ secret, webhookSecrets = [] }) => [
      secret,
      ...webhookSecrets.map((it) => it.secret),
    ]),
    ...secretsOf(context, secretFile).map(({ secret }) => secret),
    (world.env.ARCHCTL_API_KEY ?? '').replace(/^[^:]*:/, ''),
  ]);
  return {
    text: redactor.text,
    url: redactor.url,
    header: (name, value) =>
      isSecretName(name) ? REDACTED : (redactor.headers({ [name]: value })[name] ?? REDACTED),
  };
}

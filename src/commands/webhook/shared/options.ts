import { join } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { readFileText } from '../../../cli/command/input/read-input.js';
import { choices, flag, number, text, texts } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import type { World } from '../../../cli/command/world.js';
import { HEADER_PREFIX, WEBHOOK_COLLECTIONS, WEBHOOK_OPERATIONS } from '../../../contract/webhook.js';
import type { WebhookEvent } from '../../../contract/webhook-event.js';
import { isBlank, type Secret, usableSecrets } from '../../../webhooks/signature.js';

export const SECRET_FILE = text('Read the signing secret from a file', { value: 'FILE', completes: 'file' });

export const TOLERANCE = number('Maximum difference between timestamp and clock, in seconds', {
  value: 'SECONDS',
  integer: true,
  min: 0,
  fallback: '300',
});

export const PREFIX = text('Prefix of the signature headers', {
  value: 'NAME',
  fallback: HEADER_PREFIX,
});

export const EVENT_FILTERS = {
  collection: texts(`Filter by collection, for example ${WEBHOOK_COLLECTIONS.join(', ')}`, {
    value: 'NAME',
    suggests: WEBHOOK_COLLECTIONS,
  }),
  operation: choices(WEBHOOK_OPERATIONS, 'Filter by operation'),
};

export const FAILED = flag('Only events that a target or program of a listener did not handle');

/** Default target: a listener on this machine. */
export const LOCAL_TARGET = 'http://127.0.0.1:4242/';

/** Directory of stored events, shared by all listeners of the user. */
export const eventDirectory = (context: Context): string => join(context.stateDirectory, 'webhook-events');

/**
 * Signing secrets: `--secret-file`, else ARCHCTL_WEBHOOK_SECRET, else the profile's. An empty variable counts as unset.
 *
 * @throws ArchctlError `usage` for a blank secret.
 */
export function secretsOf(context: Context, secretFile: string | undefined): Secret[] {
  const { world, settings } = context;
  if (secretFile !== undefined) {
    const secret = readSecret(secretFile, world);
    return [{ name: 'file', secret }];
  }
  const given = world.env.ARCHCTL_WEBHOOK_SECRET;
  if (given && isBlank(given))
    throw usageError('ARCHCTL_WEBHOOK_SECRET is blank, so anyone could forge a signature.', {
      hint: 'Set it to the secret of the subscription, or unset it to use the secrets of the profile.',
    });
  if (given) return [{ name: 'environment', secret: given }];
  const profile = settings.profileName()?.value;
  return [...usableSecrets(settings.profile()?.webhookSecrets ?? [], ` of profile "${profile}"`)];
}

/** The secret to sign with: the first, or the one bound to the subscription. */
export function signingSecret(
  context: Context,
  secretFile: string | undefined,
  subscriptionId?: string,
): Secret {
  const secrets = secretsOf(context, secretFile);
  const bound = secrets.find((it) => it.subscriptionId !== undefined && it.subscriptionId === subscriptionId);
  const secret = bound ?? secrets[0];
  if (!secret) throw noSecret();
  return secret;
}

export const noSecret = () =>
  usageError('No signing secret is configured.', {
    hint: [
      'Configure one of:',
      '  archctl webhook secret set NAME',
      '  archctl sandbox webhook add --name NAME --url URL --save-secret, with a sandbox',
      '  --secret-file FILE',
      '  ARCHCTL_WEBHOOK_SECRET in the environment',
    ].join('\n'),
  });

function readSecret(file: string, world: World): string {
  const content = readFileText(file, world, '--secret-file').trim();
  if (isBlank(content))
    throw usageError(`${file} is empty.`, { hint: 'It must contain the secret of the subscription.' });
  return content;
}

/** Filter for `--match`: whether a JMESPath expression finds something in the event. */
export async function matcher(
  expression: string | undefined,
): Promise<((event: WebhookEvent) => boolean) | undefined> {
  if (expression === undefined) return undefined;
  const { compileQuery } = await import('../../../terminal/query.js');
  const query = await compileQuery(expression, '--match');
  return (event) => {
    const found = query(event);
    if (found === null || found === undefined || found === false || found === '') return false;
    return typeof found !== 'object' || Object.keys(found).length > 0;
  };
}

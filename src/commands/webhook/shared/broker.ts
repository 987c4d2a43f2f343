import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { readFileText } from '../../../cli/command/input/read-input.js';
import { text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Broker, BrokerAuth } from '../../../webhooks/broker/connect.js';

const FILE = { value: 'FILE', completes: 'file' } as const;

/** Options of all commands that connect to a NATS server. The variables are those of the `nats` program. */
export const BROKER_OPTIONS = {
  natsCreds: text('NATS credentials file (env: NATS_CREDS)', FILE),
  natsNkey: text('File with an NKey seed (env: NATS_NKEY)', FILE),
  natsTokenFile: text('File with a NATS token (env: NATS_TOKEN for the token itself)', FILE),
  natsUser: text('NATS user (env: NATS_USER)', { value: 'NAME' }),
  natsPasswordFile: text(
    'File with the password of the NATS user (env: NATS_PASSWORD for the password itself)',
    FILE,
  ),
  natsCa: text('Certificate authority of the NATS server, PEM (env: NATS_CA)', FILE),
  natsCert: text('Client certificate for the NATS server, PEM (env: NATS_CERT)', FILE),
  natsKey: text('Private key of --nats-cert, PEM (env: NATS_KEY)', FILE),
};

export type BrokerGiven = { [K in keyof typeof BROKER_OPTIONS]?: string | undefined };

/**
 * Reads credentials and certificates. Options take precedence over the environment.
 * @throws ArchctlError `usage` for unreadable files and contradictory options.
 */
export function brokerAuth({ world, terminal }: Context, given: BrokerGiven): BrokerAuth {
  const { env } = world;
  const file = (path: string | undefined, option: string) =>
    path ? readFileText(path, world, option).trim() : undefined;
  const secretFile = (path: string | undefined, option: string) => {
    const content = file(path, option);
    if (path && isOpenToOthers(resolve(world.cwd, path)))
      terminal.warn(`Option ${option}: other users can read ${path}. Close it with "chmod go-rwx ${path}".`);
    return content;
  };
  const kinds = [given.natsCreds, given.natsNkey, given.natsTokenFile, given.natsUser];
  const isGiven = kinds.some((it) => it !== undefined);
  if (kinds.filter((it) => it !== undefined).length > 1)
    throw usageError('--nats-creds, --nats-nkey, --nats-token-file and --nats-user cannot be combined.');
  const fallback = (name: string) => (isGiven ? undefined : env[name] || undefined);
  const user = given.natsUser ?? fallback('NATS_USER');
  const password =
    secretFile(given.natsPasswordFile, '--nats-password-file') ?? (user && (env.NATS_PASSWORD || undefined));
  if (given.natsPasswordFile && !user) throw usageError('--nats-password-file requires --nats-user.');
  const cert = given.natsCert ?? (env.NATS_CERT || undefined);
  const key = given.natsKey ?? (env.NATS_KEY || undefined);
  if ((cert === undefined) !== (key === undefined))
    throw usageError('--nats-cert and --nats-key must be used together.');
  return {
    creds: secretFile(given.natsCreds ?? fallback('NATS_CREDS'), '--nats-creds'),
    nkey: secretFile(given.natsNkey ?? fallback('NATS_NKEY'), '--nats-nkey'),
    token: secretFile(given.natsTokenFile, '--nats-token-file') ?? fallback('NATS_TOKEN'),
    user,
    password,
    ca: file(given.natsCa ?? (env.NATS_CA || undefined), '--nats-ca'),
    cert: file(cert, '--nats-cert'),
    key: secretFile(key, '--nats-key'),
  };
}

const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && statSync(path).isFile() && (statSync(path).mode & 0o077) !== 0;

/** Connects to the server of a stream. The client is loaded only here. */
export async function openBroker(
  context: Context,
  url: string,
  source: string,
  given: BrokerGiven,
): Promise<Broker> {
  const [{ parseStreamAddress }, { connectBroker }] = await Promise.all([
    import('../../../webhooks/broker/address.js'),
    import('../../../webhooks/broker/connect.js'),
  ]);
  return connectBroker(parseStreamAddress(url, source), brokerAuth(context, given));
}

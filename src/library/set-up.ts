import {
  BOOLEAN,
  CALLBACK,
  CLOCK,
  COUNT,
  checkOptions,
  FUNCTION,
  MILLISECONDS,
  OBJECT,
  type OptionTypes,
  SIGNAL,
  TEXT,
} from '../base/check-options.js';
import { ArchctlError, toArchctlError, usageError } from '../base/errors.js';
import { isObject } from '../base/is-object.js';
import { requireArguments } from '../base/require-arguments.js';
import { createClient as createClientFor } from '../client/client.js';
import type { Client, ClientHooks, ClientOptions } from '../client/client-types.js';
import type { Credentials } from '../client/send/auth.js';
import type { WireRequest } from '../client/send/wire.js';
import { nodeTransport } from '../client/transport/transport.js';
import { configDirectory } from '../profiles/directories.js';
import { parseKey, resolveSettings } from '../profiles/settings.js';
import { profileStore } from '../profiles/store.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Options of a client whose address and key come from elsewhere. */
export interface ClientSettings extends Omit<ClientOptions, 'baseUrl' | 'credentials' | 'transport'> {
  /** Sends the requests. Default: `nodeTransport` with the proxies of the environment. */
  transport?: ClientOptions['transport'] | undefined;
}

/** Options of `createClient`. */
export interface CreateClientOptions extends ClientSettings {
  /** Key as `ID:SECRET`, or as an object. Without it, only public operations can be called. */
  apiKey?: string | Credentials | undefined;
  /** Address of the service. Default: the variable ARCHCTL_BASE_URL. */
  baseUrl?: string | undefined;
}

const HOOKS: OptionTypes<ClientHooks> = {
  onSend: CALLBACK,
  onRequest: CALLBACK,
  onResponse: CALLBACK,
  onMeter: CALLBACK,
  onError: CALLBACK,
  onRetry: CALLBACK,
  onPace: CALLBACK,
  onMismatch: CALLBACK,
  onDebug: CALLBACK,
};
const OPTIONS: OptionTypes<CreateClientOptions> = {
  apiKey: ['text or an object', (value) => typeof value === 'string' || isObject(value)],
  baseUrl: TEXT,
  transport: FUNCTION,
  timeoutMs: MILLISECONDS,
  retries: COUNT,
  paced: BOOLEAN,
  clock: CLOCK,
  random: CALLBACK,
  hooks: OBJECT,
  userAgent: TEXT,
  signal: SIGNAL,
};

/**
 * Creates a client for one service and one key.
 * @throws ArchctlError `usage` for a missing or invalid address, and for an incomplete key.
 */
export function createClient(options: CreateClientOptions = {}): Client {
  const env: Env = process.env;
  const checked = checkOptions('createClient', options, OPTIONS);
  const { apiKey, baseUrl = env.ARCHCTL_BASE_URL, transport, hooks, ...rest } = checked;
  if ('apiKey' in options && (apiKey === undefined || apiKey === ''))
    throw invalidInput('The apiKey is empty or missing.', 'Check that the variable it is read from is set.');
  if (!baseUrl)
    throw invalidInput('The address of the service is missing.', 'Pass `baseUrl`, or set ARCHCTL_BASE_URL.');
  return createClientFor({
    ...rest,
    hooks: hooks && checkOptions('createClient', hooks, HOOKS),
    baseUrl,
    credentials: typeof apiKey === 'string' ? parseKey(apiKey, 'The apiKey') : apiKey,
    transport: transport ? withErrors(transport) : nodeTransport({ proxyEnv: env }),
  });
}

type GivenTransport = ClientOptions['transport'];

/** A transport that throws errors only. */
const withErrors = (send: GivenTransport): GivenTransport =>
  Object.assign(
    async (request: WireRequest) => {
      try {
        return await send(request);
      } catch (thrown) {
        throw thrown instanceof Error ? thrown : toArchctlError(thrown);
      }
    },
    { close: async () => send.close?.() },
  );

/**
 * Creates a client with the key in ARCHCTL_API_KEY, as `ID:SECRET`, and the address in ARCHCTL_BASE_URL.
 * @param env Default: `process.env`.
 * @throws ArchctlError `usage` if a variable is missing or invalid.
 */
export function clientFromEnv(settings: ClientSettings = {}, env: Env = process.env): Client {
  requireArguments('clientFromEnv', { settings, env });
  const { ARCHCTL_API_KEY: key, ARCHCTL_BASE_URL: baseUrl } = env;
  if (!key) throw invalidInput('ARCHCTL_API_KEY is not set.', 'Set it to a key of the form ID:SECRET.');
  if (!baseUrl) throw invalidInput('ARCHCTL_BASE_URL is not set.', 'Set it to the address of the service.');
  return createClient({
    transport: nodeTransport({ proxyEnv: env }),
    ...settings,
    apiKey: parseKey(key, 'ARCHCTL_API_KEY'),
    baseUrl,
  });
}

/**
 * Creates a client with the address and the key of a profile that the command-line program has saved.
 * @param name Default: the current profile.
 * @param env Environment that locates the file of profiles. Default: `process.env`.
 * @throws ArchctlError `usage` for an unknown profile, `auth` without a profile.
 */
export function clientFromProfile(
  name?: string,
  settings: ClientSettings = {},
  env: Env = process.env,
): Client {
  requireArguments('clientFromProfile', { settings, env });
  const store = profileStore(configDirectory(env));
  // The variables of another account do not replace the address or the key of the profile.
  const profile = resolveSettings({ given: { profile: name }, env: {}, cwd: '/', store }).profile();
  if (!profile)
    throw new ArchctlError('auth', 'No profile has been saved.', {
      hint: 'Sign in with the command-line program, or pass a key to `createClient`.',
    });
  const { baseUrl, keyId: id, secret } = profile;
  return createClient({
    transport: nodeTransport({ proxyEnv: env }),
    ...settings,
    apiKey: { id, secret },
    baseUrl,
  });
}

const invalidInput = (message: string, hint?: string) =>
  usageError(message, { reason: 'invalid-input', hint });

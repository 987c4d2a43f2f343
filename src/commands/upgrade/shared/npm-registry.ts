import { ArchctlError, toArchctlError, usageError } from '../../../base/errors.js';
import { withoutSecrets } from '../../../base/secret-environment.js';
import type { Context } from '../../../cli/command/spec.js';
import type { World } from '../../../cli/command/world.js';
import { wasNotSent } from '../../../client/send/network-errors.js';
import { isVersion } from './semver.js';

const MAX_BYTES = 65_536;

/**
 * Newest version of archctl in a registry. Sends no key and no user data.
 *
 * @throws ArchctlError `usage` for an invalid address; `not-found` if archctl is not published there; `unavailable` if
 * the registry cannot be reached or sends an unexpected response; `auth` if it requires a sign-in.
 */
export async function latestVersion(context: Context, registry: string): Promise<string> {
  const root = parseRegistry(registry);
  const client = await context.client({ account: { baseUrl: root.origin } });
  const response = await client
    .download(new URL('-/package/archctl/dist-tags', root), { maxBytes: MAX_BYTES })
    .catch((error: unknown) => {
      // A dry run throws on purpose.
      throw error instanceof Error ? explained(toArchctlError(error), root) : error;
    });
  const latest = readLatest(await response.body.text());
  if (latest !== undefined) return latest;
  throw new ArchctlError('unavailable', `${root.host} does not respond like an npm registry.`, {
    hint: 'Check --registry, or npm_config_registry in the environment.',
  });
}

function parseRegistry(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usageError('The registry is not an http(s) address.', {
      hint: 'Example: https://npm.example.com/',
    });
  }
  // The address may contain a password, so the message does not repeat it.
  if (url.username !== '' || url.password !== '')
    throw usageError('The registry must not carry a user name or password.');
  if (/[?#]/.test(url.href)) throw usageError('The registry must not carry a query or a fragment.');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function readLatest(text: string): string | undefined {
  try {
    const { latest } = JSON.parse(text) as { latest?: unknown };
    return typeof latest === 'string' && isVersion(latest) ? latest : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the client's hints, which concern the service and its keys. */
function explained(error: ArchctlError, { host }: URL): ArchctlError {
  const { status, cause } = error.facts;
  if (wasNotSent(error)) {
    return new ArchctlError(error.kind, error.message, {
      cause,
      hint: 'Check the network, the proxy settings and --registry.',
    });
  }
  if (status === undefined) return error;
  if (error.kind === 'not-found') {
    return new ArchctlError('not-found', `archctl is not published on ${host}.`, {
      status,
      hint: '--registry names another registry.',
    });
  }
  const hint =
    error.kind === 'auth'
      ? 'archctl signs in nowhere for this; ask with npm view archctl.'
      : 'Try again later.';
  return new ArchctlError(error.kind, `${host} rejected the request (HTTP ${status}).`, {
    status,
    hint,
    cause,
  });
}

/** Timeout for npm: it answers within a second, but a shim may hang. */
const PATIENCE_MS = 20_000;

/**
 * The configured npm registry: from the environment, or else from npm, which reads the `.npmrc` files.
 *
 * @throws ArchctlError `usage` if neither contains one.
 */
export async function registrySetting({ env, cwd, signal }: World): Promise<string> {
  // npm accepts its variables in either case.
  const named = env.npm_config_registry || env.NPM_CONFIG_REGISTRY;
  if (named) return named;
  const { execa } = await import('execa');
  const { stdout, failed } = await execa('npm', ['config', 'get', 'registry', '--no-update-notifier'], {
    ...{ env: withoutSecrets(env), extendEnv: false, cwd, stdin: 'ignore', reject: false },
    ...{ timeout: PATIENCE_MS, cancelSignal: signal },
  });
  const setting = stdout?.trim();
  if (!failed && setting) return setting;
  throw usageError('No npm registry is configured.', {
    hint: 'Use --registry URL or set npm_config_registry. npm itself returned no registry.',
  });
}

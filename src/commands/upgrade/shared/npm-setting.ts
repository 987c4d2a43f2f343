import { usageError } from '../../../base/errors.js';
import { withoutSecrets } from '../../../base/secret-environment.js';
import type { World } from '../../../cli/command/world.js';

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
  const said = stdout?.trim();
  if (!failed && said) return said;
  throw usageError('No npm registry is configured.', {
    hint: 'Use --registry URL or set npm_config_registry. npm itself returned no registry.',
  });
}

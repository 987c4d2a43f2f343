/** Opens a URL with the system's opener, without a shell. */

import { spawn } from 'node:child_process';
import { withoutSecrets } from '../secret-environment.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a display exists on which a browser could open. */
export function hasDisplay(env: Environment, platform: NodeJS.Platform): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = env;
  if (CI && CI !== 'false' && CI !== '0') return false;
  if (platform === 'darwin' || platform === 'win32') return !SSH_CONNECTION;
  return Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/**
 * Command line that opens a URL; undefined if the URL is not http or https. `URL` normalizes it to start with its
 * scheme, so that it cannot be read as an option.
 */
export function openerOf(address: string, platform: NodeJS.Platform): [string, ...string[]] | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (platform === 'darwin') return ['open', href];
  // "start" needs a shell, which would interpret "&" in the URL; rundll32 opens the URL without one.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', href];
  return ['xdg-open', href];
}

/** Opens a URL without waiting for the browser. Returns false without a display or an opener. */
export function openUrl(
  address: string,
  { env, platform = process.platform }: { env: Environment; platform?: NodeJS.Platform },
): Promise<boolean> {
  const opener = hasDisplay(env, platform) ? openerOf(address, platform) : undefined;
  if (!opener) return Promise.resolve(false);
  const [file, ...args] = opener;
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: withoutSecrets(env), stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

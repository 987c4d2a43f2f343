/** Hands an address to the program that opens addresses on this system, and to no shell. */

import { spawn } from 'node:child_process';
import { withoutSecrets } from './secret-environment.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether somebody sits at a screen that a browser could show itself on. */
export function hasScreen(env: Environment, platform: NodeJS.Platform): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = env;
  if (CI && CI !== 'false' && CI !== '0') return false;
  if (platform === 'darwin' || platform === 'win32') return !SSH_CONNECTION;
  return Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/**
 * The command line that opens an address; undefined for one that is not of the web. An address as `URL` writes it begins
 * with its scheme, so that none is taken for an option.
 */
export function openerOf(address: string, platform: NodeJS.Platform): [string, ...string[]] | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (platform === 'darwin') return ['open', href];
  // "start" is a word of a shell, which would read "&" in the address; this is what it calls.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', href];
  return ['xdg-open', href];
}

/** Opens an address, and does not wait for the browser to end. False where there is no screen, or no opener. */
export function openAddress(
  address: string,
  { env, platform = process.platform }: { env: Environment; platform?: NodeJS.Platform },
): Promise<boolean> {
  const opener = hasScreen(env, platform) ? openerOf(address, platform) : undefined;
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

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasDisplay, openerOf, openUrl } from '../../../src/base/network/open-address.js';

const ADDRESS = 'https://app.example.com/x?a=$(id)&b=`id`;c';

it('passes a web address as one argument on each system', () => {
  expect(openerOf(ADDRESS, 'linux')).toEqual(['xdg-open', ADDRESS]);
  expect(openerOf(ADDRESS, 'darwin')).toEqual(['open', ADDRESS]);
  expect(openerOf(ADDRESS, 'win32')).toEqual(['rundll32.exe', 'url.dll,FileProtocolHandler', ADDRESS]);
});

it.each(['file:///etc/passwd', 'javascript:alert(1)', '--help', 'x-man-page://ls', ''])(
  '%s is never opened',
  (address) => {
    expect(openerOf(address, 'linux')).toBeUndefined();
  },
);

it('reports no screen in CI, over SSH, and without a display', () => {
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0', CI: 'true' }, 'linux')).toBe(false);
  expect(hasDisplay({}, 'darwin')).toBe(true);
  expect(hasDisplay({ SSH_CONNECTION: 'x' }, 'darwin')).toBe(false);
  expect(hasDisplay({ CI: '1' }, 'win32')).toBe(false);
});

it.skipIf(process.platform === 'win32')('gives the opener the address and no secret', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'archctl-open-'));
  try {
    const output = join(directory, 'told');
    const opener = join(directory, 'xdg-open');
    writeFileSync(
      opener,
      `#!/bin/sh\nprintf '%s|%s' "$1" "$ARCHCTL_API_KEY" > "${output}.new"\nmv "${output}.new" "${output}"\n`,
    );
    chmodSync(opener, 0o755);
    const env = { PATH: `${directory}:${process.env.PATH ?? ''}`, DISPLAY: ':0', ARCHCTL_API_KEY: 'a:b' };
    const written = new Promise<void>((resolve) => {
      const watcher = watch(directory, () => {
        if (!existsSync(output)) return;
        watcher.close();
        resolve();
      });
    });
    expect(await openUrl(ADDRESS, { env, platform: 'linux' })).toBe(true);
    await written;
    expect(readFileSync(output, 'utf8')).toBe(`${ADDRESS}|`);
    const bare = { PATH: join(directory, 'nowhere'), DISPLAY: ':0' };
    expect(await openUrl(ADDRESS, { env: bare, platform: 'linux' })).toBe(false);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

// Before publishing: what goes out is committed, has its place in the changelog, and can be traced to its source.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from './arguments.mjs';

const root = join(import.meta.dirname, '..');

/** What keeps this tree from being published, as sentences; none where nothing does. */
export function obstacles({ manifest, changelog, status, env }) {
  const { version, repository, publishConfig } = manifest;
  const found = [];
  if (status.trim() !== '') found.push(`The tree has changes that are not committed:\n${status.trimEnd()}`);
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm').test(changelog))
    found.push(`CHANGELOG.md has no section "## ${version}".`);
  // A provenance statement names the repository and the run that built the package.
  if (publishConfig?.provenance) {
    if (!repository) found.push('package.json names no repository, which provenance needs.');
    if (env.GITHUB_ACTIONS !== 'true' && env.GITLAB_CI !== 'true')
      found.push('Provenance is made where the service that builds it can vouch for it: publish from CI.');
  }
  return found;
}

if (process.argv[1] === import.meta.filename) {
  readFlags();
  const found = obstacles({
    manifest: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    status: execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }),
    env: process.env,
  });
  for (const it of found) process.stderr.write(`Not published: ${it}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

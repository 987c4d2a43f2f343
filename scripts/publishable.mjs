// Checks before publishing: a clean tree, a section in the changelog, and the requirements of provenance.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from './arguments.mjs';

const root = join(import.meta.dirname, '..');

/** Reasons why this tree cannot be published, as sentences. Empty if it can. */
export function publishProblems({ manifest, changelog, status, env }) {
  const { version, repository, publishConfig } = manifest;
  const problems = [];
  if (status.trim() !== '') problems.push(`The tree has uncommitted changes:\n${status.trimEnd()}`);
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm').test(changelog))
    problems.push(`CHANGELOG.md has no section "## ${version}".`);
  // A provenance statement contains the repository and the CI run that built the package.
  if (publishConfig?.provenance) {
    if (!repository) problems.push('package.json has no repository, which provenance requires.');
    if (env.GITHUB_ACTIONS !== 'true' && env.GITLAB_CI !== 'true')
      problems.push('Provenance requires a supported CI service: publish from CI.');
  }
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  readFlags();
  const problems = publishProblems({
    manifest: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    status: execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }),
    env: process.env,
  });
  for (const it of problems) process.stderr.write(`Not published: ${it}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

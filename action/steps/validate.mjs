// Validates the model files offline, with annotations in GitHub and a code quality report in GitLab.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeOutput } from '../lib/files.mjs';

/** @returns exit code of `archctl model validate`: 8 for findings, 2 for unreadable files. */
export async function validate({ host, settings, archctl }) {
  const args = ['model', 'validate', settings.model, ...(settings.isStrict ? ['--strict'] : [])];
  const shown = await archctl(args);
  host.log([shown.stdout, shown.stderr].filter((text) => text.trim() !== '').join('\n'));
  if (host.name === 'github') {
    const { stdout } = await archctl([...args, '-o', 'github']);
    if (stdout !== '') host.annotate(stdout);
  } else {
    const { stdout } = await archctl([...args, '-o', 'json']);
    const file = join(settings.out, 'gl-code-quality.json');
    writeOutput(file, `${JSON.stringify(codeQuality(findingsIn(stdout)), null, 2)}\n`);
  }
  return shown.code;
}

function findingsIn(text) {
  try {
    const findings = JSON.parse(text);
    return Array.isArray(findings) ? findings : [];
  } catch {
    return [];
  }
}

const SEVERITIES = { error: 'major', warning: 'minor' };

/** Findings as a report of GitLab's Code Quality. */
const codeQuality = (findings) =>
  findings.map(({ file, line, severity, message, rule }) => ({
    description: message,
    check_name: rule,
    fingerprint: createHash('sha256').update([file, line, rule, message].join('\0')).digest('hex'),
    severity: SEVERITIES[severity] ?? 'info',
    location: { path: file, lines: { begin: line ?? 1 } },
  }));

import { visible } from '../../../../base/text/escape.js';
import type { Located } from './located.js';

/** Findings as GitHub workflow commands, which become annotations in the diff of a pull request. */

const LEVELS = { error: 'error', warning: 'warning', note: 'notice' } as const;

export const githubAnnotations = (found: readonly Located[]): string =>
  found.map((it) => `${annotation(it)}\n`).join('');

function annotation({ finding, file, line, column, endColumn, path }: Located): string {
  const { severity, rule, message, hint } = finding;
  const place = path === undefined && { file, line, endLine: line, col: column, endColumn };
  const properties = Object.entries({ ...place, title: rule }).map(
    ([key, value]) => `${key}=${property(String(value))}`,
  );
  const words = [path === undefined ? '' : `${path}:`, message, hint];
  return `::${LEVELS[severity]} ${properties.join(',')}::${data(words.filter(Boolean).join(' '))}`;
}

/** Escapes line breaks, which would start another command. */
const data = (text: string): string =>
  visible(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

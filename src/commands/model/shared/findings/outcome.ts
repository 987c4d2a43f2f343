import { ArchctlError, usageError } from '../../../../base/errors.js';
import { pluralize } from '../../../../base/text/words.js';
import type { Context, Outcome } from '../../../../cli/command/spec.js';
import type { RuleFacts } from '../../../../model/validate/rules.js';
import { type Located, recordOf } from './located.js';

/** Input of a report: findings, format and exit code. */

export interface FindingsReport {
  /** Message without findings. */
  empty: string;
  /** Whether all files could be read. */
  isWhole: boolean;
  /** Rules in addition to the built-in ones. */
  own?: readonly RuleFacts[];
}

/** Exit code 2 if files could not be read, 8 if there are errors, else 0. */
export async function findingsOutcome(
  context: Context,
  found: readonly Located[],
  checked: FindingsReport,
): Promise<Outcome> {
  const shown = await resultOf(context, found, checked);
  if (!checked.isWhole) return { ...shown, failure: unreadableError(found) };
  if (found.some(({ finding }) => finding.severity === 'error'))
    return { ...shown, failure: new ArchctlError('check', `${countsOf(found)}.`) };
  return found.length > 0 ? { ...shown, remark: `${countsOf(found)}.` } : shown;
}

/** Shows source lines to people, also in a pipe, because CI logs are read by people. */
async function resultOf(
  { terminal, parsed }: Context,
  found: readonly Located[],
  { empty, own }: FindingsReport,
): Promise<Exclude<Outcome, { kind: 'exit' }>> {
  if (terminal.format === 'sarif')
    return { kind: 'text', text: (await import('./sarif.js')).sarifLog(found, own) };
  if (terminal.format === 'github')
    return { kind: 'text', text: (await import('./github.js')).githubAnnotations(found) };
  const items = found.map(recordOf);
  const { output, fields, query } = parsed.globals;
  if (found.length === 0 || [output, fields, query].some((it) => it !== undefined))
    return { kind: 'list', items, columns: found.some(hasNoFile) ? PATH_COLUMNS : COLUMNS, empty };
  const { drawFindings } = await import('./text.js');
  return { kind: 'drawing', data: items, draw: (line) => drawFindings(found, line) };
}

const hasNoFile = ({ path }: Located): boolean => path !== undefined;

const WHAT = [
  { key: 'severity', kind: 'status', priority: 1 },
  { key: 'message', priority: 1 },
  { key: 'rule', priority: 2 },
  { key: 'hint', priority: 4 },
] as const;
const COLUMNS = [
  { key: 'file', priority: 1 },
  { key: 'line', kind: 'number', priority: 1 },
  { key: 'column', kind: 'number', priority: 2 },
  ...WHAT,
] as const;
const PATH_COLUMNS = [{ key: 'path', priority: 1 }, ...WHAT] as const;

/** `2 errors and 1 warning in 3 files`, or without files. */
function countsOf(found: readonly Located[]): string {
  const of = (severity: string): number =>
    found.filter(({ finding }) => finding.severity === severity).length;
  const counts = (['error', 'warning', 'note'] as const).flatMap((it) =>
    of(it) > 0 ? [pluralize(of(it), it)] : [],
  );
  const files = new Set(found.map(({ file }) => file)).size;
  return found.some(hasNoFile)
    ? counts.join(' and ')
    : `${counts.join(' and ')} in ${pluralize(files, 'file')}`;
}

function unreadableError(found: readonly Located[]): ArchctlError {
  const broken = found.filter(({ finding }) => finding.rule.startsWith('yaml/')).map(({ file }) => file);
  const [first = 'a file', ...others] = new Set(broken);
  const more = others.length > 0 ? ` and ${pluralize(others.length, 'other')}` : '';
  return usageError(`${first}${more} cannot be read as YAML or JSON.`);
}

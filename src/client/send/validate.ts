import type * as z from 'zod/mini';
import { usageError } from '../../base/errors.js';

type Issue = z.core.$ZodIssue;

/**
 * The value as the schema has it.
 * @param what what is checked, as the start of a sentence: "The body".
 * @throws ArchctlError `usage` with one `path: problem` line for each thing wrong in `details`.
 */
export function validate<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  what = 'The input',
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw usageError(`${what} is not valid.`, { details: problems(result.error.issues, value) });
}

/** What is wrong with a value, one `path: problem` line each. */
export function problems(issues: readonly Issue[], value: unknown): string[] {
  return issues.map((issue) => {
    const path = issue.path.map(String).join('.');
    return `${path === '' ? '' : `${path}: `}${problem(issue, at(value, issue.path))}`;
  });
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null ? (part as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** What `zod/mini`, which carries no texts, says of everything the contract has no words of its own for. */
const WORDLESS = 'Invalid input';

/** Short, and naming what is wanted. */
function problem(issue: Issue, value: unknown): string {
  if (issue.message !== WORDLESS && value !== undefined) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined ? `is required (${issue.expected})` : `must be ${issue.expected}`;
    case 'invalid_value':
      return value === undefined
        ? `is required (one of ${issue.values.map(String).join(', ')})`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'invalid_union':
      return union(issue, value);
    default:
      return issue.message;
  }
}

/** The alternative that came closest: the one whose complaint lies deepest. */
function union(issue: Extract<Issue, { code: 'invalid_union' }>, value: unknown): string {
  if (value === undefined) return 'is required';
  const ranked = issue.errors
    .flatMap((alternative) => alternative.slice(0, 1))
    .sort((a, b) => b.path.length - a.path.length);
  const [closest] = ranked;
  if (closest === undefined) return 'has no accepted form';
  const inside = closest.path.map(String).join('.');
  if (inside !== '') return `${inside}: ${problem(closest, at(value, closest.path))}`;
  return [...new Set(ranked.map((one) => problem(one, at(value, one.path))))].join(', or ');
}

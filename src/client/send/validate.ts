import type * as z from 'zod/mini';
import { usageError } from '../../base/errors.js';
import { describeIssues } from '../../contract/issues.js';

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
  throw usageError(`${what} is not valid.`, { details: describeIssues(result.error.issues, value) });
}

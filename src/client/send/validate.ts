import type * as z from 'zod/mini';
import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { describeIssues, WITHOUT_LOCALE } from '../../contract/issues.js';

/** Values created by a schema: never modified, so the same schema does not validate them again. */
const made = new WeakMap<object, z.ZodMiniType>();

/**
 * Returns the value as parsed by the schema.
 * @param what subject of the error message: "The body".
 * @throws ArchctlError `usage` with one `path: problem` line in `details` for each problem.
 */
export function validate<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  what = 'The input',
): z.output<S> {
  if (isObject(value) && made.get(value) === schema) return value as z.output<S>;
  const result = schema.safeParse(value, WITHOUT_LOCALE);
  if (result.success) {
    // A value that the schema returned unchanged belongs to the caller, who may modify it.
    if (isObject(result.data) && result.data !== value) made.set(result.data, schema);
    return result.data;
  }
  throw usageError(`${what} is not valid.`, {
    reason: 'invalid-input',
    details: describeIssues(result.error.issues, value),
  });
}

import type * as z from 'zod/mini';
import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { describeIssues } from '../../contract/issues.js';

/** Values that a schema made: nobody changes them, so that the same schema need not look at them again. */
const made = new WeakMap<object, z.ZodMiniType>();

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
  if (isObject(value) && made.get(value) === schema) return value as z.output<S>;
  const result = schema.safeParse(value);
  if (result.success) {
    // One that the schema handed through is whoever's it was.
    if (isObject(result.data) && result.data !== value) made.set(result.data, schema);
    return result.data;
  }
  throw usageError(`${what} is not valid.`, { details: describeIssues(result.error.issues, value) });
}

import * as z from 'zod/mini';
import { describeIssues, WITHOUT_LOCALE } from '../../contract/issues.js';
import type { SandboxRequest } from '../message.js';
import { invalid } from '../refusal.js';
import { readText } from './body.js';
import { parseJson } from './json.js';

/**
 * Reads and validates the JSON body of a control request.
 *
 * @throws HttpError 400 or 422 if it is not JSON or does not match the schema.
 */
export async function readInput<T extends z.ZodMiniType>(
  schema: T,
  request: SandboxRequest,
): Promise<z.output<T>> {
  const text = await readText(request);
  if (text.trim() === '') throw invalid(['body: must be a JSON object']);
  const input = parseJson(text);
  const outcome = z.safeParse(schema, input, WITHOUT_LOCALE);
  if (!outcome.success) throw invalid(describeIssues(outcome.error.issues, input));
  return outcome.data;
}

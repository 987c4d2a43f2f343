import * as z from 'zod/mini';
import { describeIssues } from '../issues.js';
import { invalid } from '../refusal.js';
import { readText } from './body.js';

/** The JSON body of a control request; HttpError 422 where it is none, or not of the schema. */
export async function readInput<T extends z.ZodMiniType>(schema: T, request: Request): Promise<z.output<T>> {
  const text = await readText(request);
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw invalid(['body: must be a JSON object']);
  }
  const outcome = z.safeParse(schema, input);
  if (!outcome.success) throw invalid(describeIssues(outcome.error.issues, input));
  return outcome.data;
}

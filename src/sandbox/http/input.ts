import * as z from 'zod/mini';
import { describeIssues } from '../../contract/issues.js';
import type { Asked } from '../message.js';
import { invalid } from '../refusal.js';
import { readText } from './body.js';
import { parseJson } from './json.js';

/** The JSON body of a control request; HttpError 400 or 422 where it is none, or not of the schema. */
export async function readInput<T extends z.ZodMiniType>(schema: T, asked: Asked): Promise<z.output<T>> {
  const text = await readText(asked);
  if (text.trim() === '') throw invalid(['body: must be a JSON object']);
  const input = parseJson(text);
  const outcome = z.safeParse(schema, input);
  if (!outcome.success) throw invalid(describeIssues(outcome.error.issues, input));
  return outcome.data;
}

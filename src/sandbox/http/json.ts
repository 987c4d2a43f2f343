import { jsonShape } from '../../base/json-shape.js';
import { invalid } from '../refusal.js';
import { HttpError } from './http-error.js';

/** Deepest nesting of lists and objects that is read. The sandbox's own choice; no record of the service comes near. */
const JSON_DEPTH = 64;

/**
 * Parses JSON that somebody sent.
 * @throws HttpError 400 where it is none, 422 where it is nested so deep that working through it would fail.
 */
export function parseJson(text: string): unknown {
  // What is too deep should not be built first.
  if (jsonShape(text, JSON_DEPTH + 1).depth > JSON_DEPTH)
    throw invalid([`body: is nested more than ${JSON_DEPTH} levels deep`]);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(400, `The body is not JSON: ${(error as Error).message}`, { code: 'malformed-json' });
  }
}

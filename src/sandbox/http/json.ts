import { jsonShape } from '../../base/json/json-shape.js';
import { invalid } from '../refusal.js';
import { HttpError } from './http-error.js';

/** Maximum nesting depth of JSON. Sandbox-specific; the service's records stay far below. */
const JSON_DEPTH = 64;

/**
 * Parses JSON from a client.
 *
 * @throws HttpError 400 if it is not JSON, 422 if it is nested so deep that recursion over it would fail.
 */
export function parseJson(text: string): unknown {
  // Measures the depth before parsing, so that text nested too deep is never built.
  if (jsonShape(text, JSON_DEPTH + 1).depth > JSON_DEPTH)
    throw invalid([`body: is nested more than ${JSON_DEPTH} levels deep`]);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(400, `The body is not JSON: ${(error as Error).message}`, { code: 'malformed-json' });
  }
}

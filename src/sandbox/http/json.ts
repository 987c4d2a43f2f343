import { HttpError, invalid } from './http-error.js';

/** Deepest nesting of lists and objects that is read. The sandbox's own choice; no record of the service comes near. */
export const JSON_DEPTH = 64;

/**
 * Parses JSON that somebody sent.
 * @throws HttpError 400 where it is none, 422 where it is nested so deep that working through it would fail.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw invalid([`body: is nested more than ${JSON_DEPTH} levels deep`]);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(400, `The body is not JSON: ${(error as Error).message}`, { code: 'malformed-json' });
  }
}

/** Looks at the text, because what is too deep should not be built first. Brackets within texts do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > JSON_DEPTH) return true;
  }
  return false;
}

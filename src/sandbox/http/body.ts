import * as z from 'zod/mini';
import { bytesInWords } from '../../base/text/words.js';
import { describeIssues, WITHOUT_LOCALE } from '../../contract/issues.js';
import type { Operation } from '../../contract/operation.js';
import type { SandboxRequest } from '../message.js';
import { invalid } from '../refusal.js';
import { HttpError } from './http-error.js';
import { parseJson } from './json.js';

/** Maximum size of a body in bytes. Sandbox-specific. */
export const BODY_LIMIT = 5 * 1024 * 1024;

/**
 * Reads a request body and validates it by the operation's schema.
 *
 * @throws HttpError 400 (not JSON), 413 (too large), 415 (another content type), 422 (missing, nested too deep or not
 * valid).
 */
export async function readBody(
  operation: Operation,
  request: SandboxRequest,
): Promise<Record<string, unknown>> {
  if (operation.body === undefined) return {};
  const text = await readText(request);
  if (text.trim() === '') {
    if (operation.bodyOptional) return {};
    throw new HttpError(422, 'A JSON body is required.', {
      code: 'validation',
      errors: ['body: is required'],
    });
  }
  const type = request.headers.get('content-type') ?? 'application/json';
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type.trim())) {
    throw new HttpError(415, `The body must be application/json, not ${type}.`, {
      code: 'unsupported-media-type',
    });
  }
  const input = parseJson(text);
  const outcome = z.safeParse(operation.body, input, WITHOUT_LOCALE);
  if (!outcome.success) throw invalid(describeIssues(outcome.error.issues, input));
  return outcome.data as Record<string, unknown>;
}

const decoder = new TextDecoder();

/**
 * Reads the whole body as text; stops as soon as it is too large.
 *
 * @throws HttpError 413
 */
export async function readText(request: SandboxRequest): Promise<string> {
  const isAnnounced = Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT;
  const bytes = isAnnounced ? undefined : await request.readBody(BODY_LIMIT);
  if (bytes !== undefined) return decoder.decode(bytes);
  throw new HttpError(413, `The body is larger than ${bytesInWords(BODY_LIMIT)}.`, {
    code: 'body-too-large',
  });
}

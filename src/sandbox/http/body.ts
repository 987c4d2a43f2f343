import * as z from 'zod/mini';
import { bytesInWords } from '../../base/words.js';
import { describeIssues } from '../../contract/issues.js';
import type { Operation } from '../../contract/operation.js';
import { invalid } from '../refusal.js';
import { HttpError } from './http-error.js';
import { parseJson } from './json.js';

/** Largest body taken, in bytes. The sandbox's own choice. */
export const BODY_LIMIT = 5 * 1024 * 1024;

/**
 * Reads and validates the body of a request by the operation's schema.
 * @throws HttpError 400 (no JSON), 413 (too large), 415 (another content type), 422 (missing, nested too deep or not valid).
 */
export async function readBody(operation: Operation, request: Request): Promise<Record<string, unknown>> {
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
  const outcome = z.safeParse(operation.body, input);
  if (!outcome.success) throw invalid(describeIssues(outcome.error.issues, input));
  return outcome.data as Record<string, unknown>;
}

/** The whole body as text, given up as soon as it is too large. */
export async function readText(request: Request): Promise<string> {
  const tooLarge = () =>
    new HttpError(413, `The body is larger than ${bytesInWords(BODY_LIMIT)}.`, { code: 'body-too-large' });
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) throw tooLarge();
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of request.body as typeof request.body & AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

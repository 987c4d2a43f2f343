import { ArchctlError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { readJson } from '../../base/json/json-shape.js';
import { describeIssues, WITHOUT_LOCALE } from '../../contract/issues.js';
import type { Operation } from '../../contract/operation.js';
import { errorFromResponse } from './errors.js';
import { requestId } from './response-headers.js';
import type { WireRequest, WireResponse } from './wire.js';

export const isSuccess = (response: Pick<WireResponse, 'status'>): boolean =>
  response.status >= 200 && response.status < 300;

/** Data of a response: JSON, or text for operations that return text. */
export type Answer = Record<string, unknown> | string;

/**
 * Returns the data of a response. Lenient: data that does not match the schema is reported and returned unchanged.
 * @throws ArchctlError by status; `unavailable` for a success that is not JSON or lacks its envelope, as returned by
 * captive portals and misrouted proxies.
 */
export function readResponse(
  operation: Operation,
  request: WireRequest,
  response: WireResponse & { text: string },
  now: number,
  onMismatch?: (where: string, problems: readonly string[]) => void,
): Answer {
  const { text } = response;
  if (!isSuccess(response)) throw errorFromResponse(response, text, request, now);
  if (operation.answers === 'text' && operation.envelope === null) return plainText(text, request, response);
  // HEAD has no body, and operations without an envelope may have an empty one.
  const isEmpty = text.trim() === '';
  if (isEmpty && (operation.method === 'HEAD' || operation.envelope === null)) return {};
  const data = answerJson(text, request.url);
  if (!isObject(data) || !hasEnvelope(data, operation.envelope)) {
    const wanted = operation.envelope === null ? 'JSON' : `JSON with "${operation.envelope}"`;
    throw new ArchctlError('unavailable', `The response from ${request.url.host} is not ${wanted}.`, {
      status: response.status,
      requestId: requestId(response.headers),
      hint: 'Check the base URL, and whether a proxy or login page answers instead of the service.',
    });
  }
  // Validated only if a hook is set: the returned data is the same, in the service's own order.
  const parsed = onMismatch && operation.response.safeParse(data, WITHOUT_LOCALE);
  if (parsed && !parsed.success) onMismatch(operation.id, describeIssues(parsed.error.issues, data));
  return data;
}

/** Returns a plain-text response unchanged, unless it is an HTML page, which the service never returns. */
function plainText(text: string, { url }: WireRequest, { status, headers }: WireResponse): string {
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '')) return text;
  throw new ArchctlError('unavailable', `The response from ${url.host} is a web page.`, {
    status,
    requestId: requestId(headers),
    hint: 'Check the base URL, and whether a proxy or login page answers instead of the service.',
  });
}

/**
 * Parses a JSON response; undefined if it is not JSON.
 * @throws ArchctlError `unavailable` if it is too large or too deeply nested.
 */
export function answerJson(text: string, url: URL): unknown {
  const read = readJson(text);
  if (read?.excess === undefined) return read?.value;
  throw new ArchctlError('unavailable', `The response from ${url.host} ${read.excess}.`, {
    hint: 'Request less data, or check whether another server answers instead of the service.',
  });
}

const hasEnvelope = (data: Record<string, unknown>, envelope: string | null): boolean =>
  envelope === null || (data[envelope] !== undefined && data[envelope] !== null);

import { ArchctlError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { readJson } from '../../base/json-shape.js';
import { describeIssues } from '../../contract/issues.js';
import type { Operation } from '../../contract/operation.js';
import { errorFromResponse } from './errors.js';
import { requestId } from './request-id.js';
import type { WireRequest, WireResponse } from './wire.js';

export const isSuccess = (response: Pick<WireResponse, 'status'>): boolean =>
  response.status >= 200 && response.status < 300;

/** What an operation answered: JSON, or the text that some answer in its place. */
export type Answer = Record<string, unknown> | string;

/**
 * The data of a response. Read leniently: of another shape than documented, it is handed on as it came and reported.
 * @throws ArchctlError by status; `unavailable` for a success that is no JSON or lacks its envelope, which is what
 *   captive portals and misrouted proxies answer.
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
  // HEAD has no body, and what needs no envelope may leave an empty one.
  const isEmpty = text.trim() === '';
  if (isEmpty && (operation.method === 'HEAD' || operation.envelope === null)) return {};
  const data = answerJson(text, request.url);
  if (!isObject(data) || !hasEnvelope(data, operation.envelope)) {
    const wanted = operation.envelope === null ? 'JSON' : `JSON with "${operation.envelope}"`;
    throw new ArchctlError('unavailable', `The answer of ${request.url.host} is not ${wanted}.`, {
      status: response.status,
      requestId: requestId(response.headers),
      hint: 'Check the base URL, and whether a proxy or login page answers in place of the service.',
    });
  }
  // Only looked into where somebody listens: what is handed on is the same, in the service's own order.
  const parsed = onMismatch && operation.response.safeParse(data);
  if (parsed && !parsed.success) onMismatch(operation.id, describeIssues(parsed.error.issues, data));
  return data;
}

/** A text as it came, unless it is a page: that is nothing the service answers. */
function plainText(text: string, { url }: WireRequest, { status, headers }: WireResponse): string {
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '')) return text;
  throw new ArchctlError('unavailable', `The answer of ${url.host} is a web page.`, {
    status,
    requestId: requestId(headers),
    hint: 'Check the base URL, and whether a proxy or login page answers in place of the service.',
  });
}

/**
 * The value of an answer that is JSON; undefined where it is none.
 * @throws ArchctlError `unavailable` for more, or deeper, than is walked through.
 */
export function answerJson(text: string, url: URL): unknown {
  const read = readJson(text);
  if (read?.excess === undefined) return read?.value;
  throw new ArchctlError('unavailable', `The answer of ${url.host} ${read.excess}.`, {
    hint: 'Ask for less, or check whether something answers in place of the service.',
  });
}

const hasEnvelope = (data: Record<string, unknown>, envelope: string | null): boolean =>
  envelope === null || (data[envelope] !== undefined && data[envelope] !== null);

import { ArchctlError, type ErrorKind, type ErrorReason } from '../../base/errors.js';
import { readJson } from '../../base/json/json-shape.js';
import type { Redactor } from './redact.js';
import { describeWait, parseRetryAfter, requestId } from './response-headers.js';
import type { Trace, WireRequest, WireResponse } from './wire.js';

const REASONS: Readonly<Record<number, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Error kind for an HTTP status (docs/service.md#errors). */
function kindOfStatus(status: number): ErrorKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not-found';
  if (status === 400 || status === 409 || status === 415 || status === 422) return 'refused';
  if (status === 429) return 'limit';
  return status === 408 || status >= 500 ? 'unavailable' : 'unexpected';
}

const REASON_OF_STATUS: Readonly<Record<number, ErrorReason>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  422: 'unprocessable',
  429: 'too-many-requests',
};

function reasonOfStatus(status: number): ErrorReason {
  if (status >= 500) return 'server-error';
  return REASON_OF_STATUS[status] ?? (status >= 300 && status < 400 ? 'redirect' : 'unexpected-status');
}

/**
 * Creates the error for an unsuccessful response.
 * @param body response body as text: JSON `{message, code?, errors?}`, or anything from a proxy in between.
 * @param now milliseconds since the epoch, for a `Retry-After` date.
 */
export function errorFromResponse(
  response: Pick<WireResponse, 'status' | 'headers'>,
  body: string,
  request: Pick<WireRequest, 'method' | 'url'>,
  now: number = Date.now(),
): ArchctlError {
  const { status, headers } = response;
  const parsed = readBody(body);
  const retryAfter = parseRetryAfter(headers['retry-after'], now);
  const message = withoutDetails(parsed) ?? `HTTP ${status} ${REASONS[status] ?? ''}`.trim();
  return new ArchctlError(kindOfStatus(status), message, {
    reason: reasonOfStatus(status),
    status,
    code: parsed.code,
    details: parsed.errors && [...new Set(parsed.errors)],
    hint:
      hintFor(status, request, retryAfter) ??
      (parsed.errors || parsed.message ? undefined : unexplained(status)),
    requestId: requestId(headers),
    retryAfter,
  });
}

function hintFor(
  status: number,
  request: Pick<WireRequest, 'method' | 'url'>,
  retryAfter: number | undefined,
): string | undefined {
  const wait = retryAfter === undefined ? undefined : describeWait(retryAfter);
  if (status === 401) return 'The key was not accepted. Check its id and its secret.';
  if (status === 403) return "The key's permission or the organization's plan does not allow this.";
  if (status === 404) return whereToLook(request.url);
  // Records without versions and create requests have no commit that could be stale.
  if (status === 409)
    return !['PUT', 'PATCH', 'DELETE'].includes(request.method) ||
      !request.url.pathname.includes('/versions/')
      ? undefined
      : 'The record may have changed since it was read (stale commit): fetch it again and repeat the change.';
  if (status === 429)
    return wait === undefined
      ? 'A limit was reached: the rate limit, a monthly quota, or a plan limit such as seats.'
      : `The service asks to wait ${wait}.`;
  if (status === 408 || status >= 500)
    return wait === undefined
      ? 'Try again later, or raise `retries`.'
      : `The service asks to wait ${wait}; then try again.`;
  if (status >= 300 && status < 400)
    return `${request.url.host} redirects to another address: check the base URL.`;
  return undefined;
}

/** Hint for a rejection without a message. */
const unexplained = (status: number): string | undefined =>
  status === 400 || status === 422 ? 'The hook `onDebug` shows the request.' : undefined;

/** Hint for a record that was not found, by the kinds of ids in the path. */
function whereToLook({ pathname }: URL): string {
  if (/\/landscapes\/[^/]+\/versions\/[^/]+\/./.test(pathname))
    return 'Check the id, the landscape and the version; the key must have access to them.';
  if (/\/landscapes\/[^/]+\/./.test(pathname))
    return 'Check the id and the landscape; the key must have access to it.';
  if (/\/organizations\/[^/]+\/./.test(pathname)) return 'Check the id and the organization.';
  return 'Check the id; the key must have access to the record.';
}

/** Removes a detail that the message repeats. */
function withoutDetails({ message, errors = [] }: ErrorBody): string | undefined {
  const first = errors.find((detail) => message?.endsWith(`: ${detail}`));
  return first === undefined ? message : `${message?.slice(0, -first.length - 2)}.`;
}

interface ErrorBody {
  message?: string | undefined;
  code?: string | undefined;
  errors?: readonly string[] | undefined;
}

/** Parses the body of a service error; other bodies, such as HTML pages, are ignored. */
function readBody(body: string): ErrorBody {
  const read = readJson(body);
  if (read?.excess !== undefined || typeof read?.value !== 'object' || read.value === null) return {};
  const { message, code, errors } = read.value as Record<string, unknown>;
  const details = Array.isArray(errors) ? errors.slice(0, MAX_DETAILS).map(describeDetail) : [];
  return {
    message: text(message),
    code: text(code),
    errors: details.length > 0 ? details : undefined,
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/**
 * Documented as a string; objects with a message and a path are accepted too, because services often change to them.
 */
function describeDetail(detail: unknown): string {
  if (typeof detail === 'object' && detail !== null && 'message' in detail) {
    const { message, path, field } = detail as Record<string, unknown>;
    const place = Array.isArray(path) ? path.join('.') : (path ?? field);
    return `${place === undefined ? '' : `${place}: `}${message}`;
  }
  return text(detail) ?? JSON.stringify(detail) ?? '';
}

/** Limits for what is shown of an error: number of details, characters of each text, and characters of a request id. */
const MAX_DETAILS = 100;
const MAX_CHARACTERS = 1000;
const MAX_ID_LENGTH = 200;

/**
 * Adds facts about the call to an error and redacts the key in all of its texts, since a service may echo its input.
 * Truncates only after that.
 */
export function errorOfCall(
  error: ArchctlError,
  redactor: Redactor,
  { operation, method, url, attempt }: Trace,
): ArchctlError {
  const { hint, requestId, details, code, status } = error.facts;
  const most = status === undefined ? Number.POSITIVE_INFINITY : MAX_CHARACTERS;
  const shown = (text: string): string => redactor.text(text).slice(0, most);
  return new ArchctlError(error.kind, shown(error.message), {
    ...error.facts,
    operation,
    method,
    url: redactor.url(url),
    attempt,
    code: code && shown(code),
    hint: hint && redactor.text(hint),
    requestId: requestId && redactor.text(requestId).slice(0, MAX_ID_LENGTH),
    details: details?.map(shown),
  });
}

/** Number of details in a message. */
const MAX_IN_MESSAGE = 5;

/** Adds the details of an error to its message, for programs that log only that. */
export function withDetails(error: ArchctlError): ArchctlError {
  const { details = [] } = error.facts;
  if (details.length === 0) return error;
  const more = details.length - MAX_IN_MESSAGE;
  const listed = [...details.slice(0, MAX_IN_MESSAGE), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  const message = `${error.message.replace(/[.:]$/, '')}: ${listed}`.slice(0, MAX_CHARACTERS);
  return new ArchctlError(error.kind, message, error.facts);
}

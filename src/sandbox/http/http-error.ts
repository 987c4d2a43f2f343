import type { Refusal, RefusalKind } from '../refusal.js';
import { faultOf } from '../store/storage-faults.js';

/** An error response. Body and codes follow docs/service.md#errors. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    facts: { code?: string; errors?: readonly string[] | undefined; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = facts.code;
    this.errors = facts.errors;
    this.headers = facts.headers ?? {};
  }

  /** `{ message, code?, errors? }`; undefined keys are omitted. */
  get body(): Record<string, unknown> {
    const { message, code, errors } = this;
    return { message, ...(code !== undefined && { code }), ...(errors !== undefined && { errors }) };
  }
}

const STATUS: Readonly<Record<RefusalKind, number>> = {
  'not-found': 404,
  forbidden: 403,
  conflict: 409,
  invalid: 422,
  gone: 410,
  exhausted: 429,
  unauthorized: 401,
};

export const errorOfRefusal = ({ kind, message, code, errors }: Refusal): HttpError =>
  new HttpError(STATUS[kind], message, { code, errors });

/** The response to an error of the data directory; undefined for any other error. */
export function errorOfStore(error: unknown): HttpError | undefined {
  const fault = faultOf(error);
  if (fault === undefined) return undefined;
  return new HttpError(fault.status, `The request failed and changed nothing: ${fault.what}.`, {
    code: fault.code,
  });
}

/** Rate limit response of the service (docs/service.md#requests-a-minute); the body has no other fields. */
export const tooManyRequests = (retryAfter: number): HttpError =>
  new HttpError(429, 'Too Many Requests', { headers: { 'Retry-After': String(retryAfter) } });

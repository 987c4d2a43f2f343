/** An answer other than success. Body and codes as in the known answers, part 7. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    facts: { code?: string; errors?: readonly string[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = facts.code;
    this.errors = facts.errors;
    this.headers = facts.headers ?? {};
  }

  /** `{ message, code?, errors? }`; keys without a value are left out. */
  get body(): Record<string, unknown> {
    const { message, code, errors } = this;
    return { message, ...(code !== undefined && { code }), ...(errors !== undefined && { errors }) };
  }
}

export const notFound = (what: string): HttpError =>
  new HttpError(404, `${what} was not found.`, { code: 'not-found' });

export const forbidden = (message: string, code = 'forbidden'): HttpError =>
  new HttpError(403, message, { code });

export const conflict = (message: string, code = 'conflict'): HttpError =>
  new HttpError(409, message, { code });

/** 422 with one entry for each problem, each `path: problem`. */
export const invalid = (errors: readonly string[]): HttpError =>
  new HttpError(422, `The request is not valid: ${errors[0] ?? 'unknown problem'}`, {
    code: 'validation',
    errors,
  });

/** Body of the service's rate limit (known answers, part 8): exactly this, and nothing else. */
export const tooManyRequests = (retryAfter: number): HttpError =>
  new HttpError(429, 'Too Many Requests', { headers: { 'Retry-After': String(retryAfter) } });

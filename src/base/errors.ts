/**
 * Every failure that archctl can report, as one discriminated union with `kind`, and the table that maps kinds to exit
 * codes. Help topics, documentation and tests read this table. No code recognizes an error by its message.
 */

/** Exit codes by kind of outcome. Several kinds may share a code; `meaning` is printed in the documentation. */
export const EXIT_CODES = {
  ok: { code: 0, meaning: 'Done.' },
  unexpected: {
    code: 1,
    meaning: 'Unexpected: a bug in archctl, or an error that it could not classify.',
  },
  usage: { code: 2, meaning: 'Usage: an invalid command, option, value or file.' },
  auth: { code: 3, meaning: 'Not signed in, or not permitted (401, 403).' },
  'not-found': { code: 4, meaning: 'Not found (404).' },
  refused: { code: 5, meaning: 'Refused by the service (400, 409, 422), or a part of the work failed.' },
  limit: { code: 6, meaning: 'A rate limit or monthly quota is exhausted (429).' },
  unavailable: { code: 7, meaning: 'Network error, timeout or failure of the service (408, 5xx).' },
  check: { code: 8, meaning: 'A check found a difference.' },
  interrupted: { code: 130, meaning: 'Interrupted (Ctrl-C), or a confirmation was answered with no.' },
} as const;

export type OutcomeKind = keyof typeof EXIT_CODES;
/** Kind of an error, which determines the exit code of a command. */
export type ErrorKind = Exclude<OutcomeKind, 'ok'>;

/** Cause of an error, finer than its kind. */
export type ErrorReason =
  /** Input that was rejected before sending. */
  | 'invalid-input'
  /** 400 */
  | 'bad-request'
  /** 401 */
  | 'unauthorized'
  /** 403 */
  | 'forbidden'
  /** 404 */
  | 'not-found'
  /** 409 */
  | 'conflict'
  /** 422 */
  | 'unprocessable'
  /** 429 */
  | 'too-many-requests'
  /** 5xx */
  | 'server-error'
  /** A redirect that was not followed. */
  | 'redirect'
  /** Any other status that is not a success. */
  | 'unexpected-status'
  /** No connection in time. */
  | 'connection-timeout'
  /** No response in time: 408, the timeout of the attempt, or an `AbortSignal.timeout`. */
  | 'timeout'
  /** The caller's signal aborted; `cause` is its reason. */
  | 'aborted'
  /** Nothing listens at the address. */
  | 'connection-refused'
  /** Any other failure of the network. */
  | 'network'
  /** A list above the requested size. */
  | 'list-too-large';

/** Facts about an error. */
export interface ErrorFacts {
  /** Cause of the error, finer than its kind. */
  reason?: ErrorReason | undefined;
  /** Id of the operation. */
  operation?: string | undefined;
  /** HTTP method of the request. */
  method?: string | undefined;
  /** URL of the request, without secrets. A path parameter that is missing remains a placeholder. */
  url?: string | undefined;
  /** Number of the attempt, from 1; 0 if nothing was sent. */
  attempt?: number | undefined;
  /** The next step, as one short sentence or several lines. */
  hint?: string | undefined;
  /** HTTP status, if a response arrived. For `receive` of `archctl/webhooks`, the status to respond with. */
  status?: number | undefined;
  /** The service's own `code` (docs/service.md#errors). For `receive`, the cause, such as `stale` or `too-large`. */
  code?: string | undefined;
  /** Request id the service sent, for its support. */
  requestId?: string | undefined;
  /** One entry per wrong field or failed part. */
  details?: readonly string[] | undefined;
  /** Seconds the service asked to wait. */
  retryAfter?: number | undefined;
  /** The error or abort reason behind this error. */
  cause?: unknown;
}

/** Brand of the errors. ES modules and CommonJS load the class twice, but share the symbol. */
const BRAND = Symbol.for('archctl.error');

/** Whether a value is an error of archctl, from any copy of the package. */
export const isArchctlError = (value: unknown): value is ArchctlError =>
  typeof value === 'object' && value !== null && BRAND in value;

/** The only error class that archctl's own code throws. `instanceof` recognizes errors of any copy of the package. */
export class ArchctlError extends Error {
  static {
    Object.defineProperty(ArchctlError.prototype, BRAND, { value: true });
    Object.defineProperty(ArchctlError, Symbol.hasInstance, { value: hasInstance });
  }

  /** Always `ArchctlError`. */
  override readonly name = 'ArchctlError';
  /** Kind of the error, which determines the exit code of a command. */
  readonly kind: ErrorKind;
  /** Facts about the request and the cause. */
  readonly facts: ErrorFacts;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.facts = facts;
  }

  /** Exit code of a command that fails with the error. */
  get exitCode(): number {
    return EXIT_CODES[this.kind].code;
  }
}

/** `instanceof` by brand. Subclasses inherit it, but are recognized by their prototype. */
function hasInstance(this: unknown, value: unknown): boolean {
  return this === ArchctlError
    ? isArchctlError(value)
    : Function.prototype[Symbol.hasInstance].call(this, value);
}

/** An error in what the user typed; nothing was sent. */
export const usageError = (message: string, facts?: ErrorFacts): ArchctlError =>
  new ArchctlError('usage', message, facts);

/** The user answered "no" to a prompt. */
export const declinedError = (): ArchctlError => new ArchctlError('interrupted', 'Nothing was changed.');

/** The user or a program stopped archctl on purpose. */
export const interrupted = (cause?: unknown): ArchctlError =>
  new ArchctlError('interrupted', 'Interrupted.', { reason: 'aborted', cause });

/**
 * Error for the reason of an aborted signal: an ArchctlError itself, `unavailable` for a timeout, otherwise
 * `interrupted` with the reason as its cause.
 */
export function errorFromAbort(reason: unknown): ArchctlError {
  if (isArchctlError(reason)) return reason;
  if (!(reason instanceof Error) || reason.name !== 'TimeoutError') return interrupted(reason);
  return new ArchctlError('unavailable', 'The time limit of the caller has passed.', {
    reason: 'timeout',
    cause: reason,
  });
}

/** Converts anything thrown to an ArchctlError; an abort becomes `interrupted`. */
export function toArchctlError(error: unknown): ArchctlError {
  if (error instanceof ArchctlError) return error;
  if (error instanceof Error) {
    if (error.name === 'AbortError' || error.name === 'ExitPromptError') return interrupted(error);
    return new ArchctlError('unexpected', error.message, { cause: error });
  }
  return new ArchctlError('unexpected', String(error));
}

/** Machine-readable form of an error: one line of JSON on stderr. */
export function errorRecord(error: ArchctlError): { error: Record<string, unknown> } {
  const { hint, status, requestId, details } = error.facts;
  return { error: { kind: error.kind, message: error.message, status, hint, requestId, details } };
}

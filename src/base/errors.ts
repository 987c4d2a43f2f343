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
  refused: { code: 5, meaning: 'Refused by the service (400, 409, 422).' },
  limit: { code: 6, meaning: 'A rate limit or monthly quota is exhausted (429).' },
  unavailable: { code: 7, meaning: 'Network error, timeout or failure of the service (408, 5xx).' },
  check: { code: 8, meaning: 'A check found a difference.' },
  interrupted: { code: 130, meaning: 'Interrupted (Ctrl-C), or a confirmation was answered with no.' },
} as const;

export type OutcomeKind = keyof typeof EXIT_CODES;
export type ErrorKind = Exclude<OutcomeKind, 'ok'>;

export interface ErrorFacts {
  /** The next step, as one short sentence or several lines. */
  hint?: string | undefined;
  /** HTTP status, if a response arrived. */
  status?: number | undefined;
  /** The service's own `code` (docs/service.md#errors). */
  code?: string | undefined;
  /** Request id the service sent, for its support. */
  requestId?: string | undefined;
  /** One entry per wrong field or failed part. */
  details?: readonly string[] | undefined;
  /** Seconds the service asked to wait. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The only error class that archctl's own code throws. */
export class ArchctlError extends Error {
  override readonly name = 'ArchctlError';
  readonly kind: ErrorKind;
  readonly facts: ErrorFacts;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.facts = facts;
  }

  get exitCode(): number {
    return EXIT_CODES[this.kind].code;
  }
}

/** An error in what the user typed; nothing was sent. */
export const usageError = (message: string, facts?: ErrorFacts): ArchctlError =>
  new ArchctlError('usage', message, facts);

/** The user answered "no" to a prompt. */
export const declined = (): ArchctlError => new ArchctlError('interrupted', 'Nothing was changed.');

/** The user or a program stopped archctl on purpose. */
export const interrupted = (): ArchctlError => new ArchctlError('interrupted', 'Interrupted.');

/** Converts anything thrown to an ArchctlError; an abort becomes `interrupted`. */
export function toArchctlError(error: unknown): ArchctlError {
  if (error instanceof ArchctlError) return error;
  if (error instanceof Error) {
    if (error.name === 'AbortError' || error.name === 'ExitPromptError') return interrupted();
    return new ArchctlError('unexpected', error.message, { cause: error });
  }
  return new ArchctlError('unexpected', String(error));
}

/** Machine-readable form of an error: one line of JSON on stderr. */
export function errorRecord(error: ArchctlError): { error: Record<string, unknown> } {
  const { hint, status, requestId, details } = error.facts;
  return { error: { kind: error.kind, message: error.message, status, hint, requestId, details } };
}

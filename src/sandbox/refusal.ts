/** Reason for a rejection, independent of the caller; the HTTP layer maps it to a status. */
export type RefusalKind =
  | 'not-found'
  | 'forbidden'
  | 'conflict'
  | 'invalid'
  | 'gone'
  | 'exhausted'
  | 'unauthorized';

/** A request that is understood and rejected. Messages and codes follow docs/service.md#errors. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  /** One entry per problem, each `path: problem`. */
  readonly errors: readonly string[] | undefined;

  constructor(kind: RefusalKind, message: string, facts: { code?: string; errors?: readonly string[] } = {}) {
    super(message);
    this.kind = kind;
    this.code = facts.code ?? kind;
    this.errors = facts.errors;
  }
}

export const notFound = (what: string): Refusal => new Refusal('not-found', `${what} was not found.`);

export const forbidden = (message: string, code = 'forbidden'): Refusal =>
  new Refusal('forbidden', message, { code });

export const conflict = (message: string, code = 'conflict'): Refusal =>
  new Refusal('conflict', message, { code });

/** Rejection of a write into a snapshot. */
export const snapshotRefusal = (versionId: string): Refusal =>
  new Refusal(
    'invalid',
    `The version ${versionId} is a snapshot, and snapshots are read-only; write to "latest".`,
    { code: 'version/read-only', errors: ['versionId: is a read-only snapshot'] },
  );

/** Rejection of an invalid request. `errors` has one entry per problem, each `path: problem`. */
export const invalid = (errors: readonly string[]): Refusal =>
  new Refusal('invalid', `The request is not valid: ${errors[0] ?? 'unknown problem'}`, {
    code: 'validation',
    errors,
  });

/** Rejection because the plan's limit is used up; retrying does not help (docs/service.md#limits). */
export const exhausted = (message: string, code: string): Refusal =>
  new Refusal('exhausted', message, { code });

/** Why the sandbox does not do what it was asked for, whoever asked; what stands behind HTTP makes a status of it. */
export type RefusalKind =
  | 'not-found'
  | 'forbidden'
  | 'conflict'
  | 'invalid'
  | 'gone'
  | 'exhausted'
  | 'unauthorized';

/** A request that is understood and refused. Messages and codes as in docs/service.md#errors. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  /** One entry for each problem, each `path: problem`. */
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

/** A write into a version that is not the live one. */
export const snapshotRefusal = (versionId: string): Refusal =>
  new Refusal(
    'invalid',
    `The version ${versionId} is a snapshot, and snapshots are read-only; write to "latest".`,
    { code: 'version/read-only', errors: ['versionId: is a read-only snapshot'] },
  );

/** One entry for each problem, each `path: problem`. */
export const invalid = (errors: readonly string[]): Refusal =>
  new Refusal('invalid', `The request is not valid: ${errors[0] ?? 'unknown problem'}`, {
    code: 'validation',
    errors,
  });

/** What a plan includes is used up; waiting does not help (docs/service.md#limits). */
export const exhausted = (message: string, code: string): Refusal =>
  new Refusal('exhausted', message, { code });

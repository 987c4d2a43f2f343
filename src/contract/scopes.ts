/** The version id that names the live, editable version in every version-scoped path (docs/service.md#versions). */
export const LATEST = 'latest';

/** A scope: a record of the service that contains other records. */
export interface ScopeShape {
  /** Path parameter with its id. */
  param: string;
  /** Kind offered by completion and pickers for its id. */
  kind: string;
  /** Display name within a sentence. */
  noun: string;
  /** Display name as a heading. */
  title: string;
  /** Explanation in the help of an option or variable. */
  help: string;
  /** Default if no scope is given; without it, archctl prompts. */
  fallback?: { value: string; meaning: string };
}

/**
 * Scopes, outermost first. The key is the name in settings and project files; option, variable and setting derive from
 * it (`src/profiles/scopes.ts`).
 */
export const SCOPES = {
  org: {
    param: 'organizationId',
    kind: 'org',
    noun: 'organization',
    title: 'Organization',
    help: 'Organization',
  },
  landscape: {
    param: 'landscapeId',
    kind: 'landscape',
    noun: 'landscape',
    title: 'Landscape',
    help: 'Landscape',
  },
  landscapeVersion: {
    param: 'versionId',
    kind: 'version',
    noun: 'version',
    title: 'Landscape version',
    help: 'Version of the landscape',
    fallback: { value: LATEST, meaning: 'The live, editable version' },
  },
} as const satisfies Record<string, ScopeShape>;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];

export const scopeShape = (scope: Scope): ScopeShape => SCOPES[scope];

/** The scopes in a path, outermost first. */
export const scopesOf = (path: string): Scope[] =>
  SCOPE_NAMES.filter((scope) => path.includes(`{${SCOPES[scope].param}}`));

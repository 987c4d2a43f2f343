/** The version id that names the live, editable version in every version-scoped path (docs/service.md#versions). */
export const LATEST = 'latest';

/** A place of the service that other records lie in. */
export interface ScopeShape {
  /** Parameter that names it in paths. */
  param: string;
  /** What is completed and picked where its id is wanted. */
  kind: string;
  /** For people, within a sentence. */
  noun: string;
  /** For people, as a heading. */
  title: string;
  /** For people, where an option or a variable is explained. */
  help: string;
  /** Taken where nothing names one; without it somebody is asked. */
  unlessTold?: { value: string; meaning: string };
}

/**
 * The places there are, outermost first. The key is its name in settings and project files; option, variable and
 * setting are spelled after it (`src/profiles/scopes.ts`).
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
    unlessTold: { value: LATEST, meaning: 'The live, editable version' },
  },
} as const satisfies Record<string, ScopeShape>;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];

/** What is known of a place, whichever it is. */
export const scopeShape = (scope: Scope): ScopeShape => SCOPES[scope];

/** The places that a path names, outermost first. */
export const scopesOf = (path: string): Scope[] =>
  SCOPE_NAMES.filter((scope) => path.includes(`{${SCOPES[scope].param}}`));

import type { Scope } from '../contract/scopes.js';

/** Spellings of the scopes in `src/contract/scopes.ts`, derived from their names. */

const parts = (scope: Scope): string[] => scope.split(/(?=[A-Z])/).map((part) => part.toLowerCase());

/** Setting for `archctl profile set`: `landscape-version`. */
export const scopeSetting = (scope: Scope): string => parts(scope).join('-');

/** Option: `--landscape-version`. */
export const scopeOption = (scope: Scope): string => `--${scopeSetting(scope)}`;

/** Environment variable: `ARCHCTL_LANDSCAPE_VERSION`. */
export const scopeVariable = (scope: Scope): string => `ARCHCTL_${parts(scope).join('_').toUpperCase()}`;

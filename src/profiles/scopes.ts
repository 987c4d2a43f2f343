import type { Scope } from '../contract/scopes.js';

/** How the places of `src/contract/scopes.ts` are spelled outside of the program; all of it follows from their names. */

const parts = (scope: Scope): string[] => scope.split(/(?=[A-Z])/).map((part) => part.toLowerCase());

/** `landscape-version`, as `archctl profile set` takes it. */
export const scopeSetting = (scope: Scope): string => parts(scope).join('-');

/** `--landscape-version`. */
export const scopeOption = (scope: Scope): string => `--${scopeSetting(scope)}`;

/** `ARCHCTL_LANDSCAPE_VERSION`. */
export const scopeVariable = (scope: Scope): string => `ARCHCTL_${parts(scope).join('_').toUpperCase()}`;

import { SCOPE_NAMES, type Scope, scopeShape } from '../../contract/scopes.js';
import { scopeVariable } from '../../profiles/scopes.js';
import { text } from './options.js';
import type { OptionSpec } from './value-spec.js';

function scopeOptionOf(scope: Scope): OptionSpec<string> {
  const { kind, help, fallback } = scopeShape(scope);
  return text(help, {
    value: 'NAME',
    env: scopeVariable(scope),
    fallback: fallback ? `the profile's, or ${fallback.value}` : 'that of the profile',
    completes: kind,
    ...(fallback && {
      suggests: [fallback.value],
      meanings: { [fallback.value]: fallback.meaning },
    }),
  });
}

/** Scope options, added to the commands that need them. */
export const SCOPE_OPTIONS = Object.fromEntries(
  SCOPE_NAMES.map((scope) => [scope, scopeOptionOf(scope)]),
) as Record<Scope, OptionSpec<string>>;

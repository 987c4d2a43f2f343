import { DATA_OPTION, LIMIT_OPTION, SCOPE_OPTIONS } from './globals.js';
import type { AnyCommand, OptionSpec } from './spec.js';

/** Options a command takes beside its own: where it works, `--data`, `--limit`. */
export function sharedOptions(spec: AnyCommand): Record<string, OptionSpec> {
  const shared: Record<string, OptionSpec> = {};
  if (spec.scope.includes('org')) shared.org = SCOPE_OPTIONS.org;
  if (spec.scope.includes('landscape')) shared.landscape = SCOPE_OPTIONS.landscape;
  if (spec.scope.includes('version')) shared.landscapeVersion = SCOPE_OPTIONS.landscapeVersion;
  if (spec.takesData) shared.data = DATA_OPTION;
  if (spec.takesLimit) shared.limit = LIMIT_OPTION;
  return shared;
}

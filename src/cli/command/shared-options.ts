import { SCOPE_NAMES } from '../../contract/scopes.js';
import {
  BULK_OPTIONS,
  DATA_OPTION,
  filterOption,
  LIMIT_OPTION,
  MANY_OPTION,
  outputOption,
  RECORDS_OPTION,
  WHERE_OPTION,
} from './globals.js';
import { SCOPE_OPTIONS } from './scope-options.js';
import type { AnyCommand } from './spec.js';
import type { OptionSpec } from './value-spec.js';

/** Kinds of records by `--filter` key, from the options for the same fields. */
const recordsIn = ({ options, filterOptions = options }: AnyCommand): Record<string, string> =>
  Object.fromEntries(
    Object.values(filterOptions).flatMap(({ query, completes, pairedWith }) =>
      query?.startsWith('filter.') && completes && !pairedWith
        ? [[query.slice('filter.'.length), completes]]
        : [],
    ),
  );

/** Options that a command gets in addition to its own: scopes, `--data`, `--filter`, `--limit`, more values of `-o`. */
export function sharedOptions(spec: AnyCommand): Record<string, OptionSpec> {
  const scopes = SCOPE_NAMES.filter((scope) => spec.scope.includes(scope));
  const shared: Record<string, OptionSpec> = Object.fromEntries(
    scopes.map((scope) => [scope, SCOPE_OPTIONS[scope]]),
  );
  if (spec.takesData) shared.data = spec.takesBulk ? MANY_OPTION : DATA_OPTION;
  else if (spec.takesBulk) shared.data = RECORDS_OPTION;
  if (spec.takesBulk) Object.assign(shared, BULK_OPTIONS);
  if (spec.takesSeveral) shared.where = WHERE_OPTION;
  if (spec.takesFilter) shared.filter = filterOption(spec.takesFilter, recordsIn(spec));
  if (spec.takesLimit) shared.limit = LIMIT_OPTION;
  if (spec.formats) shared.output = outputOption(spec.formats);
  return shared;
}

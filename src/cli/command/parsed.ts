import type { GLOBAL_OPTIONS } from './globals.js';
import type { SCOPE_OPTIONS } from './scope-options.js';
import type { OptionValues } from './value-spec.js';

export type GlobalValues = OptionValues<typeof GLOBAL_OPTIONS>;
export type ScopeValues = OptionValues<typeof SCOPE_OPTIONS>;

/** A parsed and checked command line; nothing has run. */
export interface Parsed {
  args: Record<string, string | string[] | undefined>;
  options: Record<string, unknown>;
  globals: GlobalValues;
  scope: ScopeValues;
  data: string | undefined;
  /** Bulk options: number of parallel requests, and the file for failures. */
  concurrency: number | undefined;
  failures: string | undefined;
  filter: string[] | undefined;
  /** JMESPath expression that is true for the selected records. */
  where: string | undefined;
  limit: number | undefined;
  rest: readonly string[];
}

import type { GLOBAL_OPTIONS } from './globals.js';
import type { SCOPE_OPTIONS } from './scope-options.js';
import type { OptionValues } from './value-spec.js';

export type GlobalValues = OptionValues<typeof GLOBAL_OPTIONS>;
export type ScopeValues = OptionValues<typeof SCOPE_OPTIONS>;

/** A command line, taken apart and checked; nothing has run. */
export interface Parsed {
  args: Record<string, string | string[] | undefined>;
  options: Record<string, unknown>;
  globals: GlobalValues;
  scope: ScopeValues;
  data: string | undefined;
  /** Requests at a time, and the file for what failed, of many records. */
  concurrency: number | undefined;
  failures: string | undefined;
  filter: string[] | undefined;
  /** JMESPath that is true for the records meant. */
  where: string | undefined;
  limit: number | undefined;
  rest: readonly string[];
}

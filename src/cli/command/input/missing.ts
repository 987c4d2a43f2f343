import type { AnyCommand, Context } from '../spec.js';
import type { OptionSpec } from '../value-spec.js';

/**
 * Required options that are missing, if a person can be prompted: not with `--data`, which may contain them, and not in
 * a dry run.
 */
export function missingIn({ operation, options, takesBulk }: AnyCommand, context: Context): string[] {
  const { parsed, terminal } = context;
  if (!takesBulk || operation?.method !== 'POST') return [];
  if (parsed.data !== undefined || parsed.globals.dryRun || !terminal.canPrompt) return [];
  const given = new Set(
    Object.keys(options).flatMap((key) => (parsed.options[key] === undefined ? [] : [key])),
  );
  const isSet = (key: string): boolean =>
    given.has(key) || [...given].some((it) => options[it]?.body === options[key]?.body);
  const isRequired = ({ required, requiredIf = {} }: OptionSpec): boolean =>
    required === true ||
    Object.entries(requiredIf).some(([key, values]) => values.includes(String(parsed.options[key])));
  return Object.entries(options).flatMap(([key, it]) => (isRequired(it) && !isSet(key) ? [key] : []));
}

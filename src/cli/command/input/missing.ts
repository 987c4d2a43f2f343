import type { AnyCommand, Context } from '../spec.js';

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
  return Object.keys(options).filter((key) => options[key]?.required && !isSet(key));
}

import type { AnyCommand, Context } from './spec.js';

/**
 * The options that a create must have and nobody gave, where a person can be asked for them: not beside `--data`, which
 * may hold them, and not in a dry run.
 */
export function missingIn({ operation, options, takesBulk }: AnyCommand, context: Context): string[] {
  const { parsed, terminal } = context;
  if (!takesBulk || operation?.method !== 'POST') return [];
  if (parsed.data !== undefined || parsed.globals.dryRun || !terminal.canPrompt) return [];
  return Object.keys(options).filter((key) => options[key]?.required && parsed.options[key] === undefined);
}

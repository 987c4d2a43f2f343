import { usageError } from '../../../base/errors.js';
import { longName } from '../options.js';
import type { Parsed } from '../parsed.js';
import type { AnyCommand, Context } from '../spec.js';
import type { ArgumentSpec, OptionSpec } from '../value-spec.js';

/** Hint at the help of a command. */
export const usageHint = (name: string) => ({ hint: `"${name} --help" shows the usage.` });

/** Whether a required argument has no value. */
const isMissing = ({ optional }: ArgumentSpec, value: string | string[] | undefined): boolean =>
  !optional && (value === undefined || value.length === 0);

/**
 * Missing arguments that name a record, if a person can be prompted. Records to change can also be given by filter or
 * `--data`.
 */
export function missingArguments({ args }: AnyCommand, { parsed, terminal, registry }: Context): string[] {
  if (!terminal.canPrompt) return [];
  const { data, filter, where } = parsed;
  const isGiven = [data, filter, where].some((it) => it !== undefined);
  const kinds = new Set(registry.nouns.flatMap((noun) => noun.kinds ?? []));
  return Object.entries(args).flatMap(([key, it]) => {
    const optional = it.orInData ? isGiven : it.optional === true;
    const isAsked = it.completes !== undefined && kinds.has(it.completes);
    return isAsked && isMissing({ ...it, optional }, parsed.args[key]) ? [key] : [];
  });
}

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

/**
 * Rejects a missing argument that is not in `prompted`, and a missing required option; required body fields may be in
 * `--data` and are validated with it. Errors: `usage`.
 */
export function refuseMissing(
  { args, options }: AnyCommand,
  name: string,
  parsed: Parsed,
  prompted: readonly string[] = [],
): void {
  for (const [key, argument] of Object.entries(args)) {
    if (isMissing(argument, parsed.args[key]) && !prompted.includes(key))
      throw usageError(`Argument ${argument.name} is missing.`, usageHint(name));
  }
  for (const [key, option] of Object.entries(options)) {
    if (option.required && !option.body && parsed.options[key] === undefined)
      throw usageError(`Option ${longName(key)} is missing.`, usageHint(name));
  }
}

import { Command, CommanderError, Option } from 'commander';
import { ArchctlError, usageError } from '../../base/errors.js';
import { InvalidChoiceError, nearest } from '../../base/text/suggest.js';
import { alternatives } from '../../base/text/words.js';
import { SCOPE_NAMES } from '../../contract/scopes.js';
import { OUTPUT_FORMATS } from '../../terminal/types.js';
import { GLOBAL_OPTIONS } from '../command/globals.js';
import { usageHint } from '../command/input/missing.js';
import { longName } from '../command/options.js';
import type { GlobalValues, Parsed, ScopeValues } from '../command/parsed.js';
import { SCOPE_OPTIONS } from '../command/scope-options.js';
import { sharedOptions } from '../command/shared-options.js';
import type { AnyCommand } from '../command/spec.js';
import type { ArgumentSpec, HiddenAlias, OptionSpec } from '../command/value-spec.js';
import { optionForValue } from './option-for-value.js';
import { readOptions } from './read-line.js';
import { shapesOf } from './route.js';

type Options = Readonly<Record<string, OptionSpec>>;

/** All options of a command. Its own replace shared ones of the same name, and these replace global ones. */
export const optionsOf = (spec: AnyCommand): Options => ({
  ...GLOBAL_OPTIONS,
  ...sharedOptions(spec),
  ...spec.options,
});

/**
 * Parses the words after the command. Every problem is a usage error; `env` sets global options. `refuseMissing` checks
 * what is required.
 */
export function parse(
  spec: AnyCommand,
  name: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Parsed {
  const known = optionsOf(spec);
  const end = spec.takesRest ? terminatorIn(argv, known) : -1;
  const { given, operands } = parseOptions(name, known, end === -1 ? argv : argv.slice(0, end));
  const args = argumentValues(name, spec.args, operands, known);
  refuseMiscounted(known, given, name);
  const value = (key: string, option: OptionSpec): unknown =>
    given.has(key) ? given.get(key) : fromEnvironment(name, key, option, env);
  const pick = (from: Options) =>
    Object.fromEntries(Object.entries(from).map(([key, option]) => [key, value(key, option)]));
  const shared = pick(sharedOptions(spec));
  const options = { ...pick(spec.options), ...positionalValues(name, spec, args, given) };
  return {
    args,
    options,
    globals: {
      ...pick(GLOBAL_OPTIONS),
      output: value('output', known.output ?? GLOBAL_OPTIONS.output),
    } as GlobalValues,
    scope: Object.fromEntries(SCOPE_NAMES.map((scope) => [scope, shared[scope]])) as ScopeValues,
    data: shared.data as string | undefined,
    concurrency: shared.concurrency as number | undefined,
    failures: shared.failures as string | undefined,
    filter: shared.filter as string[] | undefined,
    where: shared.where as string | undefined,
    limit: shared.limit as number | undefined,
    rest: end === -1 ? [] : argv.slice(end + 1),
  };
}

/** Index of the `--` that ends the options, or -1. */
const terminatorIn = (argv: readonly string[], known: Options): number =>
  readOptions(argv, shapesOf(known)).find(({ kind }) => kind === 'terminator')?.at ?? -1;

/**
 * Parses the options with commander. Its own table of values would turn null into text and merge --x and --no-x, so
 * listeners store the values.
 */
function parseOptions(
  name: string,
  known: Options,
  argv: readonly string[],
): { given: ReadonlyMap<string, unknown>; operands: readonly string[] } {
  const given = new Map<string, unknown>();
  /** Name that was typed for each option. */
  const named = new Map<string, string>();
  const program = new Command(name).exitOverride().configureOutput({ writeErr: () => {} });
  for (const [key, option] of Object.entries(known)) {
    const value = option.value ? ` <value${option.values === undefined ? '' : '...'}>` : '';
    for (const { name: long, short, convert = (text: string) => text } of namesOf(key, option)) {
      const declared = new Option(`${short ? `-${short}, ` : ''}${long}${value}`);
      program.addOption(declared);
      program.on(`option:${declared.name()}`, (text: string | undefined) => {
        if (text !== undefined && option.value !== undefined && text.trim() === '' && !mayBeEmpty(option))
          throw usageError(`Option ${long}: its value is empty.`, EMPTY_HINT);
        const before = named.get(key) ?? long;
        if (before !== long)
          throw usageError(`${before} and ${long} cannot be combined.`, sameAs(key, option));
        named.set(key, long);
        try {
          given.set(key, option.parse(convert(text ?? ''), given.get(key)));
        } catch (error) {
          throw ofOtherOption(error, key, known) ?? wrongValue(`Option ${long}`, error, name);
        }
      });
    }
  }
  try {
    const { operands, unknown } = program.parseOptions([...argv]);
    const [first, next = ''] = unknown;
    if (first !== undefined) {
      const value = optionForValue(first.split('=')[1] ?? next, known);
      throw new UnknownOption(first, name, Object.keys(known).map(longName), value);
    }
    return { given, operands };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The only error of `parseOptions`: the last word is an option without its value.
    const { flags = '', long = '' } =
      program.options.find(({ flags }) => error.message.includes(`'${flags}'`)) ?? {};
    const [key, option] =
      Object.entries(known).find(([key, it]) => namesOf(key, it).some((own) => own.name === long)) ?? [];
    const hint = key && option && `${longName(key)} ${option.value}: ${option.help}.`;
    throw usageError(
      `Option ${flags.replace(/ <.*/, '')}: its value is missing.`,
      hint ? { hint } : usageHint(name),
    );
  }
}

/** The names of an option: its own with the short one, then those that are not shown. */
const namesOf = (
  key: string,
  { short, hiddenAliases = [] }: OptionSpec,
): (HiddenAlias & { short?: string })[] => [
  { name: longName(key), ...(short !== undefined && { short }) },
  ...hiddenAliases,
];

const sameAs = (key: string, { hiddenAliases = [] }: OptionSpec) => ({
  hint: `${hiddenAliases.map(({ name }) => name).join(' and ')} are other names of ${longName(key)}. Use ${longName(key)} once.`,
});

/** Rejects an option with fewer values than it needs. Errors: `usage`. */
function refuseMiscounted(known: Options, given: ReadonlyMap<string, unknown>, name: string): void {
  for (const [key, { values }] of Object.entries(known)) {
    const found = given.get(key);
    if (values === undefined || !Array.isArray(found) || found.length === values) continue;
    throw usageError(
      `Option ${longName(key)} requires ${values} values but has ${found.length}.`,
      usageHint(name),
    );
  }
}

/** Value of an option from its environment variable; accounts and scopes are resolved later. */
function fromEnvironment(name: string, key: string, option: OptionSpec, env: NodeJS.ProcessEnv): unknown {
  const given = option.env ? env[option.env] : undefined;
  if (given === undefined || given === '' || key in SCOPE_OPTIONS || key === 'profile' || key === 'baseUrl')
    return undefined;
  try {
    return option.parse(given, undefined);
  } catch (error) {
    throw wrongValue(`Environment variable ${option.env}`, error, name);
  }
}

/** Options that name output files, here and in other tools. */
const NAMING_FILES = [
  '--out',
  '--file',
  '--dir',
  '--outfile',
  '--output-file',
  '--output-dir',
  '--directory',
  '--folder',
];

/** An option that the command does not accept; `flag` is the typed text. */
export class UnknownOption extends ArchctlError {
  readonly guess: string | undefined;

  constructor(
    readonly flag: string,
    /** Command path, `archctl diagram export`. */
    readonly command: string,
    names: readonly string[],
    /** Options that accept the next word, in the hint if no option has a similar name. */
    value?: string,
  ) {
    const plain = flag.split('=')[0] ?? '';
    // Some tools have one option per format.
    const format = OUTPUT_FORMATS.find((it) => plain === `--${it}`);
    const files = NAMING_FILES.includes(plain) ? NAMING_FILES.filter((it) => names.includes(it)) : [];
    const near = files.length > 0 ? files : [nearest(plain, names)].filter((it) => it !== undefined);
    const guesses = format ? [`-o ${format}`] : near;
    const shown = guesses.length > 0 ? alternatives(guesses.map((it) => `"${it}"`)) : undefined;
    super(
      'usage',
      `Unknown option '${flag}'.`,
      shown ? { hint: `Did you mean ${shown}?` } : (didYouMean(value) ?? usageHint(command)),
    );
    [this.guess] = guesses;
  }
}

/** The error for a value of another option: `-o svg`, if `--format` takes svg. */
function ofOtherOption(error: unknown, key: string, known: Options): ArchctlError | undefined {
  if (!(error instanceof InvalidChoiceError)) return undefined;
  const { [key]: _, ...others } = known;
  const other = didYouMean(optionForValue(error.given, others));
  return other && usageError(`Option ${longName(key)}: ${error.message}.`, other);
}

/** Error for an invalid value; the cause may contribute a hint. */
function wrongValue(where: string, error: unknown, name: string): ArchctlError {
  const { message } = error as Error;
  const own = error instanceof ArchctlError ? error.facts.hint : undefined;
  return usageError(`${where}: ${message.replace(/\.$/, '')}.`, {
    hint: error instanceof InvalidChoiceError ? error.hint(name) : own,
  });
}

/** An unset shell variable must not read or delete something else. */
const EMPTY_HINT = { hint: 'Check that the shell variable is set.' };

/** Whether an empty value is meaningful: it clears a free-text field. */
const mayBeEmpty = ({ body, value, completes, required }: OptionSpec): boolean =>
  body !== undefined && value === 'TEXT' && completes === undefined && required !== true;

/** Assigns operands to arguments. Errors: `usage`. */
function argumentValues(
  name: string,
  specs: Record<string, ArgumentSpec>,
  operands: readonly string[],
  known: Options,
): Parsed['args'] {
  const entries = Object.entries(specs);
  const excess = entries.at(-1)?.[1].variadic ? [] : operands.slice(entries.length);
  if (excess.length > 0) {
    const message = `Unexpected argument: ${excess.map((word) => `"${word}"`).join(', ')}.`;
    throw usageError(message, didYouMean(optionForValue(excess[0] ?? '', known)) ?? usageHint(name));
  }
  const result: Parsed['args'] = {};
  for (const [index, [key, argument]] of entries.entries()) {
    const values = argument.variadic ? operands.slice(index) : operands.slice(index, index + 1);
    for (const value of values) {
      if (value.trim() === '') throw usageError(`Argument ${argument.name} is empty.`, EMPTY_HINT);
      if (argument.choices && !argument.choices.includes(value)) {
        const fault = new InvalidChoiceError(value, argument.choices);
        throw usageError(`Argument ${argument.name}: ${fault.message}.`, { hint: fault.hint(name) });
      }
    }
    result[key] = argument.variadic ? values : values[0];
  }
  return result;
}

/** Values of options that arguments set. Errors: `usage` if the option is given as well. */
function positionalValues(
  name: string,
  { args, options }: AnyCommand,
  values: Parsed['args'],
  given: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, { name: argument, sets = '' }] of Object.entries(args)) {
    const value = values[key];
    if (typeof value !== 'string' || options[sets] === undefined) continue;
    if (given.has(sets))
      throw usageError(`The argument ${argument} and ${longName(sets)} cannot be combined.`, {
        hint: `They set the same value, here "${value}" and "${String(given.get(sets))}". Leave one out.`,
      });
    try {
      found[sets] = options[sets].parse(value, undefined);
    } catch (error) {
      throw wrongValue(`Argument ${argument}`, error, name);
    }
  }
  return found;
}

/** Hint at what was probably meant. */
const didYouMean = (guess: string | undefined) =>
  guess === undefined ? undefined : { hint: `Did you mean "${guess}"?` };

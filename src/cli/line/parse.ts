import { Command, CommanderError, Option } from 'commander';
import { ArchctlError, usageError } from '../../base/errors.js';
import { NotOneOf, nearest } from '../../base/suggest.js';
import { capitalised } from '../../base/words.js';
import { SCOPE_NAMES } from '../../contract/scopes.js';
import { OUTPUT_FORMATS } from '../../terminal/types.js';
import { GLOBAL_OPTIONS } from '../command/globals.js';
import { longName } from '../command/options.js';
import type { GlobalValues, Parsed, ScopeValues } from '../command/parsed.js';
import { SCOPE_OPTIONS } from '../command/scope-options.js';
import { sharedOptions } from '../command/shared-options.js';
import type { AnyCommand } from '../command/spec.js';
import type { ArgumentSpec, OptionSpec } from '../command/value-spec.js';

type Options = Record<string, OptionSpec>;

/**
 * Parses the words after the command. Every problem is a usage error; `env` sets global options. `refuseMissing` checks
 * required options.
 */
export function parse(
  spec: AnyCommand,
  name: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Parsed {
  const end = argv.indexOf('--');
  const rest = spec.takesRest && end !== -1 ? argv.slice(end + 1) : [];
  const words = spec.takesRest && end !== -1 ? argv.slice(0, end) : argv;
  // A command's own option replaces a global one of the same name (`webhook verify --timestamp`).
  const known: Options = { ...GLOBAL_OPTIONS, ...sharedOptions(spec), ...spec.options };
  const given = new Map<string, unknown>();
  const program = commanderFor(spec, name, known, given);
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw usageError(tidy(error.message), shownBy(name));
  }
  refuseMiscounted(known, given, name);
  const value = (key: string, option: OptionSpec): unknown =>
    given.has(key) ? given.get(key) : fromEnvironment(name, key, option, env);
  const pick = (from: Options) =>
    Object.fromEntries(Object.entries(from).map(([key, option]) => [key, value(key, option)]));
  const shared = pick(sharedOptions(spec));
  const options = pick(spec.options);
  return {
    args: argumentValues(name, spec.args, program.processedArgs as (string | string[] | undefined)[]),
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
    rest,
  };
}

/** Rejects an option with fewer values than it needs. Errors: `usage`. */
function refuseMiscounted(known: Options, given: ReadonlyMap<string, unknown>, name: string): void {
  for (const [key, { values }] of Object.entries(known)) {
    const found = given.get(key);
    if (values === undefined || !Array.isArray(found) || found.length === values) continue;
    throw usageError(
      `Option ${longName(key)} needs ${values} values but has ${found.length}.`,
      shownBy(name),
    );
  }
}

/**
 * Rejects a missing required option; required body fields may be in `--data` and are validated with it. Errors:
 * `usage`.
 */
export function refuseMissing({ options }: AnyCommand, name: string, parsed: Parsed): void {
  for (const [key, option] of Object.entries(options)) {
    if (option.required && !option.body && parsed.options[key] === undefined)
      throw usageError(`Option ${longName(key)} is missing.`, shownBy(name));
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

/** An option that the command does not accept; `flag` is the typed text. */
export class UnknownOption extends ArchctlError {
  constructor(
    readonly flag: string,
    /** Command path, `archctl diagram export`. */
    readonly command: string,
    /** Suggested option. */
    readonly guess: string | undefined,
  ) {
    super('usage', `Unknown option '${flag}'.`, {
      hint: guess ? `Did you mean "${guess}"?` : `"${command} --help" shows the usage.`,
    });
  }
}

/** Commander with archctl's error messages. */
class Program extends Command {
  constructor(
    name: string,
    private readonly names: readonly string[],
  ) {
    super(name);
  }

  unknownOption(flag: string): never {
    throw new UnknownOption(flag, this.name(), this.meant(flag.split('=')[0] ?? ''));
  }

  /** Some tools have one option per format. */
  private meant(flag: string): string | undefined {
    const format = OUTPUT_FORMATS.find((it) => flag === `--${it}`);
    return format ? `-o ${format}` : nearest(flag, this.names);
  }

  optionMissingArgument({ flags }: Option): never {
    throw usageError(`Option ${flags.replace(/ <.*/, '')}: its value is missing.`, shownBy(this.name()));
  }

  missingArgument(argument: string): never {
    throw usageError(`Argument ${argument} is missing.`, shownBy(this.name()));
  }

  _excessArguments(words: readonly string[]): never {
    const extra = words.slice(this.registeredArguments.length).map((word) => `"${word}"`);
    throw usageError(`Unexpected argument: ${extra.join(', ')}.`, shownBy(this.name()));
  }
}

/** Stores values in `given`: commander's own table would turn null into text and merge --x and --no-x. */
function commanderFor(spec: AnyCommand, name: string, known: Options, given: Map<string, unknown>): Command {
  const program = new Program(name, Object.keys(known).map(longName))
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} });
  program.helpOption(false).allowExcessArguments(false).combineFlagAndOptionalValue(true);
  for (const argument of Object.values(spec.args)) program.argument(placeholder(argument), argument.help);
  for (const [key, option] of Object.entries(known)) {
    const value = option.value ? ` <value${option.values === undefined ? '' : '...'}>` : '';
    const flags = `${option.short ? `-${option.short}, ` : ''}${longName(key)}${value}`;
    const declared = new Option(flags);
    declared.negate = false;
    program.addOption(declared);
    program.on(`option:${declared.name()}`, (text: string | null) => {
      if (text !== null && option.value !== undefined && text.trim() === '' && !mayBeEmpty(option))
        throw usageError(`Option ${longName(key)}: its value is empty.`, UNSET);
      try {
        given.set(key, option.parse(text ?? '', given.get(key)));
      } catch (error) {
        throw wrongValue(`Option ${longName(key)}`, error, name);
      }
    });
  }
  return program;
}

/** Error for an invalid value; the cause may contribute a hint. */
function wrongValue(where: string, error: unknown, name: string): ArchctlError {
  const { message } = error as Error;
  const own = error instanceof ArchctlError ? error.facts.hint : undefined;
  return usageError(`${where}: ${message.replace(/\.$/, '')}.`, {
    hint: error instanceof NotOneOf ? error.hint(name) : own,
  });
}

/** An unset shell variable must not read or delete something else. */
const UNSET = { hint: 'Check that the shell variable is set.' };

/** Whether an empty value is meaningful: it clears a free-text field. */
const mayBeEmpty = ({ body, value, completes, required }: OptionSpec): boolean =>
  body !== undefined && value === 'TEXT' && completes === undefined && required !== true;

const placeholder = (argument: ArgumentSpec): string => {
  const name = argument.variadic ? `${argument.name}...` : argument.name;
  return argument.optional ? `[${name}]` : `<${name}>`;
};

function argumentValues(
  name: string,
  specs: Record<string, ArgumentSpec>,
  values: readonly (string | string[] | undefined)[],
): Parsed['args'] {
  const result: Parsed['args'] = {};
  for (const [index, [key, argument]] of Object.entries(specs).entries()) {
    const value = values[index];
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value]) {
      if (one.trim() === '') throw usageError(`Argument ${argument.name} is empty.`, UNSET);
      if (argument.choices && !argument.choices.includes(one)) {
        const fault = new NotOneOf(one, argument.choices);
        throw usageError(`Argument ${argument.name}: ${fault.message}.`, { hint: fault.hint(name) });
      }
    }
    result[key] = value;
  }
  return result;
}

const shownBy = (name: string) => ({ hint: `"${name} --help" shows the usage.` });

/** Rewords commander's message. */
function tidy(message: string): string {
  const text = message.replace(/^error: /, '').trim();
  return `${capitalised(text)}${/[.?)]$/.test(text) ? '' : '.'}`;
}

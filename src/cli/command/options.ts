import { InvalidChoiceError } from '../../base/text/suggest.js';
import type { OptionSpec } from './value-spec.js';

type Extra = Partial<Omit<OptionSpec, 'parse' | 'choices' | 'repeatable'>>;

const make = <T>(spec: Omit<OptionSpec<T>, 'help'>, help: string, extra: Extra): OptionSpec<T> => ({
  ...spec,
  help,
  ...extra,
});

export const text = (help: string, extra: Extra = {}): OptionSpec<string> =>
  make({ value: 'TEXT', parse: (given) => given }, help, extra);

/** Placeholder of a record: its name, if names of its kind are resolved, or else its id. */
const placeholderOf = ({ completes }: Extra): string => (completes === undefined ? 'ID' : 'NAME');

/** A record, by id; also by name if `completes` is its kind. */
export const identifier = (help: string, extra: Extra = {}): OptionSpec<string> =>
  text(help, { value: placeholderOf(extra), ...extra });

export const flag = (help: string, extra: Extra = {}): OptionSpec<boolean> =>
  make({ parse: () => true }, help, extra);

/** `--no-external` of `--external`. */
export const no = (help: string, place: { body: string } | { query: string }): OptionSpec<boolean> => ({
  ...flag(help, place),
  parse: () => false,
});

export const number = (
  help: string,
  extra: Extra & { min?: number; max?: number; integer?: boolean } = {},
): OptionSpec<number> => {
  const { min, max, integer, ...rest } = extra;
  const parse = (given: string): number => {
    const value = Number(given);
    if (given.trim() === '' || !Number.isFinite(value)) throw new Error(`"${given}" is not a number`);
    if (integer && !Number.isInteger(value)) throw new Error(`"${given}" is not a whole number`);
    if (min !== undefined && value < min) throw new Error(`${given} is below ${min}`);
    if (max !== undefined && value > max) throw new Error(`${given} is above ${max}`);
    return value;
  };
  return make({ value: 'N', parse }, help, rest);
};

/** The member of `values` that was typed; otherwise throws `InvalidChoiceError`. */
export function oneOf<const V extends readonly string[]>(values: V, given: string): V[number] {
  if (values.includes(given)) return given as V[number];
  throw new InvalidChoiceError(given, values);
}

export const choice = <const V extends readonly string[]>(
  values: V,
  help: string,
  extra: Extra = {},
): OptionSpec<V[number]> =>
  make(
    {
      value: listedValues(values),
      choices: values,
      parse: (given) => oneOf(values, given),
    },
    help,
    extra,
  );

/** An option whose value `none` is sent as null. */
export const orNone = <T>(option: OptionSpec<T>): OptionSpec<T | null> => {
  const choices = option.choices && [...option.choices, 'none'];
  return {
    ...option,
    ...(choices ? { choices, value: listedValues(choices) } : { suggests: ['none'] }),
    parse(given, previous) {
      if (choices) oneOf(choices, given);
      return given === 'none' ? null : option.parse(given, previous ?? undefined);
    },
  };
};

/** Placeholder for one of these values; help lists many values behind the description. */
const listedValues = (values: readonly string[]): string => (values.length > 5 ? 'VALUE' : values.join('|'));

/** Several values of an enumeration, repeated or separated by commas. */
export const choices = <const V extends readonly string[]>(
  values: V,
  help: string,
  extra: Extra = {},
): OptionSpec<V[number][]> =>
  make(
    {
      value: listedValues(values),
      choices: values,
      repeatable: true,
      parse: (given, previous) => [
        ...(previous ?? []),
        ...given.split(',').map((part) => oneOf(values, part.trim())),
      ],
    },
    help,
    extra,
  );

/** A repeatable text option. */
export const texts = (help: string, extra: Extra = {}): OptionSpec<string[]> =>
  make(
    { value: 'TEXT', repeatable: true, parse: (given, previous) => [...(previous ?? []), given] },
    help,
    extra,
  );

export const identifiers = (help: string, extra: Extra = {}): OptionSpec<string[]> =>
  texts(help, { value: placeholderOf(extra), ...extra });

/** `key=value` pairs; the value may contain `=`. */
export const pairs = (help: string, extra: Extra = {}): OptionSpec<Record<string, string>> =>
  make(
    {
      value: 'KEY=VALUE',
      pairedWith: [],
      repeatable: true,
      parse: (given, previous) => {
        const at = given.indexOf('=');
        if (at < 1) throw new Error(`"${given}" is not KEY=VALUE`);
        return { ...previous, [given.slice(0, at)]: given.slice(at + 1) };
      },
    },
    help,
    extra,
  );

/** `key=true|false` pairs. */
export const switches = (help: string, extra: Extra = {}): OptionSpec<Record<string, boolean>> =>
  make(
    {
      value: 'ID=true|false',
      pairedWith: ['true', 'false'],
      repeatable: true,
      parse: (given, previous) => {
        const match = /^(.+)=(true|false)$/.exec(given);
        if (!match?.[1]) throw new Error(`"${given}" is not ID=true or ID=false`);
        return { ...previous, [match[1]]: match[2] === 'true' };
      },
    },
    help,
    extra,
  );

/** Long option for a key: `showAllSteps` becomes `--show-all-steps`. */
export const longName = (key: string): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

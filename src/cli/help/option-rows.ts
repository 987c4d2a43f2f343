import { longName } from '../command/options.js';
import type { OptionSpec } from '../command/value-spec.js';

/** Rows that describe options in help. */

type Options = Readonly<Record<string, OptionSpec>>;

/** Enumerations longer than this are listed once below the options. */
const LONG_CHOICES = 160;

const isLong = (values: readonly string[]): boolean => values.join(', ').length > LONG_CHOICES;

/** Long enumerations, each with the options that use it: `--type and --not-type`. */
export function longChoices(options: Options): [string, readonly string[]][] {
  const found = new Map<readonly string[], string[]>();
  for (const [key, { choices }] of Object.entries(options))
    if (choices && isLong(choices)) found.set(choices, [...(found.get(choices) ?? []), longName(key)]);
  return [...found].map(([values, names]) => [names.join(' and '), values]);
}

/**
 * Option with its value: `--direction outgoing|none`; if the line is too narrow, the values move to the description.
 */
export function optionWord(key: string, option: OptionSpec, width: number): string {
  const value = option.value ? `${longName(key)} ${option.value}` : longName(key);
  return option.choices && value.length > width ? `${longName(key)} VALUE` : value;
}

/** An option and its description per row. */
export function optionRows(options: Options, width = Number.POSITIVE_INFINITY): [string, string][] {
  return Object.entries(options).map(([key, option]) => {
    const words = optionWord(key, option, width - 2);
    const [, value] = words.split(' ');
    return [
      `${option.short ? `-${option.short}, ` : ''}${words}`,
      describeOption({ ...option, ...(value !== undefined && { value }) }),
    ];
  });
}

export function describeOption(
  it: Pick<OptionSpec, 'help' | 'choices' | 'repeatable' | 'fallback' | 'env' | 'required' | 'value'>,
): string {
  const values = it.choices && it.value !== it.choices.join('|') ? it.choices : [];
  const facts = [
    it.required ? 'required' : '',
    isLong(values) ? 'values below' : values.length > 0 ? `one of: ${values.join(', ')}` : '',
    it.repeatable ? 'repeatable' : '',
    it.fallback ? `default: ${it.fallback}` : '',
    it.env ? `env: ${it.env}` : '',
  ].filter(Boolean);
  if (facts.length === 0) return it.help;
  // Remarks that end the help share its parentheses.
  const start = it.help.endsWith(')') ? `${it.help.slice(0, -1)}; ` : `${it.help} (`;
  return `${start}${facts.join('; ')})`;
}

import { longName } from '../command/options.js';
import type { OptionSpec } from '../command/value-spec.js';

/**
 * Options that accept a text as their value: `--break signature` for `signature`. Each part of `model-object.updated` can
 * be the value of another option. Undefined if none accepts it.
 */
export function optionForValue(
  text: string,
  options: Readonly<Record<string, OptionSpec>>,
): string | undefined {
  const parts = text.toLowerCase().split(/[.:]/);
  const found = parts.map((part) => {
    const [key] = Object.entries(options).find(([, { choices }]) => choices?.includes(part)) ?? [];
    return key === undefined ? undefined : `${longName(key)} ${part}`;
  });
  return found.includes(undefined) ? undefined : found.join(' ');
}

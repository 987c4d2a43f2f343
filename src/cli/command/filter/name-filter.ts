import { foldCase } from '../../../base/text/words.js';
import { text } from '../options.js';
import type { OptionSpec } from '../value-spec.js';

const filled = (given: string): string => {
  if (given.trim() === '') throw new Error('it is empty');
  return given;
};

/**
 * Name options of a list. Filters by exact name on the service if possible (docs/service.md#filters); `filters` are its
 * filter keys.
 */
export const nameOptions = (filters: readonly string[] = []) =>
  ({
    name: { ...text('Filter by part of the name, ignoring case'), parse: filled },
    nameExact: {
      ...text('Filter by exact name', filters.includes('name') ? { query: 'filter.name' } : {}),
      parse: filled,
    },
  }) satisfies Record<string, OptionSpec>;

/** Predicate for the names that these options select; undefined without them. */
export function nameTest({ name, nameExact }: Readonly<Record<string, unknown>>) {
  if (typeof name !== 'string' && typeof nameExact !== 'string') return undefined;
  const part = typeof name === 'string' ? foldCase(name) : '';
  return (record: unknown): boolean => {
    const { name: found } = record as { name?: unknown };
    if (typeof found !== 'string') return false;
    return foldCase(found).includes(part) && (nameExact === undefined || found === nameExact);
  };
}

/** Message if no record has the name. */
export const NO_NAME_MATCHES = 'No record has this name.';

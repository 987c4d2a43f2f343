import { fieldOptions } from '../../../cli/command/family/fields.js';
import { choices } from '../../../cli/command/options.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import { PROVIDERS, RESTRICTIONS, TECHNOLOGY_STATUSES, TECHNOLOGY_TYPES } from '../../../contract/enums.js';
import { technologyFacts } from '../../../contract/resources/technology.js';

/** Option for several values of an enumeration, where `none` is sent as null: no provider, no type. */
function choicesOrNone(
  values: readonly string[],
  help: string,
  extra: Partial<OptionSpec>,
): OptionSpec<(string | null)[]> {
  const { parse, ...option } = choices([...values, 'none'], help, extra);
  return {
    ...option,
    parse: (given, previous = []) => [
      ...previous,
      ...parse(given, undefined).map((value) => (value === 'none' ? null : value)),
    ],
  };
}

export const TECHNOLOGY_FILTERS = {
  provider: choicesOrNone(PROVIDERS, 'Filter by provider', { query: 'filter.provider' }),
  type: choicesOrNone(TECHNOLOGY_TYPES, 'Filter by type', { query: 'filter.type' }),
  status: choices(TECHNOLOGY_STATUSES, 'Filter by review status', { query: 'filter.status' }),
  restriction: choices(RESTRICTIONS, 'Filter by the kind of object it can be used on', {
    query: 'filter.restrictions',
  }),
};

/** Options of `create`. */
export const { fields: NEW_FIELDS } = fieldOptions(technologyFacts, {
  restriction: choices(RESTRICTIONS, 'Kinds of objects it can be used on', { body: 'restrictions' }),
});

export const TECHNOLOGY = {
  name: 'TECHNOLOGY',
  help: 'Technology of the organization',
  completes: 'technology',
} as const;

/** Distinguishes the id of a technology or news article from a slug. */
export const isId = (text: string): boolean => /^[A-Za-z0-9]{20,}$/.test(text);

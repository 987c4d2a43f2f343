import { choice, choices, text } from '../../../cli/command/options.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import {
  COLORS,
  PROVIDERS,
  REJECTION_REASONS,
  RESTRICTIONS,
  TECHNOLOGY_STATUSES,
  TECHNOLOGY_TYPES,
} from '../../../contract/enums.js';

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

/** Option for one value of an enumeration, or `none`. */
const choiceOrNone = (values: readonly string[], help: string, extra: Partial<OptionSpec>): OptionSpec => {
  const { parse, ...option } = choice([...values, 'none'], help, extra);
  return {
    ...option,
    parse: (given) => {
      const value = parse(given, undefined);
      return value === 'none' ? null : value;
    },
  };
};

/** Filters of every list of technologies. */
export const FILTERS = {
  provider: choicesOrNone(PROVIDERS, 'Filter by provider', { query: 'filter.provider' }),
  type: choicesOrNone(TECHNOLOGY_TYPES, 'Filter by type', { query: 'filter.type' }),
  status: choices(TECHNOLOGY_STATUSES, 'Filter by review status', { query: 'filter.status' }),
  restriction: choices(RESTRICTIONS, 'Filter by the kind of object it can be used on', {
    query: 'filter.restrictions',
  }),
};

/** Required fields of a create request. */
const REQUIRED = {
  name: text('Name', { body: 'name' }),
  color: choice(COLORS, 'Colour', { body: 'color' }),
};

/** Fields of `create` and `update`. */
export const FIELDS = {
  ...REQUIRED,
  provider: choiceOrNone(PROVIDERS, 'Provider', { body: 'provider' }),
  type: choiceOrNone(TECHNOLOGY_TYPES, 'Type', { body: 'type' }),
  restriction: choices(RESTRICTIONS, 'Kinds of objects it can be used on', { body: 'restrictions' }),
  nameShort: text('Short name', { body: 'nameShort' }),
  category: text('Category', { body: 'category' }),
  description: text('One-sentence description', { body: 'description' }),
  websiteUrl: text('Web site', { body: 'websiteUrl', value: 'URL' }),
  docsUrl: text('Documentation', { body: 'docsUrl', value: 'URL' }),
  updatesUrl: text('Its news', { body: 'updatesUrl', value: 'URL' }),
  iconUrlLight: text('Icon for light backgrounds', { body: 'iconUrlLight', value: 'URL' }),
  iconUrlDark: text('Icon for dark backgrounds', { body: 'iconUrlDark', value: 'URL' }),
  deprecatedAt: text('Time of deprecation', { body: 'deprecatedAt', value: 'TIME' }),
  status: choice(TECHNOLOGY_STATUSES, 'Review status, set by an admin', { body: 'status' }),
  rejectionReason: choice(REJECTION_REASONS, 'Reason for rejection', { body: 'rejectionReason' }),
  rejectionMessage: text('Explanation of the rejection', { body: 'rejectionMessage' }),
};

export const NEW_FIELDS = {
  ...FIELDS,
  name: { ...FIELDS.name, required: true },
  color: { ...FIELDS.color, required: true },
};

export const TECHNOLOGY = {
  name: 'TECHNOLOGY',
  help: 'Technology of the organization',
  completes: 'technology',
} as const;

/** Distinguishes the id of a technology or news article from a slug. */
export const isId = (text: string): boolean => /^[A-Za-z0-9]{20,}$/.test(text);

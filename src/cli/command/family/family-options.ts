import { capitalised } from '../../../base/text/words.js';
import type { FactsTable } from '../../../contract/fields/facts.js';
import { LABEL_CHANGES } from '../input/label-change.js';
import { number, pairs } from '../options.js';
import type { OptionSpec } from '../value-spec.js';
import type { FamilyCommandSpec } from './family-spec.js';
import { fieldOptions, optionalOptions } from './fields.js';

type Options = Readonly<Record<string, OptionSpec>>;

const LABELS = { label: pairs('Label', { body: 'labels', completes: 'label' }) };
const COMMIT = { commit: number('Expected commit', { integer: true, body: 'commit' }) };
/** Help for the expected commit of an existing record. */
const COMMIT_IT_IS_AT = {
  commit: { ...COMMIT.commit, help: 'Expected commit; the change is refused if the record has a newer one' },
};

export const hasLabels = ({ labels }: FactsTable): boolean => labels?.writable !== undefined;

export function createOptions({
  family,
  fields: own,
  creating: more,
  offers = {},
}: FamilyCommandSpec): Options {
  const table = family.shape.fields;
  const { fields, idLists, creating } = fieldOptions(table, own);
  const options: Options = { ...fields, ...idLists, ...creating, ...more };
  const offering = Object.entries(offers).map(([key, it]) => [key, { ...options[key], offers: it }]);
  return {
    ...options,
    ...Object.fromEntries(offering),
    ...(hasLabels(table) && LABELS),
    ...COMMIT,
  };
}

/** Options of `upsert`: a complete record, as for `create`. */
export const upsertOptions = (spec: FamilyCommandSpec): Options => ({
  ...createOptions(spec),
  ...spec.upserting,
  ...COMMIT_IT_IS_AT,
});

/** Options of `update`: all optional; lists of ids can be changed as well as replaced. */
export function updateOptions({ family, fields: own, updating }: FamilyCommandSpec): Options {
  const table = family.shape.fields;
  const { fields, idLists } = fieldOptions(table, own);
  const lists = Object.entries(idLists).flatMap(([key, option]) => patchOptions(key, option));
  return {
    ...optionalOptions(fields),
    ...Object.fromEntries(lists),
    ...updating,
    ...(hasLabels(table) && LABEL_CHANGES),
    ...COMMIT_IT_IS_AT,
  };
}

/** Options for a list of ids in an update: replace, add and remove (docs/service.md#updates). */
function patchOptions(key: string, option: OptionSpec): [string, OptionSpec][] {
  const { body = key, help } = option;
  const name = capitalised(key);
  const what = `${help.charAt(0).toLowerCase()}${help.slice(1)}`;
  const parse: OptionSpec['parse'] = (given, previous) => {
    if (given === '') throw new Error('an id is empty');
    return option.parse(given, previous);
  };
  return [
    [
      key,
      {
        ...option,
        suggests: ['none'],
        help: `${help}; replaces the current list, none clears it`,
        parse: (given, previous) => (given === 'none' ? [] : parse(given, previous)),
      },
    ],
    [`add${name}`, { ...option, parse, help: `Add this ${what}`, body: `${body}.$add` }],
    [`remove${name}`, { ...option, parse, help: `Remove this ${what}`, body: `${body}.$remove` }],
  ];
}

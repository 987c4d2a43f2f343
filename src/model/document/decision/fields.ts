import { type Fields, textField } from '../field.js';
import { DECISION_STATUSES } from './status.js';

/** Fields of decisions: their front matter, title and text. */

/** A link of an element or a decision. */
export const LINK: Fields = {
  url: textField('Address.', { required: true }),
  name: textField('Name; default: the address.', { record: 'customName' }),
};

const ids = (about: string): Fields[string] => ({
  shape: { is: 'references', to: 'object' },
  about,
  default: [],
});

/** Front matter keys that refer to other decisions. */
export const RELATION_KEYS = ['supersedes', 'superseded-by', 'related'] as const;

/** Front matter keys with fields of the decision, in the order in which they are written. */
export const FRONT_FIELDS: Fields = {
  status: {
    shape: { is: 'choice', of: DECISION_STATUSES },
    about:
      'Status. "proposed" is a draft in the service; "deprecated" and "superseded" are rejected there. Default: draft.',
    default: 'draft',
  },
  description: textField('Short description, as Markdown.', { default: '' }),
  elements: ids(
    'Ids of the elements that the decision is about; "connection:ID" for an element of another kind.',
  ),
  diagrams: ids('Ids of related diagrams.'),
  supersedes: ids('Decisions that this one replaces, by id, number (ADR-0012) or file name.'),
  'superseded-by': ids('Decisions that replace this one.'),
  related: ids('Other related decisions.'),
  retires: ids('Ids of elements that are removed once the decision is accepted and carried out.'),
  links: { shape: { is: 'list', of: LINK, short: 'url' }, about: 'Links to other resources.', default: [] },
};

export const DECISION_FIELDS: Fields = {
  name: textField('Title.', { required: true }),
  ...FRONT_FIELDS,
  content: textField('Text after the title, as Markdown.', { default: '' }),
};

/** Front matter keys that identify a decision, and its ignored rules. */
export const OWN_FRONT_KEYS = {
  id: textField('Id, unique among the decisions; default: the file name without its number.'),
  number: textField('Number; default: that of the file name.'),
  handle: textField('Handle of the record in the service, written by a pull.'),
  title: textField('Title; default: the first heading.'),
} as const;

/** Keys of the public form MADR that stay in the file: the service has no fields for them. */
export const FILE_ONLY_KEYS = ['date', 'decision-makers', 'deciders', 'consulted', 'informed'] as const;

/** Order of the front matter keys that archctl writes. */
export const FRONT_ORDER: readonly string[] = [
  'id',
  'number',
  'handle',
  'title',
  ...Object.keys(FRONT_FIELDS),
  'ignore',
];

/** Maximum lengths in the service, in characters (docs/service.md#adr). */
export const MAX_LENGTHS: Readonly<Record<string, number>> = {
  name: 1_000,
  description: 100_000,
  content: 100_000,
};

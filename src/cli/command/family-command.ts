import { capitalised, counted } from '../../base/words.js';
import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';
import type { Example } from './noun.js';
import { operationCommand, pathOf } from './operation-command.js';
import { number, oneOf, pairs } from './options.js';
import type { AnyCommand, Context } from './spec.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

type Options = Readonly<Record<string, OptionSpec>>;
type Json = Record<string, unknown>;

/** What the commands of a family of versioned resources are made of; the family itself tells the rest. */
export interface FamilyCommandSpec {
  /** From the contract, e.g. `modelObjects`. */
  family: {
    shape: { word: string; noun: string; param: string; singular: string };
    list: Operation;
    get: Operation;
    update: Operation;
    delete: Operation;
  };
  /** What a shell completes for its id. */
  completes?: ArgumentSpec['completes'];
  columns: readonly Column[];
  /** What `get` shows besides. */
  details?: readonly Column[];
  /** Options of `list`, with `query`. */
  filters: Options;
  /** Options of `list` and `get`, with `query`. */
  reading?: Options;
  /** Fields of `create` and `update`, with `body`; what is required is so for `create` only. */
  fields: Options;
  /** Lists of ids of `create` and `update`; each also becomes `--add-x` and `--remove-x` of `update`. */
  idLists?: Options;
  /** Further options of `create`: what cannot change later. */
  creating?: Options;
  /** Further options of `update`. */
  updating?: Options;
  /** What is lost besides, for the question before a delete: " with everything below it". */
  takesAlong?: string;
  /** Columns of the answer to a delete; `commit` unless told. */
  deleted?: readonly Column[];
  /** An example of `list` with filters, and one or more of `update`. */
  examples: { list: readonly Example[]; update: readonly Example[] };
  related?: readonly string[];
}

/** An option whose word `none` is null on the wire. */
export const orNone = <T>(option: OptionSpec<T>): OptionSpec<T | null> => {
  const choices = option.choices && [...option.choices, 'none'];
  return {
    ...option,
    ...(choices ? { choices, value: choices.join('|') } : { suggests: ['none'] }),
    parse(given, previous) {
      if (choices) oneOf(choices, given);
      return given === 'none' ? null : option.parse(given, previous ?? undefined);
    },
  };
};

const LABELS = { label: pairs('Label', { body: 'labels', completes: 'label' }) };
const NEW_LABELS = {
  label: pairs('Label; those given replace all there are', { body: 'labels', completes: 'label' }),
};
const COMMIT = { commit: number('Commit it is expected at', { integer: true, body: 'commit' }) };

/** Options of `create`, for the command that a family's own file declares. */
export const createOptions = ({ fields, idLists, creating }: FamilyCommandSpec): Options => ({
  ...fields,
  ...idLists,
  ...creating,
  ...LABELS,
  ...COMMIT,
});

function updateOptions({ fields, idLists = {}, updating }: FamilyCommandSpec): Options {
  const optional = Object.entries(fields).map(([key, { required: _, ...option }]) => [key, option] as const);
  const lists = Object.entries(idLists).flatMap(([key, option]) => patchOptions(key, option));
  const commit = {
    commit: { ...COMMIT.commit, help: 'Commit it must be at; refused where it has moved on' },
  };
  return { ...Object.fromEntries([...optional, ...lists]), ...updating, ...NEW_LABELS, ...commit };
}

/** A list of ids in an update: as a whole, or what comes and goes (docs/service.md#updates). */
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
        help: `${help}; those given replace all there are, none clears them`,
        parse: (given, previous) => (given === 'none' ? [] : parse(given, previous)),
      },
    ],
    [`add${name}`, { ...option, parse, help: `Add this ${what}`, body: `${body}.$add` }],
    [`remove${name}`, { ...option, parse, help: `Remove this ${what}`, body: `${body}.$remove` }],
  ];
}

/** `list`, `get`, `update` and `delete` of one family; each command file exports one of them. */
export function familyCommands(
  spec: FamilyCommandSpec,
): Record<'list' | 'get' | 'update' | 'delete', AnyCommand> {
  const { family, columns, reading, completes, related = [] } = spec;
  const { word, noun, param } = family.shape;
  const Noun = capitalised(noun);
  const placeholder = `${word.toUpperCase().replaceAll('-', '_')}_ID`;
  const args = { [param]: { name: placeholder, help: Noun, ...(completes && { completes }) } };
  const line = (verb: string, rest = ''): string =>
    `archctl ${word} ${verb} --landscape LANDSCAPE_ID${rest && ` ${rest}`}`;
  const one = (verb: string, rest?: string): string => line(`${verb} ${placeholder}`, rest);
  const also = (...own: string[]) => ({ related: [...own.map((verb) => `${word} ${verb}`), ...related] });
  const idOf = ({ parsed }: Context): string => String(parsed.args[param]);

  return {
    list: operationCommand(family.list, {
      options: { ...spec.filters, ...reading },
      columns,
      empty: `No ${noun}s.`,
      examples: [{ note: `All ${noun}s of a landscape`, line: line('list') }, ...spec.examples.list],
      ...also('get'),
    }),
    get: operationCommand(family.get, {
      args,
      options: { ...reading },
      columns: [...columns, ...(spec.details ?? [])],
      examples: [
        { note: `One ${noun}`, line: one('get') },
        { note: 'All of its fields', line: one('get', '-o yaml') },
      ],
      ...also('list', 'update'),
    }),
    update: operationCommand(family.update, {
      args,
      options: updateOptions(spec),
      columns,
      examples: [
        ...spec.examples.update,
        { note: 'From a file, if nobody was faster', line: one('update', '--data @changes.yaml --commit 7') },
      ],
      ...also('get'),
      done: (record) => `${Noun} ${labelOf(record)} updated.`,
    }),
    delete: operationCommand(family.delete, {
      details: 'Asks first; give --yes in scripts.',
      args,
      columns: spec.deleted ?? [{ key: 'commit', kind: 'number' }],
      examples: [
        { note: 'Asks first', line: one('delete') },
        { note: 'In a script', line: one('delete', '--yes -o json') },
      ],
      ...also('get'),
      confirm: async (context) => `Delete ${await named(context, spec, idOf(context))}?`,
      done: (answer, context) => `${Noun} ${idOf(context)} deleted${alongside(answer, idOf(context))}.`,
    }),
  };
}

const labelOf = ({ name, id }: Json): string => (typeof name === 'string' ? `"${name}" (${id})` : `${id}`);

/** What is about to go. A person is told its name, which takes a read; a script knows what it asked for. */
async function named(context: Context, { family, takesAlong = '' }: FamilyCommandSpec, id: string) {
  const { noun, singular } = family.shape;
  const { yes, dryRun } = context.parsed.globals;
  if (yes || dryRun || !context.terminal.canPrompt) return `the ${noun} ${id}${takesAlong}`;
  const client = await context.client();
  const path = await pathOf(context, family.get);
  const answer = await client.perform(family.get, { path });
  const label = labelOf({ id, ...(answer[singular] as Json) }).replace(/\s+/g, ' ');
  return `the ${noun} ${label}${takesAlong}`;
}

/** How many other records the answer to a delete names. */
function alongside(answer: Json, id: string): string {
  const others = Object.values(answer).flatMap((value) => (Array.isArray(value) ? value : []));
  const count = new Set(others).size - (others.includes(id) ? 1 : 0);
  return count === 0 ? '' : `, and ${counted(count, 'other record')} with it`;
}

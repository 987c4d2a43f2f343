import { capitalised } from '../../../base/text/words.js';
import {
  type ColumnFacts,
  type FactsTable,
  type FieldFacts,
  inOrder,
  readableOf,
  singularOf,
  wordOf,
} from '../../../contract/fields/facts.js';
import type { Column, ColumnKind } from '../../../terminal/types.js';
import { choice, flag, identifier, identifiers, no, number, orNone, text } from '../options.js';
import type { OptionSpec } from '../value-spec.js';

/** Columns and options of commands, derived from the fields of a record. */

const KINDS: Partial<Record<FieldFacts['is'], ColumnKind>> = {
  number: 'number',
  boolean: 'boolean',
  time: 'time',
  reference: 'id',
  references: 'list',
};

/** A computed column, and the column that it follows. */
type ComputedColumn = Column & { after: string };

export const columnsOf = (fields: FactsTable, computed: readonly ComputedColumn[] = []): Column[] =>
  inOrder([
    ...columnEntries(fields, 'column'),
    ...computed.map(({ after, ...column }) => [column.key, after, column] as const),
  ]);

/** Additional columns of `get`. */
export const detailsOf = (fields: FactsTable): Column[] => inOrder(columnEntries(fields, 'detail'));

const columnEntries = (fields: FactsTable, facet: 'column' | 'detail') =>
  Object.entries(fields).flatMap(([name, facts]) => {
    const column = facts[facet];
    if (column === undefined) return [];
    const { after, ...overrides } = typeof column === 'number' ? { priority: column } : column;
    return [[name, after, columnOf(name, facts, overrides)] as const];
  });

const columnOf = (key: string, { is, to }: FieldFacts, overrides: Omit<ColumnFacts, 'after'>): Column => {
  const kind = KINDS[is];
  return {
    key,
    ...(to && { header: capitalised(readableOf(key)) }),
    ...(kind && { kind }),
    ...(to && { of: wordOf(to) }),
    ...(key === 'index' && { wideOnly: true }),
    ...overrides,
  };
};

type Options = Readonly<Record<string, OptionSpec>>;

/** Options that set fields, grouped by the requests that accept them. */
export interface FieldOptions {
  fields: Options;
  idLists: Options;
  /** Options of fields that only a create request accepts. */
  creating: Options;
}

/** Options of the fields. An option in `own` replaces the option with the same name, or is appended. */
export function fieldOptions(table: FactsTable, own: Options = {}): FieldOptions {
  const optionsOf = (isIncluded: (facts: FieldFacts) => boolean) =>
    Object.fromEntries(
      inOrder(
        Object.entries(table).flatMap(([name, facts]) =>
          facts.writable && facts.option !== false && isIncluded(facts)
            ? [optionEntry(name, facts, own)]
            : [],
        ),
      ).flat(),
    );
  const isList = ({ is }: FieldFacts) => is === 'references';
  return {
    fields: { ...optionsOf((it) => it.writable === 'always' && !isList(it)), ...own },
    idLists: optionsOf(isList),
    creating: optionsOf((it) => it.writable === 'create'),
  };
}

/** The options for an update, which may omit every field. */
export const optionalOptions = (options: Options): Options =>
  Object.fromEntries(
    Object.entries(options).map(([key, { required: _, fallback: __, ...option }]) => [key, option]),
  );

function optionEntry(name: string, facts: FieldFacts, own: Options) {
  const { name: key = singularOf(name), off, after } = facts.option || {};
  const option = own[key] ?? optionOf(name, facts);
  const pairs: [string, OptionSpec][] = option ? [[key, option]] : [];
  if (off) pairs.push([`no${capitalised(key)}`, no(off, { body: name })]);
  return [key, after, pairs] as const;
}

function optionOf(name: string, facts: FieldFacts): OptionSpec | undefined {
  const { is, description, values = [], to = '', required, nullable } = facts;
  const phrase = nullable ? `${description}, or none` : description;
  const {
    help = phrase,
    body = name,
    value,
    initial,
    also,
    requiredIf,
    fallback = initial,
  } = facts.option || {};
  const extra = {
    body,
    ...(required && fallback === undefined && { required }),
    ...(value && { value }),
    ...(also && { hiddenAliases: also.map((it) => ({ name: `--${it}` })) }),
    ...(fallback !== undefined && { fallback }),
    ...(requiredIf && { requiredIf }),
  };
  const withNone = (option: OptionSpec): OptionSpec => (nullable ? orNone(option) : option);
  switch (is) {
    case 'text':
    case 'time':
      return text(help, extra);
    case 'number':
      return number(help, extra);
    case 'boolean':
      return flag(help, extra);
    case 'choice':
      return withNone(choice(values, help, extra));
    case 'reference':
      return withNone(identifier(help, { ...extra, completes: wordOf(to) }));
    case 'references':
      return identifiers(help, { ...extra, completes: wordOf(to) });
    default:
      return undefined;
  }
}

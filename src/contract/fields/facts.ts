import { dashed } from '../doc.js';

/**
 * Facts of fields, without schemas: plain data, so that help, options and model files can be derived from them without
 * loading a validator.
 */

export type FieldType =
  | 'text'
  | 'time'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'reference'
  /** Ids without order. */
  | 'references'
  /** Texts by key. */
  | 'texts'
  /** Links to resources outside the model, by id. */
  | 'links'
  | 'other';

type Priority = 1 | 2 | 3 | 4 | 5;

/** Column of the tables of a noun. Header, kind and target are derived from the field. */
export interface ColumnFacts {
  /** Dotted path of the value; default: the field. */
  key?: string;
  header?: string;
  kind?: 'id' | 'list' | 'status';
  of?: string;
  orOf?: string;
  priority: Priority;
  /** Column that this one follows, if it is not the preceding field. */
  after?: string;
}

/** Initial value of an index: after all siblings. */
export const LAST_INDEX = 'last';

/** Option of `create`, `upsert` and `update`. Name, placeholder and completion are derived from the field. */
export interface OptionFacts {
  name?: string;
  /** Other names that still work; help does not show them. */
  also?: readonly string[];
  help?: string;
  /** Help of the option that sets a boolean to false. */
  off?: string;
  /** Dotted body field; default: the field. */
  body?: string;
  value?: string;
  /** Value that archctl sends if a create omits a required field. */
  initial?: string;
  /** Help for a required field that the command computes if a create omits it. */
  fallback?: string;
  /** Values of other options that make the field required nevertheless. */
  requiredIf?: Readonly<Record<string, readonly string[]>>;
  /** Option that this one follows, if it is not the preceding field. */
  after?: string;
}

/** Field of model files. Key, shape and default are derived from the field. */
export interface DocumentFacts {
  key?: string;
  description?: string;
  /** Whether a missing field means "unchanged". */
  open?: true;
  values?: readonly string[];
  /** Kind of record that it refers to. */
  to?: string;
  /** Dotted name in the record. */
  record?: string;
}

/** Facets of a field; each is derived from its type and name unless it is set. */
export interface Facets {
  /** Column of lists and of `get`, or its priority; none if absent. */
  column?: Priority | ColumnFacts;
  /** The same, for `get` only. */
  detail?: Priority | ColumnFacts;
  /** False for fields without an option. */
  option?: OptionFacts | false;
  /** A text is the reason why model files omit the field; a list is for several fields. */
  document?: DocumentFacts | readonly DocumentFacts[] | string;
}

export interface FieldFacts extends Facets {
  is: FieldType;
  /** Phrase without a full stop: help of the option and description in the JSON Schema of model files. */
  description: string;
  /** Documented values of a choice. */
  values?: readonly string[];
  /** Kind of record that it refers to. */
  to?: string;
  /** Required by `create`. */
  required?: true;
  /** Whether a request may set it to null. */
  nullable?: true;
  /** Value in model files if it is missing. */
  default?: string | boolean;
  /** Field that determines this one in an existing record: a new parent also changes the domain. */
  follows?: string;
  /** Requests that may contain it; derived from the schemas. */
  writable?: 'always' | 'create';
  /** Whether exports contain it; derived from the schemas. */
  exported?: true;
}

export type FactsTable = Readonly<Record<string, FieldFacts>>;

/** Names of the text fields that exports contain. */
export const exportedTexts = (fields: FactsTable): string[] =>
  Object.entries(fields).flatMap(([name, { is, exported }]) => (is === 'text' && exported ? [name] : []));

/** Words for kinds of record, where they differ from the kind. */
const WORDS: Readonly<Record<string, string>> = {
  modelObject: 'object',
  modelConnection: 'connection',
  catalogTechnology: 'technology',
};

/** Kind of element in model files that a kind of record is: `object` for `modelObject`. */
export const elementKindOf = (kind: string): string => WORDS[kind] ?? kind;

/** Kind of record on the command line: `diagram-group`. */
export const wordOf = (kind: string): string => dashed(elementKindOf(kind));

/** `parent` for `parentId`, `tag` for `tagIds`; other fields are unchanged. */
export const singularOf = (field: string): string => field.replace(/Ids?$/, '');

/** `parent` for `parentId`, `technologies` for `technologyIds`; other fields are unchanged. */
export const readableOf = (field: string): string =>
  field.endsWith('Ids') ? `${field.slice(0, -3)}s`.replace(/ys$/, 'ies') : singularOf(field);

/** Sorts entries so that each follows the one that its `after` names; the others keep their order. */
export function inOrder<T>(entries: readonly (readonly [key: string, after: string | undefined, T])[]): T[] {
  const sorted = entries.filter(([, after]) => after === undefined);
  const moved = entries.filter(([, after]) => after !== undefined);
  // Backwards, so that entries after the same one keep their order.
  for (const entry of moved.toReversed()) {
    const at = sorted.findIndex(([key]) => key === entry[1]);
    sorted.splice(at + 1, 0, entry);
  }
  return sorted.map(([, , value]) => value);
}

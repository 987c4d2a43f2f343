import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';
import type { Example } from './noun.js';
import type { Context } from './spec.js';
import type { ArgumentSpec, OptionSpec } from './value-spec.js';

type Options = Readonly<Record<string, OptionSpec>>;
type Json = Record<string, unknown>;

/** The commands of a family, one for each of its operations. */
export const FAMILY_VERBS = ['list', 'get', 'create', 'upsert', 'update', 'delete', 'exists'] as const;
export type FamilyVerb = (typeof FAMILY_VERBS)[number];

/** What the commands of a family of versioned resources are made of; the family itself tells the rest. */
export interface FamilyCommandSpec {
  /** From the contract, e.g. `modelObjects`. */
  family: {
    shape: { word: string; noun: string; param: string; singular: string };
  } & Readonly<Record<FamilyVerb, Operation>>;
  /** What a shell completes for its id. */
  completes?: ArgumentSpec['completes'];
  columns: readonly Column[];
  /** What `get` shows besides. */
  details?: readonly Column[];
  /** Options of `list`, with `query`. */
  filters: Options;
  /** Options of `list` and `get`, with `query`. */
  reading?: Options;
  /** Further options of `get`, with `query`. */
  getting?: Options;
  /** Fields of `create`, `upsert` and `update`, with `body`; what is required is not so for `update`. */
  fields: Options;
  /** Lists of ids of `create`, `upsert` and `update`; each also becomes `--add-x` and `--remove-x` of `update`. */
  idLists?: Options;
  /** Further options of `create` and `upsert`: what cannot change later. */
  creating?: Options;
  /** Further options of `upsert`. */
  upserting?: Options;
  /** Further options of `update`. */
  updating?: Options;
  /** Its records have no labels. */
  unlabelled?: true;
  /** Changes the body of `create`, `upsert` and `update` after options and `--data` are in it. */
  finish?: (body: Json, context: Context, verb: 'create' | 'upsert' | 'update') => Json | Promise<Json>;
  /** What a record is called that has no name, for the question before a delete. */
  calls?: (record: Readonly<Record<string, unknown>>) => unknown;
  /** What is lost besides the records that go along, for the question before a delete: " and its history". */
  takesAlong?: string | ((record: Readonly<Record<string, unknown>>) => string);
  /** Columns of the answer to a delete; `commit` unless told. */
  deleted?: readonly Column[];
  /** Summaries in place of those of the operations. */
  summaries?: Partial<Record<FamilyVerb, string>>;
  /** Examples of `list` with filters, of `create`, and one or more of `update`. */
  examples: { list: readonly Example[]; create: readonly Example[]; update: readonly Example[] };
  /** File of the example of `update` that reads one; `changes.yaml` unless told. */
  changesFile?: string;
  /** Related to all of its commands. */
  related?: readonly string[];
}

import type { JsonObject } from '../../../base/json/json-object.js';
import type { FamilyVerb } from '../../../contract/families.js';
import type { Column } from '../../../terminal/types.js';
import type { Examples } from '../noun.js';
import type { ExtraColumns } from '../operation-command.js';
import type { Positional } from '../positional.js';
import type { Context } from '../spec.js';
import type { ArgumentSpec, OptionSpec } from '../value-spec.js';
import type { BulkRules } from './bulk-rules.js';
import type { CommandFamily } from './command-family.js';

export type { CommandFamily } from './command-family.js';

type Options = Readonly<Record<string, OptionSpec>>;

/** Specification of the commands of a versioned family; the rest comes from the family itself. */
export interface FamilyCommandSpec<F extends CommandFamily = CommandFamily> {
  /** Family from the contract, for example `modelObjects`. */
  family: F;
  /** Kind that completes its id. */
  completes?: ArgumentSpec['completes'];
  columns: readonly Column[];
  /** Last columns of `get` (default: commit, handle and version). */
  details?: readonly Column[];
  /** Options of `list` with `query`. */
  filters: Options;
  /** Options of `list` and `get` with `query`. */
  reading?: Options;
  /** Additional options of `get`. */
  getting?: Options;
  /** Values that `get` prints with the record. */
  extra?: (resource: JsonObject, context: Context) => Promise<ExtraColumns | undefined>;
  /** Options with `body` that replace those of the fields, or are added to them; optional in `update`. */
  fields?: Options;
  /** Records that the prompts of `create` offer, by option. */
  offers?: Readonly<Record<string, NonNullable<OptionSpec['offers']>>>;
  /** Additional options of `create` and `upsert`. */
  creating?: Options;
  /** Options of `create` and `upsert` that are also arguments (default: the name). */
  positional?: Positional;
  /** Additional options of `upsert`. */
  upserting?: Options;
  /** Additional options of `update`. */
  updating?: Options;
  /** Changes the complete body of `create`, `upsert` and `update`. */
  finish?: (
    body: JsonObject,
    context: Context,
    verb: 'create' | 'upsert' | 'update',
  ) => JsonObject | Promise<JsonObject>;
  /** Changes part of a field of each selected record, from options with `changes` (default: its labels). */
  partialBody?: BulkRules['partialBody'];
  /** Display text of a record without a name, for the confirmation of a delete. */
  labelOf?: (record: Readonly<Record<string, unknown>>) => unknown;
  /** Words for what a new record contains: ` with 2 objects`, or empty. */
  contentsOf?: (record: Readonly<Record<string, unknown>>) => string;
  /** How to see a new record if the web app is unknown. */
  howToSee?: (context: Context, id: string) => Promise<string>;
  /** Other losses, for the confirmation of a delete: " and its history". */
  otherLosses?: string | ((record: Readonly<Record<string, unknown>>) => string);
  /** Columns of the answer to a delete (default: `commit`). */
  deleted?: readonly Column[];
  /** Summaries that replace those of the operations. */
  summaries?: Partial<Record<FamilyVerb, string>>;
  /** Examples of `list` with filters, of `create`, and at least one of `update`. */
  examples: Readonly<Record<'list' | 'create' | 'update', Examples>>;
  /** File in the example of `update` (default: `changes.yaml`). */
  changesFile?: string;
  /** Related commands of all its commands. */
  related?: readonly string[];
}

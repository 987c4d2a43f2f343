import type { FamilyVerb } from '../../../contract/families.js';
import type { OptionalVerb } from '../../../contract/family.js';
import type { FactsTable } from '../../../contract/fields/facts.js';
import type { Operation } from '../../../contract/operation.js';
import type { Reference } from '../../../contract/record.js';
import type { Context } from '../spec.js';

/** Operations of a family with their facts; some families lack optional operations. */
export type CommandFamily = {
  shape: { word: string; noun: string; param: string; singular: string; fields: FactsTable };
  record?: { references?: Readonly<Record<string, Reference>> };
} & Readonly<Record<Exclude<FamilyVerb, OptionalVerb>, Operation>> &
  Readonly<Partial<Record<OptionalVerb, Operation>>>;

/** Family of written records, and how their changes are reported. */
export interface ChangeReport {
  family: CommandFamily;
  /** Display text of a record without a name. */
  labelOf?: (record: Readonly<Record<string, unknown>>) => unknown;
  /** Words for what a new record contains: ` with 2 objects and 1 connection`, or empty. */
  contentsOf?: (record: Readonly<Record<string, unknown>>) => string;
  /** How to see a new record if the web app is unknown. */
  howToSee?: (context: Context, id: string) => Promise<string>;
}

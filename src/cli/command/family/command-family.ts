import type { FamilyVerb } from '../../../contract/families.js';
import type { OptionalVerb } from '../../../contract/family.js';
import type { FactsTable } from '../../../contract/fields/facts.js';
import type { Operation } from '../../../contract/operation.js';
import type { Reference } from '../../../contract/record.js';

/** Operations of a family with their facts; some families lack optional operations. */
export type CommandFamily = {
  shape: { word: string; noun: string; param: string; singular: string; fields: FactsTable };
  record?: { references?: Readonly<Record<string, Reference>> };
} & Readonly<Record<Exclude<FamilyVerb, OptionalVerb>, Operation>> &
  Readonly<Partial<Record<OptionalVerb, Operation>>>;

/** Family of written records, and the display text of a record without a name. */
export interface WrittenFamily {
  family: CommandFamily;
  labelOf?: (record: Readonly<Record<string, unknown>>) => unknown;
}

import * as z from 'zod/mini';
import { ADR_STATUSES } from '../enums.js';
import { family } from '../family.js';
import { adrFields } from '../fields/adr.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { choice, oneOrMany, queryNumber, strict, text } from '../schema.js';

export { type AdrRelatedItem, type AdrStatusChange, adrRelatedItem } from '../fields/adr.js';

/** docs/service.md#adr: an architecture decision record. */
export const adr = recordSchema(adrFields);
/** An architecture decision record. */
export type Adr = z.infer<typeof adr>;
export const adrInput = createSchema(adrFields);
export const adrPatch = updateSchema(adrFields);

/** The service has no PUT and no HEAD for decisions, and logs nothing about them. */
export const adrs = family({
  id: 'adrs',
  word: 'adr',
  noun: 'decision',
  singular: 'adr',
  plural: 'adrs',
  segment: 'adrs',
  param: 'adrId',
  fields: adrFields,
  resource: adr,
  create: adrInput,
  update: adrPatch,
  filter: strict({ name: z.optional(text()), status: z.optional(oneOrMany(choice(ADR_STATUSES))) }),
  listQuery: { cursor: z.optional(text()), limit: z.optional(queryNumber()) },
  logged: null,
  without: ['upsert', 'exists'],
});

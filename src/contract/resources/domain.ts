import * as z from 'zod/mini';
import { family } from '../family.js';
import { domainFields } from '../fields/domain.js';
import { createSchema, recordSchema, updateSchema } from '../fields/field.js';
import { oneOrMany, strict, text } from '../schema.js';

/** docs/service.md#domain: the top level of a landscape's model; its root object is below it. */
export const domain = recordSchema(domainFields);
/** A domain, the top level of a model. */
export type Domain = z.infer<typeof domain>;

export const domains = family({
  id: 'domains',
  word: 'domain',
  noun: 'domain',
  singular: 'domain',
  plural: 'domains',
  segment: 'domains',
  param: 'domainId',
  fields: domainFields,
  resource: domain,
  create: createSchema(domainFields),
  update: updateSchema(domainFields),
  filter: strict({
    handleId: z.optional(oneOrMany(text())),
    labels: z.optional(z.record(z.string(), z.string())),
    name: z.optional(text()),
  }),
});

import * as z from 'zod/mini';
import { family } from '../family.js';
import { id, loose, oneOrMany, strict, text, versioned, versionedInput } from '../schema.js';

/** docs/service.md#domain: the top level of a landscape's model; its root object is below it. */
export const domain = loose({ ...versioned, name: text(), index: z.optional(z.number()) });
export type Domain = z.infer<typeof domain>;

const shared = { ...versionedInput, index: z.optional(z.number()) };

export const domains = family({
  id: 'domains',
  word: 'domain',
  noun: 'domain',
  singular: 'domain',
  plural: 'domains',
  segment: 'domains',
  param: 'domainId',
  resource: domain,
  create: strict({ ...shared, name: id(), handleId: z.optional(id()) }),
  update: strict({ ...shared, name: z.optional(id()) }),
  filter: strict({
    handleId: z.optional(oneOrMany(text())),
    labels: z.optional(z.record(z.string(), z.string())),
    name: z.optional(text()),
  }),
  defaults: ({ index }) => ({ index }),
});

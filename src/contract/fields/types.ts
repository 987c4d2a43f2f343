import * as z from 'zod/mini';
import { type CreateContext, type Derivation, type Reference, refersTo } from '../record.js';
import {
  choice,
  dateTime,
  dateTimeInput,
  id,
  idListPatch,
  mapPatch,
  openEnum,
  realityLink,
  realityLinkInput,
  strict,
  text,
} from '../schema.js';
import { type Facets, type FieldType, LAST_INDEX } from './facts.js';
import { field } from './field.js';

/** Constructors of fields, by type. A required field must be in a create; other fields have a default or are empty. */

type Schema = z.ZodMiniType;

/** Schemas of a field that a create must contain. */
const required = <const R extends Schema, const I extends Schema, const E extends Schema>(
  record: R,
  input: I,
  exported: E,
) => ({ record, create: input, update: z.optional(input), import: input, export: exported });

/** Schemas of a field that requests may omit. */
const optional = <const R extends Schema, const I extends Schema, const E extends Schema>(
  record: R,
  input: I,
  exported: E,
) => ({
  record,
  create: z.optional(input),
  update: z.optional(input),
  import: z.optional(input),
  export: exported,
});

export const nameField = (description = 'Name', facets: Facets = { column: 1 }) =>
  field(required(text(), id(), text()), { is: 'text', description, required: true, ...facets });

/** A text; empty if it is missing. */
export const textField = (description: string, { initial, ...facets }: Facets & { initial?: string } = {}) =>
  field(
    optional(z.nullish(text()), text(), text()),
    { is: 'text', description, default: '', ...facets },
    initial === undefined ? {} : { initial },
  );

/** A time (ISO 8601). */
export const timeField = (description: string, facets: Facets) =>
  field(
    {
      record: z.nullish(dateTime()),
      create: z.optional(dateTimeInput()),
      update: z.optional(dateTimeInput()),
    },
    { is: 'time', description, option: { value: 'TIME' }, ...facets },
  );

/** A value of an enumeration. */
export const requiredChoice = <const V extends readonly string[]>(
  values: V,
  description: string,
  facets: Facets,
) =>
  field(required(openEnum(values), choice(values), openEnum(values)), {
    is: 'choice',
    values,
    description,
    required: true,
    ...facets,
  });

/** A value of an enumeration with a default. */
export const choiceField = <const V extends readonly string[]>(
  values: V,
  description: string,
  initial: V[number],
  facets: Facets,
) =>
  field(
    optional(openEnum(values), choice(values), openEnum(values)),
    { is: 'choice', values, description, default: initial, ...facets },
    { initial },
  );

export const booleanField = (description: string, initial: boolean, facets: Facets) =>
  field(
    optional(z.optional(z.boolean()), z.boolean(), z.boolean()),
    { is: 'boolean', description, default: initial, ...facets },
    { initial },
  );

const position = (those: string) => `Position among the ${those}, from 0`;

/** Position among siblings, which `those` names. */
export const requiredIndex = (those: string, { option, ...facets }: Facets) =>
  field(
    { record: z.number(), create: z.number(), update: z.optional(z.number()) },
    {
      is: 'number',
      description: position(those),
      required: true,
      document: { open: true },
      option: { initial: LAST_INDEX, ...option },
      ...facets,
    },
  );

/** Position among siblings; default: the last. */
export const indexField = (those: string, facets: Facets) =>
  field(
    { record: z.optional(z.number()), create: z.optional(z.number()), update: z.optional(z.number()) },
    { is: 'number', description: position(those), document: { open: true }, ...facets },
    { initial: ({ index }: CreateContext) => index },
  );

/** The id of another record. */
export const requiredReference = (reference: Reference, description: string, facets: Facets) =>
  field(
    required(text(), id(), text()),
    { is: 'reference', to: reference.to, description, required: true, ...facets },
    { reference },
  );

/** The id of another record, or null. */
export const referenceField = (to: string, description: string, facets: Facets) =>
  field(
    optional(z.nullish(text()), z.nullable(id()), z.nullable(text())),
    { is: 'reference', to, description, nullable: true, ...facets },
    { reference: refersTo(to), initial: null },
  );

/** Ids of records of one kind. */
export const referencesField = (to: string, description: string, facets: Facets) =>
  field(
    {
      record: z.optional(z.array(text())),
      create: z.optional(z.array(id())),
      update: z.optional(idListPatch()),
      import: z.optional(z.array(id())),
      export: z.array(text()),
    },
    { is: 'references', to, description, ...facets },
    { reference: refersTo(to), initial: () => [] },
  );

/** A field that requests cannot set; computed from other records if there is a derivation. */
export const readOnlyField = <const R extends Schema>(
  record: R,
  derivation?: Derivation,
  { is = 'other', ...facets }: Facets & { is?: FieldType } = {},
) => field({ record }, { is, description: '', ...facets }, derivation ? { derivation } : {});

const texts = () => z.optional(z.record(z.string(), z.string()));

/** Fields of every family: labels (docs/service.md#labels), and the handle, which is the same in all versions. */
export const commonFields = {
  labels: field(
    { record: texts(), create: texts(), update: texts(), import: texts() },
    { is: 'texts', description: 'Custom texts, by key', column: 5, option: false },
  ),
  handleId: field(
    { create: z.optional(id()) },
    {
      is: 'text',
      description: 'Handle that stays the same across versions',
      option: { name: 'handleId', value: 'ID' },
      document: 'set once, when the record is created',
    },
  ),
};

/** A link in an import; `name` is an alternative to `customName`. */
const importLink = () =>
  strict({
    id: z.optional(id()),
    url: id(),
    customName: z.optional(text()),
    name: z.optional(text()),
  });

/** Links to resources outside the model (docs/service.md#links). */
export const linksField = () =>
  field(
    {
      record: z.optional(z.record(z.string(), realityLink())),
      create: z.optional(z.record(z.string(), realityLinkInput())),
      update: z.optional(mapPatch(realityLinkInput(), realityLinkInput())),
      import: z.optional(z.array(importLink())),
      export: z.record(z.string(), realityLink()),
    },
    {
      is: 'links',
      description: 'Links to related resources: repositories, dashboards, pages',
      option: false,
    },
    { initial: () => ({}), entries: { identifiedBy: ['url', 'customName'] } },
  );

import * as z from 'zod/mini';
import { type Derivation, type Reference, refersTo } from '../record.js';
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
import type { FieldFacts } from './facts.js';
import { field } from './field.js';

/** Constructors of fields, by type. A required field must be in a create; other fields have a default or are empty. */

type Facts = Omit<FieldFacts, 'is' | 'values' | 'to' | 'required' | 'nullable' | 'default' | 'writable'>;
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

/** A text that is not empty. */
export const requiredText = (facts: Facts) =>
  field(required(text(), id(), text()), { is: 'text', required: true, ...facts });

/** The name of a record. */
export const nameField = (facts: Partial<Facts> = {}) =>
  requiredText({ description: 'Name', column: { priority: 1 }, ...facts });

/** A text; empty if it is missing. */
export const textField = ({ initial, ...facts }: Facts & { initial?: string }) =>
  field(
    optional(z.nullish(text()), text(), text()),
    { is: 'text', default: '', ...facts },
    initial === undefined ? {} : { initial },
  );

/** A time (ISO 8601). */
export const timeField = (facts: Facts) => {
  const {
    import: _import,
    export: _export,
    ...schemas
  } = optional(z.nullish(dateTime()), dateTimeInput(), text());
  return field(schemas, { is: 'time', option: { value: 'TIME' }, ...facts });
};

/** A value of an enumeration. */
export const requiredChoice = <const V extends readonly string[]>(values: V, facts: Facts) =>
  field(required(openEnum(values), choice(values), openEnum(values)), {
    is: 'choice',
    values,
    required: true,
    ...facts,
  });

/** A value of an enumeration with a default. */
export const choiceField = <const V extends readonly string[]>(
  values: V,
  { initial, ...facts }: Facts & { initial: V[number] },
) =>
  field(
    optional(openEnum(values), choice(values), openEnum(values)),
    { is: 'choice', values, default: initial, ...facts },
    { initial },
  );

export const booleanField = ({ initial, ...facts }: Facts & { initial?: boolean }) =>
  field(
    optional(z.optional(z.boolean()), z.boolean(), z.boolean()),
    { is: 'boolean', ...(initial !== undefined && { default: initial }), ...facts },
    initial === undefined ? {} : { initial },
  );

const POSITION = { open: true, description: 'Position in the order of its kind.' } as const;

/** Position among siblings, which `those` names. */
export const requiredIndex = (those: string, facts: Partial<Facts> = {}) =>
  field(
    { record: z.number(), create: z.number(), update: z.optional(z.number()) },
    {
      is: 'number',
      description: `Position among the ${those}, from 0`,
      required: true,
      document: { ...POSITION, required: false },
      option: { usual: '0' },
      ...facts,
    },
  );

/** Position among siblings; default: the last. */
export const indexField = (those: string, facts: Partial<Facts> = {}) =>
  field(
    { record: z.optional(z.number()), create: z.optional(z.number()), update: z.optional(z.number()) },
    {
      is: 'number',
      description: `Position among the ${those}, from 0`,
      document: POSITION,
      ...facts,
    },
    { initial: ({ index }: { index: number }) => index },
  );

export const numberField = (facts: Facts) =>
  field(
    { record: z.nullish(z.number()), create: z.optional(z.number()), update: z.optional(z.number()) },
    { is: 'number', ...facts },
  );

/** The id of another record. */
export const requiredReference = (reference: Reference, facts: Facts) =>
  field(
    required(text(), id(), text()),
    { is: 'reference', to: reference.to, required: true, ...facts },
    { reference },
  );

/** The id of another record, or null. */
export const referenceField = (reference: Reference, facts: Facts) =>
  field(
    optional(z.nullish(text()), z.nullable(id()), z.nullable(text())),
    { is: 'reference', to: reference.to, nullable: true, ...facts },
    { reference, initial: null },
  );

/** Ids of records of one kind. */
export const referencesField = (to: string, facts: Facts) =>
  field(
    {
      record: z.optional(z.array(text())),
      create: z.optional(z.array(id())),
      update: z.optional(idListPatch()),
      import: z.optional(z.array(id())),
      export: z.array(text()),
    },
    { is: 'references', to, ...facts },
    { reference: refersTo(to), initial: () => [] },
  );

/** A field that only the service sets. */
export const readOnlyField = <const R extends Schema>(record: R, facts: Partial<FieldFacts> = {}) =>
  field({ record }, { is: 'other', description: '', ...facts });

/** A field that the service computes from other records. */
export const derivedField = <const R extends Schema>(
  record: R,
  derivation: Derivation,
  facts: Partial<FieldFacts> = {},
) => field({ record }, { is: 'other', description: '', ...facts }, { derivation });

const texts = () => z.optional(z.record(z.string(), z.string()));

/** Free key-value store on every versioned record (docs/service.md#labels). */
export const labelsField = () =>
  field(
    { record: texts(), create: texts(), update: texts(), import: texts() },
    {
      is: 'texts',
      description: 'Custom texts, by key',
      column: { priority: 5 },
      option: false,
    },
  );

/** Handle of the record, the same in all versions; set by `create`. */
export const handleField = () =>
  field(
    { create: z.optional(id()) },
    {
      is: 'text',
      description: 'Handle that stays the same across versions',
      option: { name: 'handleId', value: 'ID' },
      document: 'set once, when the record is created',
    },
  );

/** Links to resources outside the model (docs/service.md#links). */
export const linksField = () =>
  field(
    {
      record: z.optional(z.record(z.string(), realityLink())),
      create: z.optional(z.record(z.string(), realityLinkInput())),
      update: z.optional(mapPatch(realityLinkInput(), realityLinkInput())),
      import: z.optional(z.array(strict({ url: id(), name: z.optional(text()) }))),
      export: z.record(z.string(), realityLink()),
    },
    {
      is: 'links',
      description: 'Links to related resources: repositories, dashboards, pages',
      option: false,
    },
    { initial: () => ({}), entries: { toldBy: ['url', 'customName'] } },
  );

import type { JsonSchema } from '../../document/schema.js';
import { CONDITION_FIELDS, RULE_FIELDS, type RuleField, type RuleFields } from './fields.js';

/** JSON Schema (draft 2020-12) of rules files, for editors. */
export const rulesSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Rules for models as code',
  type: 'object',
  properties: {
    rules: {
      type: 'array',
      items: {
        ...fieldsPart(RULE_FIELDS),
        anyOf: CONDITION_FIELDS.map((it): JsonSchema => ({ required: [it] })),
      },
      description: 'Rules that a model must satisfy.',
    },
  },
  required: ['rules'],
  additionalProperties: false,
});

function fieldsPart(fields: RuleFields): JsonSchema {
  const required = Object.keys(fields).filter((key) => fields[key]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, { ...shapePart(field), description: field.about }]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** YAML numbers and booleans are accepted as texts. */
const TEXT: JsonSchema = { type: ['string', 'number', 'boolean'] };

function shapePart(field: RuleField): JsonSchema {
  switch (field.is) {
    case 'text':
      return TEXT;
    case 'boolean':
      return { type: 'boolean' };
    case 'count':
      return { type: 'integer', minimum: 0 };
    case 'choice':
      return { type: 'string', enum: [...field.of] };
    case 'group':
      return fieldsPart(field.fields);
    case 'words': {
      const one: JsonSchema = field.of ? { type: 'string', enum: [...field.of] } : TEXT;
      return { anyOf: [one, { type: 'array', items: one }] };
    }
  }
}

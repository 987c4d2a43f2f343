import type { JsonSchema } from '../../document/schema.js';
import { RULE, type RuleField, type RuleFields, WANTS } from './fields.js';

/** What may stand in a file of rules, for editors: a JSON Schema (draft 2020-12). */
export const rulesSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Rules for models as code',
  type: 'object',
  properties: {
    rules: {
      type: 'array',
      items: { ...fieldsPart(RULE), anyOf: WANTS.map((it): JsonSchema => ({ required: [it] })) },
      description: 'What must hold of a model.',
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

/** What YAML takes for a number or a truth value is a text where a text is meant. */
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

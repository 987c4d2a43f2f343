import { fieldPart, type JsonSchema, listOf, RULES, TEXT } from '../schema.js';
import { FILE_ONLY_KEYS, FRONT_FIELDS, OWN_FRONT_KEYS } from './fields.js';

/** JSON Schema (draft 2020-12) of the front matter of decisions, for editors. */
export const decisionSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Front matter of a decision',
  type: 'object',
  properties: {
    ...Object.fromEntries(Object.entries(OWN_FRONT_KEYS).map(([key, field]) => [key, fieldPart(field)])),
    ...Object.fromEntries(
      Object.entries(FRONT_FIELDS).map(([key, field]) => {
        const part = fieldPart(field);
        const isList = field.shape.is === 'references';
        const single: JsonSchema = { anyOf: [TEXT, listOf(TEXT)], description: field.about };
        // A status may name its successor: "superseded by ADR-0013".
        return [key, key === 'status' ? { ...TEXT, description: field.about } : isList ? single : part];
      }),
    ),
    ignore: RULES,
    ...Object.fromEntries(FILE_ONLY_KEYS.map((key) => [key, { description: 'Stays in the file.' }])),
  },
});

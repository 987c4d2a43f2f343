import { LAYOUT } from './drawn-fields.js';
import { DRIFT } from './drift-ignores.js';
import { ELEMENT_KINDS, type ElementKind, type Value } from './element.js';
import type { Field, Fields, Shape } from './field.js';
import { KINDS } from './kinds.js';
import { isContainerKind } from './nesting.js';
import { SECTION_KEYS, SECTIONS } from './references.js';
import { WRITTEN_KINDS } from './write.js';

/** JSON Schema (draft 2020-12) of documents, for editors; derived from the field tables. */

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [key: string]: Value | JsonSchema | readonly JsonSchema[] | undefined;
}

/** YAML numbers and booleans are accepted as texts. */
export const TEXT: JsonSchema = { type: ['string', 'number', 'boolean'] };
/** A list of elements may have no value, for example if all its entries are comments. */
const OR_NULL: JsonSchema = { type: ['array', 'null'] };
export const RULES: JsonSchema = {
  ...listOf(TEXT),
  description: 'Names of rules whose findings are ignored.',
};

/** The schema of documents and of layout files. */
export const documentSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A model as code',
  description: 'A model of a landscape, or the layout of one of its diagrams.',
  type: 'object',
  if: { required: ['layoutOf'] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema; nothing awaits it.
  then: ref('layout'),
  else: ref('document'),
  $defs: {
    document: documentPart(),
    layout: layoutPart(),
    ...Object.fromEntries(ELEMENT_KINDS.map((kind) => [kind, elementPart(kind)])),
  },
});

/** The schema as the text of a file. */
export const schemaText = (): string => textOfSchema(documentSchema());

export const textOfSchema = (schema: JsonSchema): string => `${JSON.stringify(schema, undefined, 2)}\n`;

const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

export function listOf(items: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'array', items, ...more };
}

const documentPart = (): JsonSchema => ({
  type: 'object',
  properties: {
    landscape: { ...TEXT, description: 'Name or id of the landscape that the document is for.' },
    namespace: {
      ...TEXT,
      description:
        'Owner of the elements: created elements are labelled with it, and only its elements are compared and deleted.',
    },
    ...Object.fromEntries(SECTION_KEYS.map((key) => [key, { ...fieldPart(SECTIONS[key]), ...OR_NULL }])),
    ignore: RULES,
    drift: {
      type: ['object', 'null'],
      properties: Object.fromEntries(
        Object.entries(DRIFT).map(([key, field]) => [key, { ...fieldPart(field), ...OR_NULL }]),
      ),
      additionalProperties: false,
      description: 'Accepted differences from the landscape.',
    },
    ...Object.fromEntries(
      WRITTEN_KINDS.map((kind) => [
        KINDS[kind].list,
        { ...listOf(ref(kind), OR_NULL), description: `Every ${KINDS[kind].noun} of the model.` },
      ]),
    ),
    moved: {
      ...listOf({
        type: 'object',
        properties: {
          from: { ...TEXT, description: 'The old id.' },
          to: { ...TEXT, description: 'The new id.' },
        },
        required: ['from', 'to'],
        additionalProperties: false,
      }),
      description: 'Elements with a new id.',
    },
    adopted: {
      type: 'string',
      description:
        'Written by a pull: records without a namespace, one "KIND HANDLE" per line. If their element is removed from this document, they count as deleted by it.',
    },
  },
  additionalProperties: false,
});

const layoutPart = (): JsonSchema => ({
  ...fieldsPart(LAYOUT, { layoutOf: { ...TEXT, description: 'Id of the diagram.' } }),
});

function elementPart(kind: ElementKind): JsonSchema {
  const below = { ...listOf(ref('object'), OR_NULL), description: 'Nested objects.' };
  return fieldsPart(
    KINDS[kind].fields,
    { id: { ...TEXT, description: 'Id in the document, unique among its kind.' } },
    { ignore: RULES, ...(isContainerKind(kind) && { objects: below }) },
  );
}

/** Schema of a map with these fields; `first` are required as well. */
function fieldsPart(
  table: Fields,
  first: Readonly<Record<string, JsonSchema>> = {},
  last: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const fields = Object.entries(table);
  const required = [...Object.keys(first), ...fields.flatMap(([key, it]) => (it.required ? [key] : []))];
  return {
    type: 'object',
    properties: {
      ...first,
      ...Object.fromEntries(fields.map(([key, field]) => [key, fieldPart(field)])),
      ...last,
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

export const fieldPart = ({ shape, about, default: usual, pattern }: Field): JsonSchema => ({
  ...shapePart(shape),
  ...(pattern !== undefined && { pattern }),
  description: about,
  ...(usual !== undefined && usual !== '' && typeof usual !== 'object' && { default: usual }),
});

function shapePart(shape: Shape): JsonSchema {
  switch (shape.is) {
    case 'text':
    case 'reference':
      return TEXT;
    case 'number':
    case 'boolean':
      return { type: shape.is };
    case 'choice':
      return { type: 'string', enum: [...shape.of] };
    case 'references':
      return listOf(TEXT);
    case 'texts':
      return { type: 'object', additionalProperties: TEXT };
    case 'map':
      return { type: 'object', additionalProperties: fieldsPart(shape.of) };
    case 'group':
      return fieldsPart(shape.of);
    case 'list': {
      const entry = fieldsPart(shape.of);
      return listOf(shape.short === undefined ? entry : { anyOf: [TEXT, entry] });
    }
  }
}

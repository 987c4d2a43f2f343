import { LAYOUT } from './drawn-fields.js';
import { ELEMENT_KINDS, type ElementKind, type Value } from './element.js';
import type { Field, Fields, Shape } from './field.js';
import { KINDS } from './kinds.js';
import { WRITTEN_KINDS } from './write.js';

/** What may stand in a document, for editors: a JSON Schema (draft 2020-12), made of the table of fields. */

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [key: string]: Value | JsonSchema | readonly JsonSchema[] | undefined;
}

/** What YAML takes for a number or a truth value is a text where a text is meant. */
const TEXT: JsonSchema = { type: ['string', 'number', 'boolean'] };
const RULES: JsonSchema = {
  ...listOf(TEXT),
  description: 'Findings that are not told about it, by the name of their rule.',
};

/** The schema of documents, and of the files their layouts may stand in. */
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

/** The same as the text of a file. */
export const schemaText = (): string => textOfSchema(documentSchema());

export const textOfSchema = (schema: JsonSchema): string => `${JSON.stringify(schema, undefined, 2)}\n`;

const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

function listOf(items: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'array', items, ...more };
}

const documentPart = (): JsonSchema => ({
  type: 'object',
  properties: {
    landscape: { ...TEXT, description: 'Name of the landscape.' },
    namespace: {
      ...TEXT,
      description: 'Whose these are: what is created, compared and deleted carries it.',
    },
    ignore: RULES,
    ...Object.fromEntries(
      WRITTEN_KINDS.map((kind) => [
        KINDS[kind].list,
        { ...listOf(ref(kind)), description: `Every ${KINDS[kind].noun} of the model.` },
      ]),
    ),
    moved: {
      ...listOf({
        type: 'object',
        properties: {
          from: { ...TEXT, description: 'The id it had.' },
          to: { ...TEXT, description: 'The id it has.' },
        },
        required: ['from', 'to'],
        additionalProperties: false,
      }),
      description: 'What has another id from now on.',
    },
    adopted: {
      type: 'string',
      description:
        'Written by "archctl model pull": records that no namespace owns, one "KIND HANDLE" a line. Deleting the element of one is a deletion by this document.',
    },
  },
  additionalProperties: false,
});

const layoutPart = (): JsonSchema => ({
  ...fieldsPart(LAYOUT, { layoutOf: { ...TEXT, description: 'Id of the diagram.' } }),
});

const isNesting = (kind: ElementKind): boolean => kind === 'domain' || kind === 'object';

function elementPart(kind: ElementKind): JsonSchema {
  const below = { ...listOf(ref('object')), description: 'Objects it holds.' };
  return fieldsPart(
    KINDS[kind].fields,
    { id: { ...TEXT, description: 'What the document calls it; unique among its kind.' } },
    { ignore: RULES, ...(isNesting(kind) && { objects: below }) },
  );
}

/** A map with these fields; `first` are required as well. */
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

const fieldPart = ({ shape, about, default: usual }: Field): JsonSchema => ({
  ...shapePart(shape),
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

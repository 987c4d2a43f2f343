import {
  type DocumentFacts,
  elementKindOf,
  type FieldFacts,
  readableOf,
} from '../../contract/fields/facts.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { diagramGroups } from '../../contract/resources/diagram-group.js';
import { domains } from '../../contract/resources/domain.js';
import { flows } from '../../contract/resources/flow.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { tagGroups, tags } from '../../contract/resources/tag.js';
import { DECISION_FIELDS, LINK } from './decision/fields.js';
import { DRAWN_CONNECTION, DRAWN_OBJECT, FLOW_STEP, LAYOUT } from './drawn-fields.js';
import type { ElementKind, ModelKind, Value } from './element.js';
import { closedFields, type Field, type Fields, type Shape, type Target } from './field.js';

/**
 * Field tables of all element kinds, derived from the fields of the records. Reading, writing, the JSON Schema,
 * validation, comparison and requests use these tables.
 */

export interface KindOfElement {
  /** Key of its list at the top of a document. */
  list: string;
  /** Name of its record family. */
  record: string;
  /** Name for users, for example "model object". */
  noun: string;
  fields: Fields;
}

const DEFAULTS: Partial<Record<FieldFacts['is'], Value>> = { references: [], texts: {}, links: [] };

function shapeOf({ is, values = [], to = '' }: FieldFacts, document: DocumentFacts): Shape | undefined {
  const target = elementKindOf(document.to ?? to) as Target;
  switch (is) {
    case 'reference':
    case 'references':
      return { is, to: target };
    case 'choice':
      return { is, of: document.values ?? values };
    case 'links':
      return { is: 'list', of: LINK, short: 'url' };
    case 'text':
    case 'number':
    case 'boolean':
    case 'texts':
      return { is };
    default:
      return undefined;
  }
}

/** Description of a field. Lists of references contain ids, except those of technologies and teams. */
const descriptionOf = (name: string, { is, to = '', description }: FieldFacts): string =>
  is === 'references'
    ? `${{ catalogTechnology: 'Slugs', team: 'Names' }[to] ?? 'Ids'} of ${readableOf(name)}.`
    : `${description}.`;

/** Fields of the document for a field of the record; usually one. */
function fieldsOf(name: string, facts: FieldFacts): [string, Field][] {
  const { document = {}, writable, required, nullable, is } = facts;
  if (writable === undefined || typeof document === 'string') return [];
  const documentFields = [document].flat();
  return documentFields.flatMap((it: DocumentFacts): [string, Field][] => {
    const { key = readableOf(name), record = key === name ? undefined : name } = it;
    const defaultValue = facts.default ?? DEFAULTS[is];
    const shape = shapeOf(facts, it);
    if (!shape) return [];
    const field: Field = {
      shape,
      about: it.description ?? descriptionOf(name, facts),
      ...(required && !nullable && !it.open && documentFields.length === 1 && { required: true }),
      ...(defaultValue !== undefined && { default: defaultValue }),
      ...(it.open && { open: true }),
      ...(record !== undefined && { record }),
    };
    return [[key, field]];
  });
}

/** Derives an element kind from its record family. `own` adds fields with special shapes before the labels. */
function kindOf({ shape }: { shape: FamilyFacts }, own: Fields = {}): KindOfElement {
  const fields = Object.entries(shape.fields).flatMap(([name, facts]) => fieldsOf(name, facts));
  const labelsIndex = fields.findIndex(([key]) => key === 'labels');
  return {
    list: LISTS[shape.plural] ?? shape.plural,
    record: shape.singular,
    noun: shape.noun,
    fields: Object.fromEntries([
      ...fields.slice(0, labelsIndex),
      ...Object.entries(own),
      ...fields.slice(labelsIndex),
    ]),
  };
}

interface FamilyFacts {
  singular: string;
  plural: string;
  noun: string;
  fields: Readonly<Record<string, FieldFacts>>;
}

/** Keys of lists in documents, where they differ from those of the service. */
const LISTS: Readonly<Record<string, string>> = { modelObjects: 'objects', modelConnections: 'connections' };

export const KINDS: Readonly<Record<ElementKind, KindOfElement>> = {
  tagGroup: kindOf(tagGroups),
  tag: kindOf(tags),
  domain: kindOf(domains),
  object: kindOf(modelObjects),
  connection: kindOf(modelConnections),
  diagramGroup: kindOf(diagramGroups),
  diagram: kindOf(diagrams, {
    objects: {
      shape: { is: 'list', of: DRAWN_OBJECT, short: 'object' },
      about: 'Drawn objects.',
      default: [],
    },
    connections: {
      shape: { is: 'list', of: DRAWN_CONNECTION, short: 'connection' },
      about: 'Drawn connections; default: all between the drawn objects.',
    },
    layout: {
      shape: { is: 'group', of: LAYOUT },
      about: 'Positions; default: automatic layout.',
      open: true,
    },
  }),
  flow: kindOf(flows, {
    steps: { shape: { is: 'list', of: FLOW_STEP }, about: 'Steps, in order.', default: [] },
  }),
};

/** Field tables of elements and decisions. */
export const MODEL_KINDS: Readonly<Record<ModelKind, KindOfElement>> = {
  ...KINDS,
  decision: { list: 'decisions', record: 'adr', noun: 'decision', fields: DECISION_FIELDS },
};

/** Fields of each kind without `open`, for comparing documents: a field that only one side sets is a difference. */
export const EXACT_FIELDS: Readonly<Record<ElementKind, Fields>> = Object.fromEntries(
  Object.entries(KINDS).map(([kind, { fields }]) => [kind, closedFields(fields)]),
) as Record<ElementKind, Fields>;

export const textKeys = (kind: ElementKind): string[] =>
  Object.entries(KINDS[kind].fields).flatMap(([key, { shape }]) => (shape.is === 'text' ? [key] : []));

/** Keys of an element that are not fields of its record. */
export const OWN_KEYS = ['id', 'ignore'] as const;

/** Top-level keys of a document that are not lists of elements. */
export const TOP_KEYS = [
  'landscape',
  'namespace',
  'owners',
  'references',
  'ignore',
  'drift',
  'moved',
  'adopted',
] as const;

/** Kinds that belong to a domain, by the field that implies the domain. */
export const DOMAIN_BY: Partial<Record<ElementKind, string>> = {
  object: 'parent',
  diagramGroup: 'of',
  diagram: 'of',
};

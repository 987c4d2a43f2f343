import {
  COLORS,
  CONNECTION_DIRECTIONS,
  DIAGRAM_TYPES,
  MODEL_OBJECT_TYPES,
  MODEL_STATUSES,
  TAG_GROUP_ICONS,
} from '../../contract/enums.js';
import { LAYOUT, LINES, PLACED, STEPS } from './drawn-fields.js';
import type { ElementKind } from './element.js';
import {
  boolean,
  choice,
  closed,
  type Field,
  type Fields,
  number,
  reference,
  references,
  text,
} from './field.js';

/**
 * Field tables of all element kinds. Reading, writing, the JSON Schema, validation, comparison and requests are all
 * derived from them.
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

const NAME = text('Name.', { required: true });
const INDEX = number('Position in the order of its kind.', { open: true });
const DESCRIPTION = text('Detailed description, as Markdown.', { default: '' });
const LABELS: Field = { shape: { is: 'texts' }, about: 'Custom texts, by key.', default: {} };
const STATUS = choice(MODEL_STATUSES, 'Lifecycle status; default: live.', { default: 'live' });
const TAGS = references('tag', 'tagIds', 'Ids of tags.');
const TECHNOLOGIES = references('technology', 'technologyIds', 'Slugs of technologies in the catalog.');
const LINKS: Field = {
  shape: {
    is: 'list',
    short: 'url',
    of: {
      url: text('Address.', { required: true }),
      name: text('Name; default: the address.', { record: 'customName' }),
    },
  },
  about: 'Links to related resources: repositories, dashboards, pages.',
  default: [],
};

export const KINDS: Readonly<Record<ElementKind, KindOfElement>> = {
  tagGroup: {
    list: 'tagGroups',
    record: 'tagGroup',
    noun: 'tag group',
    fields: {
      name: NAME,
      icon: choice(TAG_GROUP_ICONS, 'Icon.', { required: true }),
      index: INDEX,
      labels: LABELS,
    },
  },
  tag: {
    list: 'tags',
    record: 'tag',
    noun: 'tag',
    fields: {
      name: NAME,
      color: choice(COLORS, 'Colour.', { required: true }),
      group: reference('tagGroup', 'groupId', 'Id of its tag group.', { required: true }),
      index: INDEX,
      labels: LABELS,
    },
  },
  domain: {
    list: 'domains',
    record: 'domain',
    noun: 'domain',
    fields: { name: NAME, index: INDEX, labels: LABELS },
  },
  object: {
    list: 'objects',
    record: 'modelObject',
    noun: 'model object',
    fields: {
      name: NAME,
      type: choice(
        MODEL_OBJECT_TYPES.filter((it) => it !== 'root'),
        'Type.',
        { required: true },
      ),
      domain: reference('domain', 'domainId', 'Id of its domain; follows from nesting.'),
      parent: reference('object', 'parentId', 'Id of its parent; follows from nesting.'),
      caption: text('One-line summary.', { default: '' }),
      description: DESCRIPTION,
      external: boolean('Whether it is operated by a third party.', false),
      status: STATUS,
      technologies: TECHNOLOGIES,
      tags: TAGS,
      groups: references('object', 'groupIds', 'Ids of its groups, in addition to its parent.'),
      teams: references('team', 'teamIds', 'Names of the responsible teams.'),
      teamOnlyEditing: boolean('Whether only its teams can edit it.', false),
      icon: reference(
        'technology',
        'icon.catalogTechnologyId',
        'Slug of the technology that provides its icon.',
      ),
      labels: LABELS,
      links: LINKS,
    },
  },
  connection: {
    list: 'connections',
    record: 'modelConnection',
    noun: 'model connection',
    fields: {
      name: NAME,
      origin: reference('object', 'originId', 'Id of the object where it starts.', { required: true }),
      target: reference('object', 'targetId', 'Id of the object where it ends.', { required: true }),
      direction: choice(CONNECTION_DIRECTIONS, 'Direction; default: none.'),
      description: DESCRIPTION,
      via: reference('object', 'viaId', 'Id of the object that it passes through.'),
      status: STATUS,
      technologies: TECHNOLOGIES,
      tags: TAGS,
      labels: LABELS,
      links: LINKS,
    },
  },
  diagramGroup: {
    list: 'diagramGroups',
    record: 'diagramGroup',
    noun: 'diagram group',
    fields: {
      name: NAME,
      of: reference(
        'object',
        'modelId',
        'Id of the object whose diagrams it contains; omit it for diagrams of the domain.',
      ),
      domain: reference('domain', 'modelId', 'Id of the domain whose diagrams it contains.'),
      index: INDEX,
      labels: LABELS,
    },
  },
  diagram: {
    list: 'diagrams',
    record: 'diagram',
    noun: 'diagram',
    fields: {
      name: NAME,
      type: choice(DIAGRAM_TYPES, 'Level of detail.', { required: true }),
      of: reference(
        'object',
        'modelId',
        'Id of the object that it shows in detail; for a context diagram, use the domain.',
      ),
      domain: reference('domain', 'modelId', 'Id of the domain that a context diagram shows.'),
      description: DESCRIPTION,
      group: reference('diagramGroup', 'groupId', 'Id of its diagram group.'),
      parent: reference('diagram', 'parentId', 'Id of its parent diagram.'),
      pinned: boolean('Whether it is pinned.', false),
      index: INDEX,
      objects: {
        shape: { is: 'list', of: PLACED, short: 'object' },
        about: 'Drawn objects.',
        default: [],
      },
      connections: {
        shape: { is: 'list', of: LINES, short: 'connection' },
        about: 'Drawn connections; default: all between the drawn objects.',
      },
      layout: {
        shape: { is: 'group', of: LAYOUT },
        about: 'Positions; default: automatic layout.',
        open: true,
      },
      labels: LABELS,
    },
  },
  flow: {
    list: 'flows',
    record: 'flow',
    noun: 'flow',
    fields: {
      name: NAME,
      diagram: reference('diagram', 'diagramId', 'Id of its diagram.', { required: true }),
      pinned: boolean('Whether it is pinned.', false),
      showAllSteps: boolean('Whether all steps are shown at once.', false),
      showConnectionNames: boolean('Whether names of connections are shown.', true),
      index: INDEX,
      steps: { shape: { is: 'list', of: STEPS }, about: 'Steps, in order.', default: [] },
      labels: LABELS,
    },
  },
};

/**
 * Fields of each kind with none of them open, for comparing documents: a field that only one side sets is a difference.
 */
export const CLOSED: Readonly<Record<ElementKind, Fields>> = Object.fromEntries(
  Object.entries(KINDS).map(([kind, { fields }]) => [kind, closed(fields)]),
) as Record<ElementKind, Fields>;

/** Keys of an element that are not fields of its record. */
export const OWN_KEYS = ['id', 'ignore'] as const;

/** Top-level keys of a document that are not lists of elements. */
export const TOP_KEYS = ['landscape', 'namespace', 'ignore', 'moved', 'adopted'] as const;

/** Kinds that belong to a domain, by the field that implies the domain. */
export const DOMAIN_BY: Partial<Record<ElementKind, string>> = {
  object: 'parent',
  diagramGroup: 'of',
  diagram: 'of',
};

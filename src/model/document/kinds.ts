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
 * What a document says of each kind of element, declared once: reading, writing, the JSON Schema, validation, comparison
 * and the requests that make it so all go by this table.
 */

/** A kind of element. */
export interface KindOfElement {
  /** The list it is written in, at the top of a document. */
  list: string;
  /** The kind of record it becomes. */
  record: string;
  /** For people: "model object". */
  noun: string;
  fields: Fields;
}

const NAME = text('What people call it.', { required: true });
const INDEX = number('Where it stands among the others.', { open: true });
const DESCRIPTION = text('What there is to say about it, as Markdown.', { default: '' });
const LABELS: Field = { shape: { is: 'texts' }, about: 'Texts of your own, by key.', default: {} };
const STATUS = choice(MODEL_STATUSES, 'Where it stands in its life; live unless told.', { default: 'live' });
const TAGS = references('tag', 'tagIds', 'Ids of tags.');
const TECHNOLOGIES = references(
  'technology',
  'technologyIds',
  'Slugs of technologies, as the catalog has them.',
);
const LINKS: Field = {
  shape: {
    is: 'list',
    short: 'url',
    of: {
      url: text('Where it leads.', { required: true }),
      name: text('What it is called, where it is not the address.', { record: 'customName' }),
    },
  },
  about: 'Addresses of what it is in reality: repositories, dashboards, pages.',
  default: [],
};

export const KINDS: Readonly<Record<ElementKind, KindOfElement>> = {
  tagGroup: {
    list: 'tagGroups',
    record: 'tagGroup',
    noun: 'tag group',
    fields: {
      name: NAME,
      icon: choice(TAG_GROUP_ICONS, 'The picture beside it.', { required: true }),
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
      color: choice(COLORS, 'Its colour.', { required: true }),
      group: reference('tagGroup', 'groupId', 'The tag group it is in.', { required: true }),
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
        'What it is.',
        { required: true },
      ),
      domain: reference('domain', 'domainId', 'The domain it is in; told by where it is written.'),
      parent: reference('object', 'parentId', 'What it is a part of; told by where it is written.'),
      caption: text('What it is, in a few words.', { default: '' }),
      description: DESCRIPTION,
      external: boolean('Whether somebody else runs it.', false),
      status: STATUS,
      technologies: TECHNOLOGIES,
      tags: TAGS,
      groups: references('object', 'groupIds', 'Ids of groups it stands in besides its parent.'),
      teams: references('team', 'teamIds', 'Names of the teams that answer for it.'),
      teamOnlyEditing: boolean('Whether only its teams may change it.', false),
      icon: reference(
        'technology',
        'icon.catalogTechnologyId',
        'Slug of the technology whose icon it shows.',
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
      origin: reference('object', 'originId', 'Where it starts.', { required: true }),
      target: reference('object', 'targetId', 'Where it ends.', { required: true }),
      direction: choice(CONNECTION_DIRECTIONS, 'Which way it goes; none where it is left out.'),
      description: DESCRIPTION,
      via: reference('object', 'viaId', 'What it goes through.'),
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
      of: reference('object', 'modelId', 'The object whose diagrams it holds; the domain for those of none.'),
      domain: reference('domain', 'modelId', 'The domain whose diagrams it holds.'),
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
      type: choice(DIAGRAM_TYPES, 'How deep it looks.', { required: true }),
      of: reference(
        'object',
        'modelId',
        'The object whose inside it shows; the domain for a context diagram.',
      ),
      domain: reference('domain', 'modelId', 'The domain it shows, for a context diagram.'),
      description: DESCRIPTION,
      group: reference('diagramGroup', 'groupId', 'The diagram group it is in.'),
      parent: reference('diagram', 'parentId', 'The diagram it is below.'),
      pinned: boolean('Whether it is pinned.', false),
      index: INDEX,
      objects: {
        shape: { is: 'list', of: PLACED, short: 'object' },
        about: 'What is drawn on it.',
        default: [],
      },
      connections: {
        shape: { is: 'list', of: LINES, short: 'connection' },
        about: 'The lines on it; those between the drawn objects where it is left out.',
      },
      layout: {
        shape: { is: 'group', of: LAYOUT },
        about: 'Where things stand; laid out where it is left out.',
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
      diagram: reference('diagram', 'diagramId', 'The diagram it runs on.', { required: true }),
      pinned: boolean('Whether it is pinned.', false),
      showAllSteps: boolean('Whether every step is shown at once.', false),
      showConnectionNames: boolean('Whether connections show their names.', true),
      index: INDEX,
      steps: { shape: { is: 'list', of: STEPS }, about: 'What happens, in order.', default: [] },
      labels: LABELS,
    },
  },
};

/** Fields of each kind where nothing is open: two documents differ where one leaves out what the other tells. */
export const CLOSED: Readonly<Record<ElementKind, Fields>> = Object.fromEntries(
  Object.entries(KINDS).map(([kind, { fields }]) => [kind, closed(fields)]),
) as Record<ElementKind, Fields>;

/** Keys of an element that are no fields of its record. */
export const OWN_KEYS = ['id', 'ignore'] as const;

/** Keys at the top of a document that are no lists of elements. */
export const TOP_KEYS = ['landscape', 'namespace', 'ignore', 'moved', 'adopted'] as const;

import * as z from 'zod/mini';
import {
  chain,
  holdsAny,
  movedBy,
  placedOn,
  STEP_SOURCES,
  sources,
  stepLinks,
  stepsOf,
} from '../derivations.js';
import { IMPORT_OBJECT_TYPES, MODEL_OBJECT_TYPES, MODEL_STATUSES } from '../enums.js';
import { partOf, refersTo } from '../record.js';
import { choice, id, loose, strict, text } from '../schema.js';
import { field, override, without } from './field.js';
import {
  booleanField,
  choiceField,
  derivedField,
  handleField,
  labelsField,
  linksField,
  nameField,
  referencesField,
  requiredChoice,
  textField,
} from './types.js';

const ICON = { url: z.optional(text()), urlDark: z.optional(text()), urlLight: z.optional(text()) };

/** Only the technology counts; the other fields are accepted so that an icon can be sent back as it was read. */
const iconInput = z.nullish(strict({ ...ICON, catalogTechnologyId: id(), name: z.optional(text()) }));

/** Steps between objects; a step may also refer to a subflow. */
const stepsBetween = movedBy(STEP_SOURCES, ({ doc, reader }) =>
  stepsOf(stepLinks(reader, doc.id).filter(({ field }) => field !== 'steps.flowId')),
);

const ids = () => z.optional(z.array(text()));

/** docs/service.md#model-object. */
export const modelObjectFields = {
  name: nameField(),
  type: override(
    requiredChoice(MODEL_OBJECT_TYPES, {
      description: 'Type',
      column: { priority: 2 },
      document: { values: MODEL_OBJECT_TYPES.filter((it) => it !== 'root') },
    }),
    { import: choice(IMPORT_OBJECT_TYPES) },
  ),
  domainId: field(
    { record: z.optional(text()), create: z.optional(id()), export: text() },
    {
      is: 'reference',
      to: 'domain',
      description: 'Domain of a root object; other objects belong to the domain of their parent',
      column: { priority: 5, detail: true, after: 'description' },
      document: { description: 'Id of its domain; follows from nesting.' },
    },
    { reference: partOf('domain'), initial: undefined },
  ),
  /** Null only for the root. */
  parentId: field(
    {
      record: z.nullish(text()),
      create: z.nullable(id()),
      update: z.optional(z.nullable(id())),
      import: z.optional(z.nullable(id())),
      export: z.nullable(text()),
    },
    {
      is: 'reference',
      to: 'modelObject',
      description: 'Parent object; "none" for a root object',
      required: true,
      nullable: true,
      column: { priority: 3 },
      document: { description: 'Id of its parent; follows from nesting.', required: false },
    },
    { reference: partOf('modelObject') },
  ),
  caption: textField({
    description: 'One-line summary',
    column: { priority: 4 },
    option: { help: 'Short text below the name' },
  }),
  description: textField({
    description: 'Description',
    column: { priority: 4, detail: true },
    document: { description: 'Detailed description, as Markdown.' },
  }),
  external: booleanField({
    description: 'Whether it is operated by a third party',
    initial: false,
    column: { priority: 5 },
    option: { help: 'Owned by another party', off: 'Owned by us', after: 'status' },
  }),
  status: choiceField(MODEL_STATUSES, {
    description: 'Status',
    initial: 'live',
    column: { kind: 'status', priority: 2, after: 'type' },
    document: { description: 'Lifecycle status; default: live.' },
  }),
  technologyIds: referencesField('catalogTechnology', {
    description: 'Technology',
    column: { priority: 5 },
    option: { after: 'tag' },
    document: { description: 'Slugs of technologies in the catalog.' },
  }),
  tagIds: referencesField('tag', {
    description: 'Tag',
    column: { priority: 5 },
    document: { description: 'Ids of tags.' },
  }),
  groupIds: referencesField('modelObject', {
    description: 'Group',
    column: { priority: 5, detail: true },
    option: { after: 'team' },
    document: { description: 'Ids of its groups, in addition to its parent.' },
  }),
  teamIds: referencesField('team', {
    description: 'Team',
    column: { priority: 5, detail: true },
    document: { description: 'Names of the responsible teams.' },
  }),
  teamOnlyEditing: without(
    booleanField({ description: 'Whether only its teams can edit it', initial: false, option: false }),
    'import',
    'export',
  ),
  /** docs/service.md#icon. */
  icon: field(
    {
      record: z.nullish(
        loose({ ...ICON, catalogTechnologyId: z.optional(text()), name: z.optional(text()) }),
      ),
      create: iconInput,
      update: iconInput,
      import: z.optional(z.nullable(strict({ technologyId: id() }))),
      export: z.nullable(loose({})),
    },
    {
      is: 'reference',
      to: 'catalogTechnology',
      description: 'Technology whose icon is shown, or none',
      document: {
        record: 'icon.catalogTechnologyId',
        description: 'Slug of the technology that provides its icon.',
      },
    },
    { reference: refersTo('catalogTechnology'), initial: null },
  ),
  childIds: derivedField(ids(), sources('modelObject', 'parentId'), {
    column: { header: 'Children', kind: 'list', of: 'object', priority: 5, detail: true },
  }),
  childDiagramIds: derivedField(ids(), sources('diagram', 'modelId'), {
    column: { header: 'Diagrams', kind: 'list', of: 'diagram', priority: 5, detail: true },
  }),
  labels: labelsField(),
  links: linksField(),
  linked: derivedField(z.optional(z.boolean()), holdsAny('links')),
  parentIds: override(derivedField(ids(), chain('modelObject', 'parentId')), { export: z.array(text()) }),
  diagrams: derivedField(
    z.optional(z.record(z.string(), loose({ id: text(), objectId: text() }))),
    placedOn('objectId'),
  ),
  flows: derivedField(z.optional(z.record(z.string(), loose({ id: text(), stepId: text() }))), stepsBetween),
  handleId: handleField(),
};

import * as z from 'zod/mini';
import {
  affectedBy,
  ancestorsAlong,
  diagramsShowing,
  hasEntries,
  referrerIds,
  STEP_SOURCES,
  stepLinks,
  stepsOf,
} from '../derivations.js';
import { IMPORT_OBJECT_TYPES, MODEL_OBJECT_TYPES } from '../enums.js';
import { partOf, refersTo } from '../record.js';
import { choice, id, loose, strict, text } from '../schema.js';
import { field, override, without } from './field.js';
import { statusField, technologiesAndTags } from './model.js';
import {
  booleanField,
  commonFields,
  linksField,
  nameField,
  readOnlyField,
  referencesField,
  requiredChoice,
  textField,
} from './types.js';

const ICON = { url: z.optional(text()), urlDark: z.optional(text()), urlLight: z.optional(text()) };

/** Only the technology counts; the other fields are accepted so that an icon can be sent back as it was read. */
const iconInput = z.nullish(strict({ ...ICON, catalogTechnologyId: id(), name: z.optional(text()) }));

/** Steps between objects; a step may also refer to a subflow. */
const stepsBetween = affectedBy(STEP_SOURCES, ({ doc, reader }) =>
  stepsOf(stepLinks(reader, doc.id).filter(({ field }) => field !== 'steps.flowId')),
);

const ids = () => z.optional(z.array(text()));

export const modelObjectFields = {
  name: nameField(),
  type: override(
    requiredChoice(MODEL_OBJECT_TYPES, 'Type', {
      column: 2,
      document: { values: MODEL_OBJECT_TYPES.filter((it) => it !== 'root') },
    }),
    { import: choice(IMPORT_OBJECT_TYPES) },
  ),
  domainId: field(
    { record: z.optional(text()), create: z.optional(id()), export: text() },
    {
      is: 'reference',
      to: 'domain',
      follows: 'parentId',
      description: 'Domain of a root object; other objects belong to the domain of their parent',
      detail: { priority: 5, after: 'description' },
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
      description: 'Parent object',
      required: true,
      nullable: true,
      column: 3,
      option: {
        fallback: 'the root, for actors, groups and systems',
        requiredIf: { type: ['app', 'store', 'component'] },
      },
      document: { description: 'Id of its parent; follows from nesting.' },
    },
    { reference: partOf('modelObject') },
  ),
  caption: textField('One-line summary', { column: 4 }),
  description: textField('Description, as Markdown', { detail: 4 }),
  external: booleanField('Whether it is operated by a third party', false, {
    column: 5,
    option: { help: 'Operated by a third party', off: 'Operated by us', after: 'status' },
  }),
  status: statusField('type'),
  ...technologiesAndTags,
  groupIds: referencesField('modelObject', 'Group', { detail: 5, option: { after: 'team' } }),
  teamIds: referencesField('team', 'Team', { detail: 5 }),
  teamOnlyEditing: without(
    booleanField('Whether only its teams can edit it', false, { option: false }),
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
      nullable: true,
      description: 'Technology that provides its icon',
      document: {
        record: 'icon.catalogTechnologyId',
        description: 'Slug of the technology that provides its icon.',
      },
    },
    { reference: refersTo('catalogTechnology'), initial: null },
  ),
  childIds: readOnlyField(ids(), referrerIds('modelObject', 'parentId'), {
    detail: { header: 'Children', kind: 'list', of: 'object', priority: 5 },
  }),
  childDiagramIds: readOnlyField(ids(), referrerIds('diagram', 'modelId'), {
    detail: { header: 'Opens diagrams', kind: 'list', of: 'diagram', priority: 5 },
  }),
  ...commonFields,
  links: linksField(),
  linked: readOnlyField(z.optional(z.boolean()), hasEntries('links')),
  parentIds: override(readOnlyField(ids(), ancestorsAlong('modelObject', 'parentId'), { is: 'references' }), {
    export: z.array(text()),
  }),
  diagrams: readOnlyField(
    z.optional(z.record(z.string(), loose({ id: text(), objectId: text() }))),
    diagramsShowing('objectId'),
  ),
  flows: readOnlyField(z.optional(z.record(z.string(), loose({ id: text(), stepId: text() }))), stepsBetween),
};

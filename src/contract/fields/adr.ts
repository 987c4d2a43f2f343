import * as z from 'zod/mini';
import { ADR_RELATED_TYPES, ADR_STATUSES } from '../enums.js';
import { type Deriving, partOf } from '../record.js';
import {
  actor,
  choice,
  dateTime,
  id,
  loose,
  openEnum,
  realityLink,
  realityLinkInput,
  text,
} from '../schema.js';
import type { Facets } from './facts.js';
import { field, override } from './field.js';
import { commonFields, nameField, readOnlyField, textField } from './types.js';

/** Maximum lengths in characters (docs/service.md#lengths). */
const NAME_LENGTH = 1_000;
const TEXT_LENGTH = 100_000;

const atMost = (length: number) => z.maxLength(length, `must have at most ${length} characters`);
const longText = () => text().check(atMost(TEXT_LENGTH));

const markdownField = (description: string, facets: Facets = {}) =>
  override(textField(description, facets), {
    create: z.optional(longText()),
    update: z.optional(longText()),
  });

/** docs/service.md#adr: a diagram, decision, draft or link that a decision relates to. */
export const adrRelatedItem = loose({
  id: text(),
  index: z.number(),
  type: openEnum(ADR_RELATED_TYPES),
  diagramId: z.nullish(text()),
  adrId: z.nullish(text()),
  draftId: z.nullish(text()),
  link: z.nullish(realityLink()),
});
/** A record that a decision relates to. */
export type AdrRelatedItem = z.infer<typeof adrRelatedItem>;

/** The key of an item in a request is its id; it is added last unless `index` is set. */
const relatedItemInput = loose({
  id: z.optional(text()),
  index: z.optional(z.number()),
  type: choice(ADR_RELATED_TYPES),
  diagramId: z.optional(z.nullable(id())),
  adrId: z.optional(z.nullable(id())),
  draftId: z.optional(z.nullable(id())),
  link: z.optional(z.nullable(realityLinkInput())),
});
const relatedItems = z.optional(z.record(z.string(), relatedItemInput));

/** docs/service.md#adr: who set a status, and when. */
export const adrStatusChange = loose({
  status: openEnum(ADR_STATUSES),
  createdAt: dateTime(),
  createdBy: actor(),
  createdById: text(),
});
/** A change of the status of a decision. */
export type AdrStatusChange = z.infer<typeof adrStatusChange>;

/**
 * The status changes of a decision. Adds one if the status differs from that of the last change; actor and time are those of
 * the update. New decisions are drafts, so that only another status counts as a change.
 */
function changesOf({ doc }: Deriving): readonly unknown[] {
  const known: readonly { status?: unknown }[] = Array.isArray(doc.statusChanges) ? doc.statusChanges : [];
  const { status = 'draft', updatedAt, updatedBy, updatedById } = doc;
  if ((known.at(-1)?.status ?? 'draft') === status) return known;
  return [...known, { status, createdAt: updatedAt, createdBy: updatedBy, createdById: updatedById }];
}

export const adrFields = {
  number: readOnlyField(z.number(), undefined, { is: 'number', column: { header: 'No.', priority: 1 } }),
  name: override(nameField(), {
    create: id().check(atMost(NAME_LENGTH)),
    update: z.optional(id().check(atMost(NAME_LENGTH))),
  }),
  status: field(
    {
      record: openEnum(ADR_STATUSES),
      create: choice(ADR_STATUSES),
      update: z.optional(choice(ADR_STATUSES)),
    },
    {
      is: 'choice',
      values: ADR_STATUSES,
      description: 'Status',
      column: { kind: 'status', priority: 1 },
    },
  ),
  description: markdownField('Short description, as Markdown', { detail: 3 }),
  content: markdownField('Content, as Markdown'),
  /** By item id. An update replaces the map. */
  relatedItems: field(
    {
      record: z.optional(z.record(z.string(), adrRelatedItem)),
      create: relatedItems,
      update: relatedItems,
    },
    { is: 'other', description: 'Related diagrams, decisions, drafts and links', option: false },
    {
      entries: {
        references: { diagramId: partOf('diagram'), adrId: partOf('adr'), draftId: partOf('draft') },
        identifiedBy: ['type', 'diagramId', 'adrId', 'draftId', 'link.url'],
      },
      initial: () => ({}),
    },
  ),
  statusChanges: readOnlyField(z.optional(z.array(adrStatusChange)), Object.assign(changesOf, { reads: [] })),
  // Decisions have no labels.
  labels: field({}, { is: 'other', description: '' }, { initial: undefined }),
  handleId: commonFields.handleId,
};

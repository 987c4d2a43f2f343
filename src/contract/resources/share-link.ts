import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { partOf, record, refersTo } from '../record.js';
import { choice, dateTime, id, loose, queryBoolean, stamps, strict, text } from '../schema.js';

/** docs/service.md#share-link: a public address that shows a version to people without an account. */
export const shareLink = loose({
  id: text(),
  landscapeId: text(),
  versionId: text(),
  /** Ten letters and digits at the end of the address. */
  shortId: text(),
  protected: z.boolean(),
  draftId: z.nullish(text()),
  ...stamps,
});
/** A link that shows a diagram without a key. */
export type ShareLink = z.infer<typeof shareLink>;

export const shareLinkRecord = record({
  kind: 'shareLink',
  noun: 'share link',
  owner: 'landscape',
  schema: shareLink,
  references: { versionId: partOf('version'), draftId: partOf('draft') },
  logged: 'medium',
});

/** Parts of the app that a share link can open. */
export const SHARE_MODES = [
  'overview',
  'diagrams',
  'flows',
  'model-objects',
  'model-connections',
  'dependencies',
  'technologies',
  'diagram',
  'flow',
] as const;
export const SHARE_DRAWERS = ['expanded', 'collapsed'] as const;
export const SHARE_OBJECT_TABS = ['details', 'connections', 'history'] as const;
export const SHARE_OVERLAY_TABS = ['tags', 'technology', 'status'] as const;

const idOrNull = () => z.nullable(id());
const idsOrNull = () => z.nullable(z.array(id()));
const numberOrNull = () => z.nullable(z.number());

const view = {
  mode: choice(SHARE_MODES),
  preventNavigation: z.boolean(),
  connectionIds: idsOrNull(),
  diagramId: idOrNull(),
  domainId: idOrNull(),
  drawer: z.nullable(choice(SHARE_DRAWERS)),
  expandedIds: idsOrNull(),
  filterIds: idsOrNull(),
  filterIdsExcluded: idsOrNull(),
  filterIdsIncluded: idsOrNull(),
  flowId: idOrNull(),
  flowParentIds: idsOrNull(),
  flowPathIds: idsOrNull(),
  flowStepId: idOrNull(),
  modelId: idOrNull(),
  objectIds: idsOrNull(),
  objectIdsFocused: idsOrNull(),
  objectTab: z.nullable(choice(SHARE_OBJECT_TABS)),
  overlayGroupId: idOrNull(),
  overlayIdsFocused: idsOrNull(),
  overlayIdsHidden: idsOrNull(),
  overlayIdsPinned: idsOrNull(),
  overlayTab: z.nullable(choice(SHARE_OVERLAY_TABS)),
  search: z.nullable(text()),
  x1: numberOrNull(),
  x2: numberOrNull(),
  y: numberOrNull(),
  y1: numberOrNull(),
  y2: numberOrNull(),
};

/** docs/service.md#share-link-options: initial view of a share link. */
export const shareLinkOptions = loose({
  id: text(),
  shortId: text(),
  landscapeId: text(),
  versionId: text(),
  mode: text(),
  diagramId: z.nullish(text()),
  flowId: z.nullish(text()),
  domainId: z.nullish(text()),
  modelId: z.nullish(text()),
});

export const shareLinkOptionsRecord = record({
  kind: 'shareLinkOptions',
  noun: 'share link options',
  owner: 'landscape',
  schema: shareLinkOptions,
  references: {
    versionId: partOf('version'),
    diagramId: refersTo('diagram'),
    flowId: refersTo('flow'),
    domainId: refersTo('domain'),
    modelId: refersTo('modelObject'),
  },
});

/** docs/service.md#lengths. */
const password = () =>
  z.optional(
    text().check(
      z.minLength(8, 'must have at least 8 characters'),
      z.maxLength(64, 'must have at most 64 characters'),
    ),
  );

const path = '/landscapes/{landscapeId}/versions/{versionId}/share-link';
/** A share link is not part of the version's content, so snapshots allow it. */
const writes = { meter: 'write', access: 'admin', snapshot: true } as const;

export const getShareLink = operation({
  id: 'shareLink.get',
  method: 'GET',
  path,
  response: loose({
    shareLink,
    stats: loose({ totalVisitorCount: z.number(), viewedAt: z.nullish(dateTime()) }),
    url: text(),
  }),
  envelope: 'shareLink',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get the share link of a version and its visits',
});

/** 409 if the version already has one, 403 if the organization has disabled share links. */
export const createShareLink = operation({
  id: 'shareLink.create',
  method: 'POST',
  path,
  body: strict({
    protected: z.boolean(),
    password: password(),
    draftId: z.optional(z.nullable(id())),
  }),
  response: loose({ shareLink, url: text() }),
  envelope: 'shareLink',
  answers: 'one',
  ...writes,
  summary: 'Create a share link for a version',
});

/** `resetShortId` assigns a new address; the old one stops working. */
export const updateShareLink = operation({
  id: 'shareLink.update',
  method: 'PATCH',
  path,
  query: strict({ resetShortId: z.optional(queryBoolean()) }),
  body: strict({ protected: z.optional(z.boolean()), password: password() }),
  bodyOptional: true,
  response: loose({ shareLink }),
  envelope: 'shareLink',
  answers: 'one',
  ...writes,
  summary: 'Change the password or the address of a share link',
});

export const deleteShareLink = operation({
  id: 'shareLink.delete',
  method: 'DELETE',
  path,
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  ...writes,
  summary: 'Delete the share link of a version',
});

const options = {
  response: loose({ shareLinkOptions }),
  envelope: 'shareLinkOptions',
  answers: 'one',
} as const;

/** Identical options return the same short id. */
export const upsertShareLinkOptions = operation({
  id: 'shareLink.options.upsert',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/share-link/options',
  body: strict(view),
  ...options,
  meter: 'write',
  access: 'write',
  snapshot: true,
  summary: 'Save share link options',
});

export const getShareLinkOptions = operation({
  id: 'shareLink.options.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/share-link/options/{optionsShortId}',
  ...options,
  meter: 'read',
  access: 'read',
  summary: 'Get share link options',
});

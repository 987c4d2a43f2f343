import * as z from 'zod/mini';
import { SEARCH_TYPES } from '../enums.js';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { choice, id, loose, openEnum, queryBoolean, queryNumber, stamps, strict, text } from '../schema.js';
import { diagramThumbnail } from '../thumbnail.js';
import { version } from './version.js';

/** docs/service.md#landscape. */
export const landscape = loose({
  id: text(),
  organizationId: text(),
  name: text(),
  scheduledVersions: z.optional(z.boolean()),
  ...stamps,
});
/** A landscape, the container of versions. */
export type Landscape = z.infer<typeof landscape>;

export const landscapeRecord = record({
  kind: 'landscape',
  noun: 'landscape',
  owner: 'organization',
  schema: landscape,
  logged: 'medium',
});

/** docs/service.md#endpoints, endpoint 21. */
export const listLandscapes = operation({
  id: 'organizations.landscapes.list',
  method: 'GET',
  path: '/organizations/{organizationId}/landscapes',
  response: loose({ landscapes: z.array(landscape) }),
  envelope: 'landscapes',
  answers: 'list',
  meter: 'read',
  access: 'read',
  endpoint: 21,
  summary: 'List the landscapes of an organization',
});

/**
 * docs/service.md#landscape: returns the landscape and its live version. With `templateId` it starts as a copy of the
 * template, otherwise with one domain and its root.
 */
export const createLandscape = operation({
  id: 'organizations.landscapes.create',
  method: 'POST',
  path: '/organizations/{organizationId}/landscapes',
  body: strict({ name: id(), scheduledVersions: z.optional(z.boolean()), templateId: z.optional(id()) }),
  response: loose({ landscape, version }),
  envelope: 'landscape',
  answers: 'one',
  meter: 'write',
  access: 'write',
  slow: true,
  summary: 'Create a landscape',
});

export const getLandscape = operation({
  id: 'landscapes.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}',
  otherPaths: ['/organizations/{organizationId}/landscapes/{landscapeId}'],
  response: loose({ landscape }),
  envelope: 'landscape',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a landscape',
});

/** docs/service.md#landscape. */
export const updateLandscape = operation({
  id: 'landscapes.update',
  method: 'PATCH',
  path: '/landscapes/{landscapeId}',
  otherPaths: ['/organizations/{organizationId}/landscapes/{landscapeId}'],
  body: strict({
    name: z.optional(id()),
    organizationId: z.optional(id()),
    scheduledVersions: z.optional(z.boolean()),
  }),
  response: loose({ landscape }),
  envelope: 'landscape',
  answers: 'one',
  meter: 'write',
  access: 'write',
  summary: 'Update a landscape',
});

/** docs/service.md#deletes: deletes all contents as well. */
export const deleteLandscape = operation({
  id: 'landscapes.delete',
  method: 'DELETE',
  path: '/landscapes/{landscapeId}',
  otherPaths: ['/organizations/{organizationId}/landscapes/{landscapeId}'],
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'write',
  access: 'admin',
  slow: true,
  summary: 'Delete a landscape with everything in it',
});

/** docs/service.md#copies: copies the contents of the source into the live version of the target. */
export const copyLandscape = operation({
  id: 'landscapes.copy',
  method: 'POST',
  path: '/landscapes/{landscapeId}/copy',
  otherPaths: ['/organizations/{organizationId}/landscapes/{landscapeId}/copy'],
  query: strict({ targetLandscapeId: id() }),
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'write',
  access: 'write',
  slow: true,
  summary: 'Copy the contents of a landscape into another one',
});

/** docs/service.md#endpoints, endpoint 3; newer sources omit the organization from the path. */
export const duplicateLandscape = operation({
  id: 'organizations.landscapes.duplicate',
  method: 'POST',
  path: '/organizations/{organizationId}/landscapes/{landscapeId}/duplicate',
  otherPaths: ['/landscapes/{landscapeId}/duplicate'],
  query: strict({ targetOrganizationId: z.optional(text()) }),
  body: strict({ name: id(), scheduledVersions: z.optional(z.boolean()) }),
  response: loose({ landscape }),
  envelope: 'landscape',
  answers: 'one',
  meter: 'write',
  access: 'write',
  endpoint: 3,
  slow: true,
  summary: 'Duplicate a landscape',
});

/** docs/service.md#endpoints, endpoint 20: superseded by the general export, but still supported. */
export const exportLandscapePdf = operation({
  id: 'landscapes.export.pdf',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions/{versionId}/export/pdf',
  otherPaths: ['/organizations/{organizationId}/landscapes/{landscapeId}/versions/{versionId}/export/pdf'],
  body: strict({ filename: z.optional(text()), name: z.optional(text()) }),
  bodyOptional: true,
  response: loose({ url: text() }),
  envelope: 'url',
  answers: 'text',
  meter: 'export',
  access: 'read',
  endpoint: 20,
  snapshot: true,
  slow: true,
  summary: 'Export a landscape as PDF (superseded)',
});

/** A search result (docs/service.md#search). */
export const searchResult = loose({
  id: text(),
  name: text(),
  type: openEnum(SEARCH_TYPES),
  /** Greater than 0; 1 is the best match. */
  score: z.number(),
  /** The record itself; only with `includeData`. */
  data: z.optional(loose({ id: text() })),
});
/** A record that a search has found. */
export type SearchResult = z.infer<typeof searchResult>;

/** Maximum number of types and results in a search (docs/service.md#search). */
const SEARCH_LIMITS = { types: 50, results: 1_000 };

const searchTypes = () =>
  z.union([
    choice(SEARCH_TYPES),
    z
      .array(choice(SEARCH_TYPES))
      .check(z.maxLength(SEARCH_LIMITS.types, `must have at most ${SEARCH_LIMITS.types} entries`)),
  ]);

/** docs/service.md#search: best match first. */
export const searchLandscape = operation({
  id: 'landscapes.search',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}/search',
  query: strict({
    search: id(),
    filter: z.optional(strict({ type: z.optional(searchTypes()) })),
    includeData: z.optional(queryBoolean()),
    maxResults: z.optional(
      queryNumber().check(
        z.int('must be a whole number'),
        z.gte(1, 'must be at least 1'),
        z.lte(SEARCH_LIMITS.results, `must be at most ${SEARCH_LIMITS.results}`),
      ),
    ),
  }),
  response: loose({ results: z.array(searchResult) }),
  envelope: 'results',
  answers: 'list',
  meter: 'read',
  access: 'read',
  summary: 'Search a landscape',
});

/** Picture of a landscape: the thumbnail of its primary diagram (docs/service.md#thumbnails). */
export const getLandscapeThumbnail = operation({
  id: 'landscapes.thumbnails.primary',
  method: 'GET',
  path: '/landscapes/{landscapeId}/thumbnails/primary',
  otherPaths: ['/organizations/{organizationId}/landscapes/{landscapeId}/thumbnails/primary'],
  response: loose({ thumbnail: diagramThumbnail }),
  envelope: 'thumbnail',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get the thumbnail of a landscape',
});

/** Temporary URL of the same picture, without a key (docs/service.md#thumbnails). */
export const signLandscapeThumbnail = operation({
  id: 'landscapes.thumbnails.signedUrl',
  method: 'POST',
  path: '/landscapes/{landscapeId}/thumbnails/signed-url',
  response: loose({ signedUrl: text() }),
  envelope: 'signedUrl',
  answers: 'text',
  meter: 'write',
  access: 'read',
  summary: 'Get a signed URL for the thumbnail of a landscape',
});

/** Whether a read counts as a view; shared by all reads that record views. */
export const viewQuery = { updateViewedAt: z.optional(queryBoolean()) };

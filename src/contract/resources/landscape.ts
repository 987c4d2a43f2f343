import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { id, loose, queryBoolean, stamps, strict, text } from '../schema.js';

/** docs/service.md#landscape. */
export const landscape = loose({
  id: text(),
  organizationId: text(),
  name: text(),
  scheduledVersions: z.optional(z.boolean()),
  ...stamps,
});
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

export const getLandscape = operation({
  id: 'landscapes.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}',
  response: loose({ landscape }),
  envelope: 'landscape',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a landscape',
});

/** docs/service.md#endpoints, endpoint 3; newer sources have it without the organization in the path. */
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

/** docs/service.md#endpoints, endpoint 20: superseded by the general export, still answered. */
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

/** Whether readers of a landscape see views as viewing: shared by the reads that record a view. */
export const viewQuery = { updateViewedAt: z.optional(queryBoolean()) };

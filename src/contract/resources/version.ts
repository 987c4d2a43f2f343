import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { dateTime, id, loose, stamps, strict, text } from '../schema.js';

export { LATEST } from '../scopes.js';

/** docs/service.md#version; a snapshot is read-only once created. */
export const version = loose({
  id: text(),
  landscapeId: text(),
  name: text(),
  notes: text(),
  modelHandleId: z.nullish(text()),
  diagramHandleIds: z.optional(z.array(text())),
  tags: z.optional(z.array(text())),
  completedAt: z.nullish(dateTime()),
  ...stamps,
});
export type Version = z.infer<typeof version>;

/** docs/service.md#version-revert. */
export const versionRevert = loose({
  id: text(),
  landscapeId: text(),
  versionId: text(),
  notes: text(),
  diagramHandleIds: z.optional(z.array(text())),
  ...stamps,
});
export type VersionRevert = z.infer<typeof versionRevert>;

export const versionRecord = record({
  kind: 'version',
  noun: 'version',
  owner: 'landscape',
  schema: version,
  derived: {
    diagramHandleIds: ({ doc, reader }) =>
      reader.ofVersion('diagram', doc.id).map(({ doc: { handleId } }) => handleId),
  },
  logged: 'medium',
});

export const versionRevertRecord = record({
  kind: 'versionRevert',
  noun: 'version revert',
  owner: 'landscape',
  schema: versionRevert,
});

export const listVersions = operation({
  id: 'versions.list',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions',
  response: loose({ versions: z.array(version), nextCursor: z.nullish(text()) }),
  envelope: 'versions',
  answers: 'list',
  meter: 'read',
  access: 'read',
  summary: 'List the versions of a landscape',
});

export const getVersion = operation({
  id: 'versions.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}/versions/{versionId}',
  response: loose({ version }),
  envelope: 'version',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a version',
});

/** docs/service.md#endpoints, endpoint 4. Notes of ten characters or more (docs/service.md#lengths). */
export const revertVersion = operation({
  id: 'versionReverts.create',
  method: 'POST',
  path: '/landscapes/{landscapeId}/version-reverts',
  otherPaths: ['/landscapes/{landscapeId}/version/reverts'],
  body: strict({
    versionId: id(),
    notes: z.string().check(z.minLength(10, 'must have at least 10 characters')),
  }),
  response: loose({ versionRevert }),
  envelope: 'versionRevert',
  answers: 'one',
  meter: 'write',
  access: 'admin',
  endpoint: 4,
  slow: true,
  summary: 'Revert a landscape to an earlier version',
});

export const getVersionRevert = operation({
  id: 'versions.reverts.get',
  method: 'GET',
  path: '/landscapes/{landscapeId}/version-reverts/{versionRevertId}',
  otherPaths: ['/landscapes/{landscapeId}/version/reverts/{versionRevertId}'],
  response: loose({ versionRevert }),
  envelope: 'versionRevert',
  answers: 'one',
  meter: 'read',
  access: 'read',
  summary: 'Get a version revert',
});

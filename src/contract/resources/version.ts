import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { dateTime, id, loose, oneOrMany, queryNumber, stamps, strict, text } from '../schema.js';

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
/** A version of a landscape. */
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
/** A revert of a landscape to an earlier version. */
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
  query: strict({
    filter: z.optional(strict({ name: z.optional(text()), tag: z.optional(oneOrMany(text())) })),
    cursor: z.optional(text()),
    limit: z.optional(queryNumber()),
  }),
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

/** docs/service.md#lengths. */
const LENGTHS = { notes: 10, longestNotes: 20_000 };

const notes = () =>
  z
    .string()
    .check(
      z.minLength(LENGTHS.notes, `must have at least ${LENGTHS.notes} characters`),
      z.maxLength(LENGTHS.longestNotes, `must have at most ${LENGTHS.longestNotes} characters`),
    );

/** docs/service.md#versions: a snapshot of the live version, with the same handles and new ids. */
export const createVersion = operation({
  id: 'versions.create',
  method: 'POST',
  path: '/landscapes/{landscapeId}/versions',
  body: strict({ name: id(), notes: notes(), modelHandleId: z.nullable(id()) }),
  response: loose({ version }),
  envelope: 'version',
  answers: 'one',
  meter: 'write',
  access: 'admin',
  slow: true,
  summary: 'Create a version of a landscape',
});

/** docs/service.md#versions: changes metadata of a version; the content of a snapshot is fixed. */
export const updateVersion = operation({
  id: 'versions.update',
  method: 'PATCH',
  path: '/landscapes/{landscapeId}/versions/{versionId}',
  body: strict({
    name: z.optional(id()),
    notes: z.optional(notes()),
    modelHandleId: z.optional(z.nullable(id())),
  }),
  response: loose({ version }),
  envelope: 'version',
  answers: 'one',
  meter: 'write',
  access: 'admin',
  snapshot: true,
  summary: 'Update a version',
});

/** docs/service.md#versions: deletes a snapshot and its contents; the live version cannot be deleted. */
export const deleteVersion = operation({
  id: 'versions.delete',
  method: 'DELETE',
  path: '/landscapes/{landscapeId}/versions/{versionId}',
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'write',
  access: 'admin',
  snapshot: true,
  slow: true,
  summary: 'Delete a version',
});

/** docs/service.md#endpoints, endpoint 4. Notes need at least ten characters (docs/service.md#lengths). */
export const revertVersion = operation({
  id: 'versionReverts.create',
  method: 'POST',
  path: '/landscapes/{landscapeId}/version-reverts',
  otherPaths: ['/landscapes/{landscapeId}/version/reverts'],
  body: strict({
    versionId: id(),
    notes: notes(),
    /** Handles of the diagrams to revert (default: the whole model). */
    diagramHandleIds: z.optional(z.array(id())),
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

export const listVersionReverts = operation({
  id: 'versions.reverts.list',
  method: 'GET',
  path: '/landscapes/{landscapeId}/version-reverts',
  otherPaths: ['/landscapes/{landscapeId}/version/reverts'],
  response: loose({ versionReverts: z.array(versionRevert) }),
  envelope: 'versionReverts',
  answers: 'list',
  meter: 'read',
  access: 'read',
  summary: 'List the reverts of a landscape',
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

/** Changes the notes of a revert, but not what it reverted. */
export const updateVersionRevert = operation({
  id: 'versions.reverts.update',
  method: 'PATCH',
  path: '/landscapes/{landscapeId}/version-reverts/{versionRevertId}',
  otherPaths: ['/landscapes/{landscapeId}/version/reverts/{versionRevertId}'],
  body: strict({ notes: z.optional(notes()) }),
  response: loose({ versionRevert }),
  envelope: 'versionRevert',
  answers: 'one',
  meter: 'write',
  access: 'admin',
  summary: 'Update the notes of a version revert',
});

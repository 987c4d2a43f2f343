import type { Fields } from '../../../contract/doc.js';
import type { Random } from './random.js';

/** Values shared by all records of a generated version. */
export interface Frame {
  random: Random;
  organizationId: string;
  landscapeId: string;
  versionId: string;
  userId: string;
  /** Creation time of all records, ISO 8601. */
  at: string;
}

/** Creation and update fields. */
export const stampsOf = ({ at, userId }: Frame): Fields => ({
  createdAt: at,
  createdBy: 'user',
  createdById: userId,
  updatedAt: at,
  updatedBy: 'user',
  updatedById: userId,
});

/** Fields common to all records of a version. */
export const versioned = (frame: Frame, id: string, handleId = frame.random.id()) => ({
  id,
  landscapeId: frame.landscapeId,
  versionId: frame.versionId,
  handleId,
  commit: 1,
  version: 1,
  ...stampsOf(frame),
});

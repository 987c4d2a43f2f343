import type { Fields } from '../../../contract/doc.js';
import type { Dice } from './dice.js';

/** What all records of a generated version share. */
export interface Frame {
  dice: Dice;
  organizationId: string;
  landscapeId: string;
  versionId: string;
  userId: string;
  /** Moment everything was made, ISO 8601. */
  at: string;
}

/** Who made a record and when. */
export const stampsOf = ({ at, userId }: Frame): Fields => ({
  createdAt: at,
  createdBy: 'user',
  createdById: userId,
  updatedAt: at,
  updatedBy: 'user',
  updatedById: userId,
});

/** What every record of a version begins with. */
export const versioned = (frame: Frame, id: string, handleId = frame.dice.id()) => ({
  id,
  landscapeId: frame.landscapeId,
  versionId: frame.versionId,
  handleId,
  commit: 1,
  version: 1,
  ...stampsOf(frame),
});

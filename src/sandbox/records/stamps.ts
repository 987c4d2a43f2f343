import type { Doc } from '../../contract/doc.js';
import type { Action } from '../services.js';

type Who = Pick<Action, 'now' | 'key'>;

export const updatedBy = ({ now, key }: Who) => ({
  updatedAt: now,
  updatedBy: key.actor.by,
  updatedById: key.actor.id,
});

/** Creation stamps: actor and time (docs/service.md#actors). */
export const createdBy = ({ now, key }: Who) => ({
  createdAt: now,
  createdBy: key.actor.by,
  createdById: key.actor.id,
  ...updatedBy({ now, key }),
});

/** Last-view stamps. */
export const viewedBy = ({ now, key }: Who) => ({
  viewedAt: now,
  viewedBy: key.actor.by,
  viewedById: key.actor.id,
});

/** A record with incremented `commit` and `version` and new update stamps. */
export const bumped = (who: Who, doc: Doc): Doc => ({
  ...doc,
  commit: Number(doc.commit ?? 0) + 1,
  version: Number(doc.version ?? 0) + 1,
  ...updatedBy(who),
});

import type { Kind } from '../../../contract/records.js';
import type { SeedClock } from '../build/clock.js';
import { seedId } from '../build/ids.js';
import type { SeedRecord } from '../build/types.js';
import { stamps, userId } from './people.js';

/** Length of the short id of a share link. */
const SHORT_LENGTH = 10;

/** Two invites: one open, one revoked (the log has the date). */
export function inviteRecords(clock: SeedClock, organizationId: string): SeedRecord<Kind>[] {
  const invited = (key: string, days: number, facts: object): SeedRecord<Kind> => ({
    kind: 'organizationUserInvite',
    record: {
      id: seedId('invite', key),
      organizationId,
      email: `${key}@skerryline.example`,
      permission: 'read',
      ...stamps(clock.ago(days), clock.ago(days), userId('ingrid')),
      ...facts,
    },
  });
  return [
    invited('lea', 8, {
      email: 'lea.haugen@skerryline.example',
      expiresAt: clock.ago(-6),
      revokedAt: clock.ago(7.5),
      revokedBy: 'user',
      revokedById: userId('ingrid'),
      updatedAt: clock.ago(7.5),
    }),
    invited('nils', 2, { email: 'nils.berg@skerryline.example', expiresAt: clock.ago(-12) }),
  ];
}

/** Share link of a live version, without a password. */
export function shareLinkRecord(
  clock: SeedClock,
  live: { landscapeId: string; versionId: string },
): SeedRecord<Kind> {
  return {
    kind: 'shareLink',
    record: {
      id: seedId('share-link', live.landscapeId),
      landscapeId: live.landscapeId,
      versionId: live.versionId,
      shortId: seedId('share-address', live.landscapeId).slice(0, SHORT_LENGTH),
      protected: false,
      draftId: null,
      ...stamps(clock.ago(40), clock.ago(40), userId('ingrid')),
    },
  };
}

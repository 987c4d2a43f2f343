import type { Kind } from '../../../contract/records.js';
import { type SeedClock, seedClock } from '../build/clock.js';
import { completeLogs } from '../build/complete-logs.js';
import { withDerivedFields } from '../build/derived-fields.js';
import { seedId } from '../build/ids.js';
import { logRecords } from '../build/log-build.js';
import { reconcile } from '../build/reconcile.js';
import type { SeedRecord } from '../build/types.js';
import { landscapeId, landscapeRecords, liveEditions } from '../build/versions.js';
import { adrRecords } from './adrs.js';
import { BACK_OFFICE } from './back-office.js';
import { catalogSeed } from './catalog.js';
import { commentPins, commentRecords } from './comments.js';
import { draftRecords } from './drafts.js';
import { FERRY_PLATFORM } from './ferry-platform.js';
import { mainActions } from './logs-landscape.js';
import { organizationActions } from './logs-organization.js';
import { initialActions } from './logs-tags.js';
import {
  demoUserRecords,
  demoUsers,
  organizationRecords,
  stamps,
  teamRecords,
  userId,
  userRecord,
} from './people.js';
import { templateSeed } from './templates.js';

/** Length of the short id of a share link. */
const SHORT_LENGTH = 10;

/** Two invites: one open, one revoked (the log has the date). */
function inviteRecords(clock: SeedClock, organizationId: string): SeedRecord<Kind>[] {
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
function shareLinkRecord(
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

/** Well-known ids of the demo seed, used in help, docs and tests. */
export const DEMO = {
  organizationId: seedId('organization', 'skerry-line'),
  landscapeId: landscapeId(FERRY_PLATFORM.key),
  adminUserId: userId('ingrid'),
};

/** Well-known ids of the empty seed. */
export const EMPTY = {
  organizationId: seedId('organization', 'empty'),
  adminUserId: seedId('user', 'empty-admin'),
};

/**
 * The architecture of a ferry line: two landscapes, one with two snapshots and three decisions, five users, the catalog and a month of
 * logs. All times are relative to `now`, rounded down to the minute. The same `now` gives equal records, and ids do not
 * depend on it. Records come after those they refer to, except that references between siblings go in both directions.
 */
export function demoSeed(now: Date): SeedRecord[] {
  const clock = seedClock(now);
  const [main, office] = liveEditions(clock);
  const { organizationId, adminUserId } = DEMO;
  const records: SeedRecord<Kind>[] = [
    ...organizationRecords(clock, {
      id: organizationId,
      name: 'Skerry Line Ferries',
      members: demoUsers(),
      ownerId: adminUserId,
      billingEmail: 'accounts@skerryline.example',
      autoInviteDomains: ['skerryline.example'],
      landscapeIds: [main.landscapeId, office.landscapeId],
    }),
    ...demoUserRecords(clock, organizationId, main.landscapeId),
    ...teamRecords(clock, organizationId),
    ...inviteRecords(clock, organizationId),
    ...catalogSeed(clock, { organizationId, userId: userId('tomas') }),
    ...templateSeed(clock),
    ...landscapeRecords(clock, organizationId, commentPins()),
    ...commentRecords(main),
    ...draftRecords(main),
    ...adrRecords(main),
    shareLinkRecord(clock, main),
  ];
  const logs = [
    ...logRecords({ clock, landscapeId: main.landscapeId }, mainActions(main)),
    ...logRecords({ clock, landscapeId: office.landscapeId }, [
      {
        type: 'landscape-create',
        id: office.landscapeId,
        by: 'ingrid',
        day: 12,
        props: { name: BACK_OFFICE.name, scheduledVersions: false },
        importance: 'high',
        children: initialActions(office),
      },
    ]),
    ...logRecords({ clock, landscapeId: null }, organizationActions(organizationId)),
  ];
  reconcile(records, logs);
  completeLogs(records, logs);
  return [...withDerivedFields(records), ...logs];
}

/** An organization with one admin, the catalog and the templates. */
export function emptySeed(now: Date): SeedRecord<Kind>[] {
  const clock = seedClock(now);
  const { organizationId, adminUserId } = EMPTY;
  const email = 'admin@sandbox.example';
  return [
    ...organizationRecords(clock, {
      id: organizationId,
      name: 'Sandbox',
      members: [{ id: adminUserId, permission: 'admin' }],
      ownerId: adminUserId,
      billingEmail: email,
      autoInviteDomains: [],
      landscapeIds: [],
    }),
    {
      kind: 'user',
      record: userRecord(clock, { id: adminUserId, name: 'Sandbox Admin', email, organizationId }),
    },
    ...catalogSeed(clock, { organizationId, userId: adminUserId }),
    ...templateSeed(clock),
  ];
}

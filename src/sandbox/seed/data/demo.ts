import type { Kind } from '../../../contract/records.js';
import { seedClock } from '../build/clock.js';
import { completeLogs } from '../build/complete-logs.js';
import { withDerivedFields } from '../build/derived-fields.js';
import { seedId } from '../build/ids.js';
import { logRecords } from '../build/log-build.js';
import { reconcile } from '../build/reconcile.js';
import type { SeedRecord } from '../build/types.js';
import { landscapeId, landscapeRecords, liveEditions } from '../build/versions.js';
import { BACK_OFFICE } from './back-office.js';
import { catalogSeed } from './catalog.js';
import { commentPins, commentRecords } from './comments.js';
import { draftRecords } from './drafts.js';
import { FERRY_PLATFORM } from './ferry-platform.js';
import { inviteRecords, shareLinkRecord } from './guests.js';
import { mainActions } from './logs-landscape.js';
import { organizationActions } from './logs-organization.js';
import { foundations } from './logs-tags.js';
import {
  demoUserRecords,
  demoUsers,
  organizationRecords,
  teamRecords,
  userId,
  userRecord,
} from './people.js';
import { templateSeed } from './templates.js';

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
 * The architecture of a ferry line: two landscapes, one with two snapshots, five users, the catalog and a month of
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
        children: foundations(office),
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

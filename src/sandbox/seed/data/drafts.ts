import type { Kind } from '../../../contract/records.js';
import type { SeedRecord } from '../build/types.js';
import { technologyId } from './catalog.js';
import { type Edition, entityId, versionedFields } from './edition.js';
import { connectionKey } from './landscape-table.js';
import { stamps, userId } from './people.js';

interface DraftRow {
  key: string;
  name: string;
  status: string;
  author: string;
  /** Age in days of its creation and of its last change. */
  days: [number, number];
  diagrams: string[];
  summary: string;
}

const DRAFTS: DraftRow[] = [
  {
    key: 'loyalty',
    name: 'Frequent traveller points',
    status: 'in-progress',
    author: 'tomas',
    days: [3, 1],
    diagrams: ['booking-apps'],
    summary: 'Adds a Loyalty Service that the Booking API tells about paid bookings.',
  },
  {
    key: 'events',
    name: 'Announce sailings as events',
    status: 'merged',
    author: 'amara',
    days: [16, 12],
    diagrams: ['boarding-apps', 'fleet-apps'],
    summary: 'Marks kiosks as live and retires the timetable import.',
  },
  {
    key: 'one-app',
    name: 'One app for crew and passengers',
    status: 'archived',
    author: 'tomas',
    days: [14, 10],
    diagrams: ['booking-apps', 'boarding-apps'],
    summary: 'Would fold the gate scanner into the Travel App; dropped because scanners work without a line.',
  },
];

/** Id of a seeded draft: `loyalty` (in progress), `events` (merged) or `one-app` (archived). */
export const draftId = (edition: Edition, key: string): string => entityId(edition, 'draft', key);

/** Three drafts, one in each status, and the tasks of the one in progress. */
export function draftRecords(edition: Edition): SeedRecord<Kind>[] {
  return [
    ...DRAFTS.map((row, index): SeedRecord<Kind> => {
      const merged = row.status === 'merged';
      const created = edition.clock.ago(row.days[0]);
      const changed = edition.clock.ago(row.days[1]);
      return {
        kind: 'draft',
        record: {
          ...versionedFields(edition, 'draft', row.key, { index }),
          commit: 2,
          version: 2,
          originVersionId: edition.versionId,
          name: row.name,
          status: row.status,
          diagramIds: row.diagrams.map((key) => entityId(edition, 'diagram', key)),
          labels: {},
          changeSummary: { summary: row.summary, createdAt: created, updatedAt: changed },
          ...stamps(created, changed, userId(row.author)),
          ...(merged && { mergedAt: changed, mergedBy: 'user', mergedById: userId(row.author) }),
          viewedAt: edition.clock.ago(1),
          viewedBy: 'user',
          viewedById: userId('wei'),
        },
      };
    }),
    ...tasks(edition).map(
      (task, index): SeedRecord<Kind> => ({
        kind: 'draftTask',
        record: {
          id: draftTaskId(edition, index),
          draftId: draftId(edition, 'loyalty'),
          landscapeId: edition.landscapeId,
          versionId: edition.versionId,
          commit: index + 1,
          task,
          createdAt: edition.clock.ago(3, 20 + index * 15),
          createdBy: 'user',
          createdById: userId('tomas'),
        },
      }),
    ),
  ];
}

/** Id of the nth task of the draft in progress. */
export const draftTaskId = (edition: Edition, index: number): string =>
  entityId(edition, 'draft-task', String(index));

/** The draft in progress adds an app and a connection to it, changes one connection and asks a question. */
export function tasks(edition: Edition) {
  const loyaltyId = entityId(edition, 'object', 'loyalty');
  const apiId = entityId(edition, 'object', 'booking-api');
  const notified = connectionKey('booking-api', 'notifier');
  return [
    {
      type: 'draft-model-object-create',
      entityId: loyaltyId,
      props: {
        name: 'Loyalty Service',
        type: 'app',
        parentId: entityId(edition, 'object', 'booking'),
        caption: 'Counts points for miles travelled.',
        status: 'future',
        technologyIds: [technologyId('nodejs')],
      },
    },
    {
      type: 'draft-model-connection-create',
      entityId: entityId(edition, 'connection', connectionKey('booking-api', 'loyalty')),
      props: {
        name: 'Publishes paid bookings',
        direction: 'outgoing',
        originId: apiId,
        targetId: loyaltyId,
        viaId: entityId(edition, 'object', 'booking-events'),
        status: 'future',
      },
    },
    {
      type: 'draft-model-connection-update',
      entityId: entityId(edition, 'connection', notified),
      props: { description: 'Ordered by passenger, so that points are counted once.' },
      snapshot: { description: 'Ordered by booking number.' },
    },
    {
      type: 'draft-comment-create',
      entityId: entityId(edition, 'comment', 'points-expire'),
      props: {
        body: {
          content: 'Do points expire at the end of the season?',
          showContentPreview: true,
          status: 'open',
          type: 'question',
        },
        mentionedUserIds: [userId('wei')],
      },
    },
  ];
}

import { actionBuilder } from '../build/action-builder.js';
import type { SeedAction } from '../build/log-build.js';
import { commentBody } from './comments.js';
import { draftId, draftTaskId, tasks } from './drafts.js';
import type { Edition } from './edition.js';
import { initialActions, mistakenTag } from './logs-tags.js';

/** Actions in the main landscape, oldest first, from its creation until ten minutes ago. */
export const mainActions = (edition: Edition): SeedAction[] => [
  ...firstSeason(edition),
  ...secondSeason(edition),
  ...lately(edition),
];

/** From the creation to the first snapshot. */
function firstSeason(edition: Edition): SeedAction[] {
  const { of, object, connection, diagram, contentOf, flow, snapshot } = actionBuilder(edition);
  return [
    {
      type: 'landscape-create',
      id: edition.landscapeId,
      by: 'ingrid',
      day: 29,
      props: { name: edition.table.name, scheduledVersions: true },
      importance: 'high',
      children: initialActions(edition),
    },
    { ...object('booking', 'Booking', 'system', 'travel'), by: 'tomas', day: 28 },
    { ...object('fleet', 'Fleet Operations', 'system', 'fleet-ports'), by: 'amara', day: 27.9 },
    { ...object('booking-db', 'Booking Database', 'store', 'booking'), by: 'api-key', day: 27.96 },
    {
      ...connection('create', 'booking-api', 'booking-db', {
        name: 'Stores bookings',
        direction: 'outgoing',
      }),
      by: 'api-key',
      day: 27.8,
    },
    {
      ...diagram('diagram-create', 'context', { name: 'Ferry Platform Context', type: 'context-diagram' }),
      by: 'tomas',
      day: 26,
      children: [contentOf('context')],
    },
    {
      ...diagram('diagram-create', 'booking-apps', { name: 'Booking Apps', type: 'app-diagram' }),
      by: 'tomas',
      day: 25.5,
      children: [contentOf('booking-apps')],
    },
    {
      ...flow('flow-create', 'book', { name: 'Book a crossing', diagramId: of('diagram', 'booking-apps') }),
      by: 'tomas',
      day: 24,
    },
    {
      ...diagram('diagram-export', 'context', { theme: 'light', tab: 'status' }),
      by: 'wei',
      day: 22,
      importance: 'low',
    },
    snapshot('2026.1', 'As it ran in the summer season, before kiosks and sailing events.', 21),
  ];
}

/** From the first to the second snapshot. */
function secondSeason(edition: Edition): SeedAction[] {
  const { of, object, connection, diagram, comment, draft, snapshot } = actionBuilder(edition);
  return [
    { ...object('sailing-events', 'Sailing Events', 'store', 'fleet'), by: 'amara', day: 17 },
    { ...draft('draft-create', 'events', { name: 'Announce sailings as events' }), by: 'amara', day: 16 },
    {
      ...comment('comment-create', 'manifest-deadline', 'boarding-apps', {
        body: commentBody('manifest-deadline', 'open'),
      }),
      by: 'amara',
      day: 15,
    },
    {
      ...draft('draft-create', 'one-app', { name: 'One app for crew and passengers' }),
      by: 'tomas',
      day: 14,
    },
    {
      ...comment('comment-update', 'manifest-deadline', 'boarding-apps', {
        body: commentBody('manifest-deadline'),
      }),
      by: 'amara',
      day: 13.9,
      importance: 'low',
    },
    {
      ...draft('draft-merge', 'events'),
      by: 'amara',
      day: 12,
      importance: 'high',
      children: [
        { ...connection('update', 'passenger', 'kiosk', { status: 'live' }), by: 'amara' },
        { ...connection('update', 'kiosk', 'boarding-api', { status: 'live' }), by: 'amara' },
        { ...connection('update', 'timetable', 'schedule-db', { status: 'deprecated' }), by: 'amara' },
        {
          type: 'model-object-update',
          id: of('object', 'timetable'),
          by: 'amara',
          props: { status: 'deprecated' },
        },
        { ...diagram('diagram-content-update', 'fleet-apps'), by: 'amara', importance: 'low' },
      ],
    },
    {
      ...draft('draft-update', 'one-app', { status: 'archived' }),
      by: 'tomas',
      day: 10,
      importance: 'low',
    },
    snapshot('2026.2', 'Kiosks are live and sailings are announced as events.', 9),
  ];
}

/** After the second snapshot. */
function lately(edition: Edition): SeedAction[] {
  const { of, object, diagram, flow, comment, draft } = actionBuilder(edition);
  return [
    {
      ...object('tracker', 'Vessel Tracker', 'app', 'fleet'),
      by: 'amara',
      day: 7,
      children: [{ ...diagram('diagram-content-update', 'fleet-apps'), by: 'amara', importance: 'low' }],
    },
    {
      ...flow('flow-create', 'storm', {
        name: 'Cancel a sailing in a storm',
        diagramId: of('diagram', 'scheduler-components'),
      }),
      by: 'amara',
      day: 6.5,
    },
    ...mistakenTag(edition),
    {
      ...comment('comment-create', 'cache-expiry', 'booking-apps'),
      by: 'wei',
      day: 5,
    },
    {
      ...draft('draft-create', 'loyalty', { name: 'Frequent traveller points' }),
      by: 'tomas',
      day: 3,
    },
    ...tasks(edition).map(
      (task, index): SeedAction => ({
        type: 'draft-task-create',
        id: draftTaskId(edition, index),
        by: 'tomas',
        day: 2.98 - index * 0.01,
        props: { type: task.type, entityId: task.entityId },
        related: [draftId(edition, 'loyalty')],
        importance: 'low',
      }),
    ),
    { ...comment('comment-create', 'swell', 'scheduler-components'), by: 'tomas', day: 2 },
    {
      type: 'model-objects-export',
      id: edition.landscapeId,
      by: 'api-key',
      day: 1.5,
      related: [edition.versionId],
      importance: 'low',
    },
    { ...draft('draft-view', 'loyalty'), by: 'wei', day: 1, importance: 'low' },
    { ...flow('flow-view', 'book'), by: 'wei', day: 0.2, importance: 'low' },
    {
      ...diagram('diagram-export', 'booking-apps', { theme: 'dark', tab: 'tags' }),
      by: 'tomas',
      day: 0.05,
      importance: 'low',
    },
    { ...diagram('diagram-content-view', 'booking-apps'), by: 'ingrid', day: 0.007, importance: 'low' },
  ];
}

import type { Kind } from '../../../contract/records.js';
import type { SeedRecord } from '../build/types.js';
import { type Edition, entityId, versionedFields } from './edition.js';
import { stamps, userId } from './people.js';

interface AdrRow {
  key: string;
  name: string;
  status: string;
  author: string;
  /** User who set the status. */
  decider: string;
  /** Age in days of its creation and of its status. */
  days: [number, number];
  /** Stage of its creation. */
  since: number;
  description: string;
  content: string;
  related: { diagram?: string; adr?: string; draft?: string; url?: string; title?: string }[];
}

/** In the order of their numbers. */
const ADRS: AdrRow[] = [
  {
    key: 'postgresql',
    name: 'Use PostgreSQL for bookings',
    status: 'accepted',
    author: 'tomas',
    decider: 'ingrid',
    days: [27, 26],
    since: 0,
    description: 'Bookings are kept in one relational database.',
    content: `## Context

A booking reserves deck space for a vehicle and seats for its passengers. Two bookings must never get the same metre of
deck. The team knows *relational* databases well.

## Decision

The Booking API stores bookings in **PostgreSQL**, in one database with a standby in the second data centre.
A reservation locks its sailing:

\`\`\`sql
SELECT * FROM sailings FOR UPDATE;
\`\`\`

## Consequences

- Overbooking is prevented by the database, not by the application.
- Reads of free deck space compete with reservations; a cache can take them over later.
- Other systems get changes from the booking events and never read the database.`,
    related: [
      { diagram: 'booking-apps' },
      { url: 'https://www.postgresql.org/docs/current/explicit-locking.html', title: 'Explicit locking' },
    ],
  },
  {
    key: 'one-app',
    name: 'One app for crew and passengers',
    status: 'rejected',
    author: 'tomas',
    decider: 'amara',
    days: [14, 10],
    since: 1,
    description: 'The gate scanner stays an app of its own.',
    content: `## Context

The Travel App and the Gate Scanner both read tickets. One app would be cheaper to maintain.

## Decision

We keep two apps. The scanner works from a local list while the line is down; the Travel App cannot.

## Consequences

1. Both apps share the ticket format.
2. Changes to tickets are released in two places.`,
    related: [{ diagram: 'boarding-apps' }, { draft: 'one-app' }],
  },
  {
    key: 'loyalty-events',
    name: 'Count points from booking events',
    status: 'draft',
    author: 'tomas',
    decider: 'tomas',
    days: [3, 3],
    since: 2,
    description: 'The Loyalty Service learns of paid bookings from events.',
    content: `## Context

Frequent travellers will get points for paid crossings. The Booking API already publishes every change to a booking.

## Decision

The Loyalty Service subscribes to the booking events. The Booking API does not call it.

## Consequences

- Points may arrive some seconds after the payment.
- Events are delivered *at least once*: the service counts each booking number once.`,
    related: [{ diagram: 'booking-apps' }, { adr: 'postgresql' }, { draft: 'loyalty' }],
  },
];

/** The decisions of the ferry line: one accepted, one rejected, one still a draft. Snapshots contain the earlier ones. */
export const adrRecords = (edition: Edition): SeedRecord<Kind>[] =>
  ADRS.filter(({ since }) => since <= edition.stage).map((row, index) => {
    const [created, decided] = row.days;
    const revision = row.status === 'draft' ? 1 : 2;
    const changed = edition.clock.ago(decided);
    return {
      kind: 'adr',
      record: {
        ...versionedFields(edition, 'adr', row.key, { index, since: row.since }),
        ...stamps(edition.clock.ago(created), changed, userId(row.author)),
        updatedById: userId(row.decider),
        commit: revision,
        version: revision,
        number: ADRS.indexOf(row) + 1,
        name: row.name,
        status: row.status,
        description: row.description,
        content: row.content,
        relatedItems: relatedItems(edition, row),
      },
    };
  });

function relatedItems(edition: Edition, { key, related }: AdrRow) {
  // Snapshots contain no drafts.
  const shown = related.filter(({ draft }) => draft === undefined || edition.snapshot === null);
  const items = shown.map(({ diagram, adr, draft, url, title }, index) => {
    const id = entityId(edition, `item-of-${key}`, String(index));
    const item = { id, index };
    if (diagram) return { ...item, type: 'diagram', diagramId: entityId(edition, 'diagram', diagram) };
    if (adr) return { ...item, type: 'adr', adrId: entityId(edition, 'adr', adr) };
    if (draft) return { ...item, type: 'draft', draftId: entityId(edition, 'draft', draft) };
    return { ...item, type: 'link', link: { id, index: 0, url, customName: title } };
  });
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

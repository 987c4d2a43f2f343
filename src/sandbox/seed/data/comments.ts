import type { Pin } from '../build/diagram-build.js';
import type { SeedRecord } from '../build/types.js';
import { type Edition, versionedFields } from './edition.js';
import { userId } from './people.js';

interface CommentRow {
  key: string;
  type: string;
  status: string;
  author: string;
  content: string;
  mentions: string[];
  /** Age in days of its creation and of its last change. */
  days: [number, number];
  pin: { diagram: string; x: number; y: number };
}

const COMMENTS: CommentRow[] = [
  {
    key: 'cache-expiry',
    type: 'question',
    status: 'open',
    author: 'wei',
    content: 'How stale may the cache be before two cars are sold the same deck space?',
    mentions: ['tomas'],
    days: [5, 5],
    pin: { diagram: 'booking-apps', x: 832, y: 480 },
  },
  {
    key: 'manifest-deadline',
    type: 'inaccurate',
    status: 'resolved',
    author: 'amara',
    content: 'The harbour wants manifests fifteen minutes before departure, not after it.',
    mentions: ['ingrid'],
    days: [15, 14],
    pin: { diagram: 'boarding-apps', x: 1408, y: 160 },
  },
  {
    key: 'swell',
    type: 'idea',
    status: 'active',
    author: 'tomas',
    content: 'Take swell from the open sea into account, not just wave height.',
    mentions: [],
    days: [2, 2],
    pin: { diagram: 'scheduler-components', x: 704, y: 320 },
  },
];

/** The body of a comment (default status: the current one). */
export function commentBody(key: string, status?: string) {
  const row = COMMENTS.find((it) => it.key === key);
  if (!row) throw new Error(`There is no comment ${key}.`);
  const { content, type } = row;
  return { content, showContentPreview: true, status: status ?? row.status, type };
}

/** Positions of the comments on the diagrams of the main landscape. */
export function commentPins(): Pin[] {
  return COMMENTS.map(({ key, pin }) => ({ key, ...pin }));
}

/** Three comments on the live version: an open question, a resolved correction and an idea. */
export function commentRecords(edition: Edition): SeedRecord<'comment'>[] {
  return COMMENTS.map((row, index) => {
    const authorId = userId(row.author);
    const changed = row.days[0] !== row.days[1];
    return {
      kind: 'comment',
      record: {
        ...versionedFields(edition, 'comment', row.key, { index }),
        commit: changed ? 2 : 1,
        version: changed ? 2 : 1,
        createdAt: edition.clock.ago(row.days[0]),
        createdById: authorId,
        updatedAt: edition.clock.ago(row.days[1]),
        updatedById: authorId,
        body: commentBody(row.key),
        mentionedUserIds: row.mentions.map(userId),
        replyCount: 0,
        diagrams: {},
      },
    };
  });
}

import type { CommandCase } from './cases.js';

const UNKNOWN_ID = 'NobodyHasThisId00000';

/** Cases of the other verbs of each family. */
export const FAMILY_CASES: Readonly<Record<string, CommandCase>> = {
  'connection exists': {
    good: ({ connection }) => [connection],
    reads: true,
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'connection upsert': {
    good: ({ origin, target }) => [
      ...['UpsertedConnection01', '--name', 'Sends orders', '--origin', origin, '--target', target],
      ...['--direction', 'none', '--origin-connector', 'top-left', '--update-diagrams'],
    ],
    bad: ({ connection, origin, target }) => [
      ...[connection, '--name', 'x', '--origin', origin, '--target', target, '--direction', 'none'],
      ...['--commit', '999'],
    ],
    kind: 'refused',
  },
  'object exists': {
    good: ({ origin }) => [origin],
    reads: true,
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'object upsert': {
    good: ({ root }) => ['UpsertedObject000001', '--name', 'Quay', '--type', 'system', '--parent', root],
    bad: ({ origin }) => [
      'UpsertedObject000002',
      '--name',
      'Quay',
      '--type',
      'component',
      '--parent',
      origin,
    ],
    kind: 'refused',
  },
};

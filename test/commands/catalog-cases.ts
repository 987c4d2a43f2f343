import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandCase } from './cases.js';

const UNKNOWN_ID = 'NobodyHasThisId00000';

/** The smallest picture. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC',
  'base64',
);

/** Cases of commands about logs and technologies. */
export const CATALOG_CASES: Readonly<Record<string, CommandCase>> = {
  'logs stats': {
    good: ({ landscape }) => ['--landscape', landscape, '--by', 'entity', '--period', 'week'],
    reads: true,
    bad: () => ['--landscape', UNKNOWN_ID],
    kind: 'not-found',
  },
  'technology create': {
    good: () => ['--name', 'Quay Bus', '--color', 'blue', '--type', 'message-broker'],
    bad: () => ['--name', 'Quay Bus'],
    kind: 'usage',
  },
  'technology delete': {
    good: ({ spareTechnology }) => [spareTechnology, '--yes'],
    bad: ({ technology }) => [technology],
    kind: 'usage',
  },
  'technology get': {
    good: ({ technology }) => [technology],
    reads: true,
    bad: () => ['no-such-thing'],
    kind: 'not-found',
  },
  'technology icon': {
    before: ({ cwd }) => writeFileSync(join(cwd, 'logo.png'), PIXEL),
    good: ({ technology }) => ['logo.png', '--technology', technology],
    bad: () => ['no-such-file.png'],
    kind: 'usage',
  },
  'technology select': {
    good: () => ['--search', 'postgre', '--limit', '3'],
    reads: true,
    bad: () => ['--field', 'taste'],
    kind: 'usage',
  },
  'technology update': {
    good: ({ technology }) => [technology, '--status', 'approved'],
    bad: () => [UNKNOWN_ID, '--status', 'approved'],
    kind: 'not-found',
  },
};

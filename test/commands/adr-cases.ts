import type { CommandCase, Ids } from './cases.js';

const UNKNOWN_ID = 'NobodyHasThisId00000';

/** A case that fails for a missing decision. */
const gone = (good: (ids: Ids) => string[], ...after: string[]): CommandCase => ({
  good,
  bad: () => [UNKNOWN_ID, ...after],
  kind: 'not-found',
});

export const ADR_CASES: Readonly<Record<string, CommandCase>> = {
  'adr list': { good: () => [], reads: true, bad: () => ['--status', 'open'], kind: 'usage' },
  'adr get': { ...gone(({ adr }) => [adr]), reads: true },
  'adr show': { ...gone(({ adr }) => [adr]), reads: true },
  'adr open': { ...gone(({ adr }) => [adr, '--print']), reads: true },
  'adr create': {
    good: ({ diagram }) => ['--name', 'Use Kafka', '--relate-diagram', diagram, '--content', '# Why'],
    bad: () => ['--name', 'Use Kafka', '--relate-diagram', UNKNOWN_ID],
    kind: 'refused',
  },
  'adr update': {
    good: ({ adr }) => [adr, '--description', 'Shorter.', '--status', 'draft'],
    bad: ({ adr }) => [adr, '--name', 'Stale', '--commit', '999'],
    kind: 'refused',
  },
  'adr accept': gone(({ adr }) => [adr]),
  'adr reject': gone(({ adr }) => [adr]),
  'adr delete': {
    good: ({ spareAdr }) => [spareAdr, '--yes'],
    bad: ({ adr }) => [adr],
    kind: 'usage',
  },
};

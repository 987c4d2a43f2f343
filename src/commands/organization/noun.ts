import { createdAt, id, name, status } from '../../cli/command/columns.js';
import { noun } from '../../cli/command/noun.js';
import type { Column } from '../../terminal/types.js';

/** The argument of `get` and `update` (default: the organization of the profile). */
export const ORGANIZATION = {
  organizationId: { name: 'ORGANIZATION', help: 'Organization', optional: true, completes: 'org' },
} as const;

const COLUMNS: readonly Column[] = [
  id,
  name,
  { key: 'plan', priority: 2 },
  status,
  { key: 'seats', kind: 'number', priority: 3 },
  { key: 'userIds', header: 'Members', kind: 'number', priority: 3, value: (row) => countOf(row, 'userIds') },
];

const countOf = (row: unknown, key: string): number | undefined => {
  const list = (row as Record<string, unknown>)[key];
  return Array.isArray(list) ? list.length : undefined;
};

/** Columns of one organization. */
export const DETAILS: readonly Column[] = [
  ...COLUMNS,
  { key: 'shareLinksEnabled', header: 'Share links', kind: 'boolean', priority: 4 },
  { key: 'shareLinkAuthDomains', header: 'Share domains', kind: 'list', priority: 5 },
  { key: 'autoInviteDomains', header: 'Invite domains', kind: 'list', priority: 5 },
  { key: 'language', priority: 5 },
  { key: 'lineShapeDefault', header: 'Lines', priority: 5 },
  { key: 'billingEmail', header: 'Billing address', priority: 5 },
  createdAt,
];

export default noun({
  summary: 'List and change organizations: members, seats and settings',
  aliases: ['organizations', 'org'],
  section: 'Organization',
  rank: 1,
  examples: {
    'Organizations that the key can access': 'archctl organization list',
    'Set the default organization': 'archctl profile set org ORGANIZATION',
  },
  related: ['landscape list', 'profile set'],
  columns: COLUMNS,
  completes: [
    {
      kind: 'org',
      word: 'organization',
      list: async () => (await import('../../contract/resources/organization.js')).listOrganizations,
    },
  ],
});

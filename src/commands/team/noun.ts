import { createdAt, id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { noun } from '../../cli/command/noun.js';
import type { ArgumentSpec } from '../../cli/command/value-spec.js';
import { listTeams, teamFacts } from '../../contract/resources/team.js';

export const TEAM: Readonly<Record<'teamId', ArgumentSpec>> = {
  teamId: { name: 'TEAM', help: 'Team', completes: 'team' },
};

export default noun({
  summary: 'List and change teams: members and owned objects',
  aliases: ['teams'],
  section: 'Organization',
  rank: 5,
  examples: {
    'Teams of the organization': 'archctl team list',
    'Objects that a team owns': 'archctl team objects TEAM',
  },
  related: ['user list', 'object list'],
  columns: [
    id,
    ...columnsOf(teamFacts),
    {
      key: 'userIds',
      header: 'Members',
      kind: 'number',
      priority: 2,
      value: (row) => countOf(row, 'userIds'),
    },
    {
      key: 'modelObjectHandleIds',
      header: 'Objects',
      kind: 'number',
      priority: 2,
      value: (row) => countOf(row, 'modelObjectHandleIds'),
    },
    updatedAt,
    createdAt,
  ],
  completes: [{ kind: 'team', list: async () => listTeams }],
});

const countOf = (row: unknown, key: string): number => {
  const list = (row as Record<string, unknown>)[key];
  return Array.isArray(list) ? list.length : 0;
};

import { seedId } from '../build/ids.js';
import { LOGGED_API_KEY, type SeedAction } from '../build/log-build.js';
import { demoUsers, teamId } from './people.js';

/** Subject and context of an action on a member. */
function member(key: string): Pick<SeedAction, 'id' | 'context'> {
  const { id = '', name = '', email = '' } = demoUsers().find((it) => it.key === key) ?? {};
  return { id, context: { name, email } };
}

/** Actions in the organization outside its landscapes, oldest first. */
export function organizationActions(organizationId: string): SeedAction[] {
  const key = { id: LOGGED_API_KEY.id, by: 'ingrid', related: [organizationId] };
  const invite = { email: 'lea.haugen@skerryline.example', permission: 'read' };
  return [
    {
      type: 'organization-update',
      id: organizationId,
      by: 'petra',
      day: 29.5,
      props: { billingCycle: 'annually' },
    },
    {
      ...key,
      type: 'api-key-create',
      day: 28.2,
      props: { name: LOGGED_API_KEY.name, permission: 'write' },
    },
    {
      type: 'team-update',
      id: teamId('fleet'),
      by: 'ingrid',
      day: 25,
      props: { name: 'Fleet Systems' },
      related: [organizationId],
    },
    {
      type: 'organization-user-add',
      ...member('wei'),
      by: 'ingrid',
      day: 23,
      props: { permission: 'read' },
      related: [organizationId],
    },
    {
      type: 'organization-user-update',
      ...member('amara'),
      by: 'ingrid',
      day: 13,
      props: { permission: 'write' },
      related: [organizationId],
    },
    {
      type: 'organization-user-invite-create',
      id: seedId('invite', 'lea'),
      by: 'ingrid',
      day: 8,
      props: invite,
      related: [organizationId],
    },
    {
      type: 'organization-user-invite-revoke',
      id: seedId('invite', 'lea'),
      by: 'ingrid',
      day: 7.5,
      context: invite,
      related: [organizationId],
    },
    { ...key, type: 'api-key-delete', day: 0.5, context: { name: LOGGED_API_KEY.name } },
  ];
}

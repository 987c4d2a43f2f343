import { getOrganization, listOrganizations } from '../../contract/resources/organization.js';
import { on } from '../call.js';
import { shownMembers } from '../records/members.js';
import { notFound } from '../refusal.js';
import type { Action } from '../services.js';

/** The organization with the plan the sandbox runs on, and its members. */
function organizationOf(action: Action) {
  const { services, key } = action;
  const doc = services.store.records.get('organization', key.organizationId);
  if (!doc) throw notFound(`The organization ${key.organizationId}`);
  const users = shownMembers(action);
  return { ...doc, plan: services.plan, userIds: Object.keys(users), users };
}

export const handlers = [
  on(listOrganizations, (call) => ({ organizations: [organizationOf(call)] })),
  on(getOrganization, (call) => ({ organization: organizationOf(call) })),
];

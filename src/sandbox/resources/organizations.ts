import { getOrganization, listOrganizations } from '../../contract/resources/organization.js';
import { listTemplates } from '../../contract/resources/template.js';
import { listOrganizationUsers, login, updateOrganizationUser } from '../../contract/resources/user.js';
import { conflict, invalid, notFound } from '../http/http-error.js';
import { logWriter } from '../logs/log-writer.js';
import type { Call, Doc, Handlers } from '../types.js';

const members = (call: Call): Doc[] =>
  call.services.store.records.ofOwner('organizationUser', call.key.organizationId);

/** Membership as the service answers it (service document, Organization user). */
const answered = ({ permission, landscapePermissions }: Doc) => ({
  permission,
  ...(landscapePermissions !== undefined && { landscapePermissions }),
});

/** The organization with the plan the sandbox runs on, and its members. */
const organizationOf = (call: Call): Doc => {
  const doc = call.services.store.records.get('organization', call.key.organizationId);
  if (!doc) throw notFound(`The organization ${call.key.organizationId}`);
  const users = Object.fromEntries(members(call).map((it) => [it.id, answered(it)]));
  return { ...doc, plan: call.services.plan, userIds: Object.keys(users), users };
};

export const organizationHandlers: Handlers = {
  [listOrganizations.id]: (call) => ({ organizations: [organizationOf(call)] }),
  [getOrganization.id]: (call) => ({ organization: organizationOf(call) }),
  [listTemplates.id]: (call) => ({
    landscapeTemplates: call.services.store.records.all('landscapeTemplate').map(({ doc }) => doc),
  }),
  // Service document, endpoint 12: a key signs in as the user who made it.
  [login.id]: (call) => {
    const user = call.services.store.records.get('user', call.key.userId);
    if (!user) throw notFound(`The user ${call.key.userId}`);
    return { user };
  },
  [listOrganizationUsers.id]: (call) => ({
    organizationUsers: Object.fromEntries(members(call).map((it) => [it.id, answered(it)])),
  }),
  // Service document, endpoint 18.
  [updateOrganizationUser.id]: (call) => {
    const { records } = call.services.store;
    const userId = call.parameters.userId ?? '';
    const before = members(call).find((it) => it.id === userId);
    if (!before) throw notFound(`The user ${userId}`);
    const after: Doc = { ...before, ...call.body };
    const admins = members(call).filter((it) => it.permission === 'admin');
    if (before.permission === 'admin' && after.permission !== 'admin' && admins.length === 1) {
      throw conflict('The last admin of an organization stays one.', 'last-admin');
    }
    const unknown = Object.keys((call.body.landscapePermissions ?? {}) as object).filter(
      (id) => records.get('landscape', id)?.organizationId !== call.key.organizationId,
    );
    if (unknown.length > 0)
      throw invalid(unknown.map((id) => `landscapePermissions.${id}: there is no such landscape`));
    records.put('organizationUser', after);
    logWriter(call).write({
      type: 'organization-user-update',
      id: userId,
      props: call.body,
      importance: 'high',
    });
    return { organizationUser: answered(after) };
  },
};

import type { Doc } from '../../contract/doc.js';
import { KINDS } from '../../contract/records.js';
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  signIconUpload,
  signOrganizationIcons,
  updateOrganization,
} from '../../contract/resources/organization.js';
import { type Call, on } from '../call.js';
import { signedIconsUrl, signedUploadUrl } from '../exports/icons.js';
import { logWriter } from '../logs/log-writer.js';
import { membershipOf, shownMembers } from '../records/members.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { notFound, Refusal } from '../refusal.js';
import type { Action } from '../services.js';

/** Initial values of a new organization (docs/service.md#choices-of-the-sandbox). */
const DEFAULTS = {
  status: 'active',
  seats: 10,
  lineShapeDefault: 'curved',
  shareLinksEnabled: true,
  shareLinkAuthDomains: null,
  autoInviteDomains: [],
  billingPaymentMethod: false,
  experiments: {},
  aiFeaturesEnabled: true,
};

/** Adds the plan of the sandbox and the members to an organization. */
function shown({ services }: Action, doc: Doc): Doc {
  const users = shownMembers(services.store, doc.id);
  return { ...doc, plan: services.plan, userIds: Object.keys(users), users };
}

function organizationOfKey({ services, key }: Action): Doc {
  const doc = services.store.records.get('organization', key.organizationId);
  if (!doc) throw notFound(`The organization ${key.organizationId}`);
  return doc;
}

/** Organizations of the key's user, with the key's own organization first. */
function list(call: Call<typeof listOrganizations>) {
  const { store } = call.services;
  const { organizationId, userId } = call.key;
  const others = store.records
    .all('organization')
    .filter(({ doc }) => doc.id !== organizationId && membershipOf(store, doc.id, userId) !== undefined);
  return {
    organizations: [organizationOfKey(call), ...others.map(({ doc }) => doc)].map((doc) => shown(call, doc)),
  };
}

/** Makes the key's user the admin of the new organization. */
function create(call: Call<typeof createOrganization>) {
  const { store, newId } = call.services;
  const id = newId();
  const organization: Doc = { ...DEFAULTS, ...call.body, id, ...createdBy(call) };
  store.records.put('organization', organization);
  const { userId } = call.key;
  store.records.put('organizationUser', { id: newId(), organizationId: id, userId, permission: 'admin' });
  const inside = { ...call, key: { ...call.key, organizationId: id } };
  const { name } = call.body;
  const context = { name };
  logWriter(inside).write({ type: 'organization-create', id, props: call.body, context, importance: 'high' });
  return { organization: shown(call, organization) };
}

function update(call: Call<typeof updateOrganization>) {
  const before = organizationOfKey(call);
  if (Object.keys(call.body).length === 0) return { organization: shown(call, before) };
  const organization: Doc = { ...before, ...call.body, ...updatedBy(call) };
  call.services.store.records.put('organization', organization);
  const { id, name } = organization;
  logWriter(call).write({ type: 'organization-update', id, props: call.body, context: { name } });
  return { organization: shown(call, organization) };
}

/**
 * The sandbox's initial organization cannot be deleted, because its admin key would be deleted too
 * (docs/service.md#choices-of-the-sandbox).
 */
function remove(call: Call<typeof deleteOrganization>) {
  const { id, name } = organizationOfKey(call);
  if (id === call.services.store.settings.get('organizationId')) {
    throw new Refusal('invalid', 'The initial organization of the sandbox cannot be deleted.', {
      code: 'organization/kept',
    });
  }
  logWriter(call).write({ type: 'organization-delete', id, context: { name }, importance: 'high' });
  removeOrganization(call, id);
  return {};
}

const upload = (call: Call<typeof signIconUpload>) => {
  const { organizationId = '', iconVariant = '', iconId = '', iconType = '' } = call.parameters;
  return { signedUrl: signedUploadUrl(call, [organizationId, iconVariant, iconId, iconType]) };
};

export const handlers = [
  on(listOrganizations, list),
  on(getOrganization, (call) => ({ organization: shown(call, organizationOfKey(call)) })),
  on(createOrganization, create),
  on(updateOrganization, update),
  on(deleteOrganization, remove),
  on(signOrganizationIcons, (call) => ({ signedUrl: signedIconsUrl(call, call.key.organizationId) })),
  on(signIconUpload, upload),
];

/** Record kinds owned by the organization directly; landscapes and their contents are deleted before. */
const OWN = [
  'team',
  'organizationUser',
  'organizationUserInvite',
  'organizationIcon',
  'catalogTechnology',
] as const;

/** Deletes an organization with its landscapes, members, invites, teams, technologies and keys. */
function removeOrganization({ services }: Call, organizationId: string): void {
  const { records, keys } = services.store;
  for (const landscape of records.ofOwner('landscape', organizationId)) {
    for (const kind of KINDS) {
      for (const { id } of records.ofLandscape(kind, landscape.id)) records.remove(kind, id);
    }
    records.remove('landscape', landscape.id);
  }
  for (const kind of OWN) {
    for (const { id } of records.ofOwner(kind, organizationId)) records.remove(kind, id);
  }
  for (const { id } of keys.list(organizationId)) keys.remove(id);
  records.remove('organization', organizationId);
}

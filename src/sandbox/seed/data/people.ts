import type { Kind } from '../../../contract/records.js';
import type { SeedClock } from '../build/clock.js';
import { seedId } from '../build/ids.js';
import { readTable } from '../build/table.js';
import type { SeedRecord } from '../build/types.js';

const COLUMNS = ['key', 'permission', 'name', 'email', 'job', 'experience', 'theme'] as const;

const USERS = `
ingrid | admin | Ingrid Solheim | ingrid.solheim@skerryline.example | architect | expert | dark
tomas | write | Tomas Reyes | tomas.reyes@skerryline.example | software-engineer | intermediate | light
amara | write | Amara Okafor | amara.okafor@skerryline.example | engineering-manager | intermediate | system
wei | read | Wei Lindqvist | wei.lindqvist@skerryline.example | product-manager | beginner | light
petra | billing | Petra Novak | petra.novak@skerryline.example | finance | none | light
`;

/** Id of a seeded user by first name in lower case. */
export const userId = (key: string): string => seedId('user', key);

export const teamId = (key: string): string => seedId('team', key);

export interface SeedUser {
  id: string;
  key: string;
  permission: string;
  name: string;
  email: string;
}

/** The five members of the demo organization. */
export function demoUsers(): SeedUser[] {
  return readTable(COLUMNS, USERS).map(({ key, permission, name, email }) => ({
    id: userId(key),
    key,
    permission,
    name,
    email,
  }));
}

/** Name and members of an organization. */
export interface OrganizationPlan {
  id: string;
  name: string;
  members: readonly { id: string; permission: string }[];
  /** User who created it and receives its bills. */
  ownerId: string;
  billingEmail: string;
  autoInviteDomains: string[];
  /** Landscapes that members can access, by id. */
  landscapeIds: readonly string[];
}

/** The `organization` record and one `organizationUser` per member. */
export function organizationRecords(clock: SeedClock, plan: OrganizationPlan): SeedRecord<Kind>[] {
  const landscapePermissions = Object.fromEntries(plan.landscapeIds.map((id) => [id, true]));
  const membership = (permission: string) => ({
    permission,
    landscapePermissions: { ...landscapePermissions },
  });
  return [
    {
      kind: 'organization',
      record: {
        id: plan.id,
        name: plan.name,
        plan: 'scale',
        status: 'active',
        seats: 10,
        userIds: plan.members.map((it) => it.id),
        users: Object.fromEntries(plan.members.map((it) => [it.id, membership(it.permission)])),
        lineShapeDefault: 'curved',
        shareLinksEnabled: true,
        shareLinkAuthDomains: null,
        autoInviteDomains: plan.autoInviteDomains,
        billingPaymentMethod: true,
        billingCollectionMethod: 'charge',
        billingCurrency: 'eur',
        billingCycle: 'annually',
        billingEmail: plan.billingEmail,
        language: 'en-GB',
        experiments: {},
        aiFeaturesEnabled: false,
        ...stamps(clock.ago(420), clock.ago(13), plan.ownerId),
      },
    },
    ...plan.members.map(
      (it): SeedRecord<Kind> => ({
        kind: 'organizationUser',
        record: { id: it.id, organizationId: plan.id, ...membership(it.permission) },
      }),
    ),
  ];
}

/** The `user` records of the demo organization. */
export function demoUserRecords(
  clock: SeedClock,
  organizationId: string,
  landscapeId: string,
): SeedRecord<Kind>[] {
  return readTable(COLUMNS, USERS).map((row, index) => ({
    kind: 'user',
    record: {
      ...userRecord(clock, { id: userId(row.key), name: row.name, email: row.email, organizationId }),
      theme: row.theme,
      jobRole: row.job,
      c4ModelExperience: row.experience,
      defaultOrganizationLandscapeIds: { [organizationId]: landscapeId },
      createdAt: clock.ago(420 - index * 60),
      lastActiveAt: clock.ago(index * 1.5, -7),
      ...(index > 0 && { referredByOrganizationId: organizationId, referredByUserId: userId('ingrid') }),
    },
  }));
}

/** A user with default settings. */
export function userRecord(
  clock: SeedClock,
  user: { id: string; name: string; email: string; organizationId: string },
): SeedRecord['record'] {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    theme: 'light',
    defaultOrganizationId: user.organizationId,
    defaultOrganizationLandscapeIds: {},
    notifications: {
      catalogTechnology: true,
      comments: true,
      exports: true,
      invites: true,
      onboarding: false,
    },
    c4ModelExperience: 'beginner',
    jobRole: 'architect',
    createdAt: clock.ago(420),
    lastActiveAt: clock.ago(0),
  };
}

/** The two teams. */
export function teamRecords(clock: SeedClock, organizationId: string): SeedRecord<'team'>[] {
  const teams = [
    { key: 'travel', name: 'Travel Experience', color: 'blue', users: ['ingrid', 'tomas'] },
    { key: 'fleet', name: 'Fleet Systems', color: 'green', users: ['ingrid', 'amara'] },
  ];
  return teams.map(({ key, name, color, users }) => ({
    kind: 'team',
    record: {
      id: teamId(key),
      organizationId,
      name,
      color,
      userIds: users.map(userId),
      modelObjectHandleIds: [],
      ...stamps(clock.ago(300), clock.ago(25), userId('ingrid')),
    },
  }));
}

/** `created…` and `updated…` fields of a record that was created and last changed by the same user. */
export function stamps(createdAt: string, updatedAt: string, by: string) {
  return {
    createdAt,
    createdBy: 'user',
    createdById: by,
    updatedAt,
    updatedBy: 'user',
    updatedById: by,
  };
}

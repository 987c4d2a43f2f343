import * as z from 'zod/mini';
import { LINE_SHAPES } from '../enums.js';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { choice, dateTime, id, loose, openEnum, queryBoolean, stamps, strict, text } from '../schema.js';

/** docs/service.md#organization. */
export const ORGANIZATION_LANGUAGES = ['en-US', 'en-GB', 'fr-FR', 'es-ES', 'es-419'] as const;
export const BILLING_CURRENCIES = ['usd', 'cad', 'eur', 'gbp'] as const;
export const BILLING_CYCLES = ['monthly', 'annually'] as const;

export const COLLECTION_METHODS = ['charge', 'invoice'] as const;
export const AI_MODELS = ['gpt-5', 'gpt-5-mini', 'gpt-5-nano'] as const;
export const ORGANIZATION_PLANS = ['free', 'indie', 'pilot', 'growth', 'scale', 'isolation'] as const;
export const ORGANIZATION_STATUSES = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

/** Kinds of generated texts that an organization allows. */
const aiFeatures = () =>
  loose({
    generateDetailedDescriptions: z.optional(z.boolean()),
    generateDisplayDescriptions: z.optional(z.boolean()),
    generateDraftSummary: z.optional(z.boolean()),
    generateObjectSummary: z.optional(z.boolean()),
  });

/**
 * docs/service.md#organization: the fields archctl reads; others are preserved. `seats` is the number of paid seats.
 */
export const organization = loose({
  id: text(),
  name: text(),
  plan: z.optional(openEnum(ORGANIZATION_PLANS)),
  status: z.optional(openEnum(ORGANIZATION_STATUSES)),
  seats: z.optional(z.number()),
  userIds: z.optional(z.array(text())),
  users: z.optional(
    z.record(
      z.string(),
      loose({
        permission: text(),
        landscapePermissions: z.optional(z.record(z.string(), z.boolean())),
      }),
    ),
  ),
  shareLinksEnabled: z.optional(z.boolean()),
  shareLinkAuthDomains: z.nullish(z.array(text())),
  autoInviteDomains: z.optional(z.array(text())),
  lineShapeDefault: z.optional(text()),
  language: z.nullish(text()),
  billingCollectionMethod: z.nullish(openEnum(COLLECTION_METHODS)),
  billingCurrency: z.nullish(openEnum(BILLING_CURRENCIES)),
  billingCycle: z.nullish(openEnum(BILLING_CYCLES)),
  billingEmail: z.nullish(text()),
  billingMonthlyCost: z.nullish(z.number()),
  billingPaymentMethod: z.optional(z.boolean()),
  aiFeatures: z.nullish(aiFeatures()),
  aiFeaturesEnabled: z.nullish(z.boolean()),
  aiModel: z.nullish(openEnum(AI_MODELS)),
  experiments: z.nullish(z.record(z.string(), z.boolean())),
  oauthLandscapeWriteEnabled: z.optional(z.boolean()),
  cancelAt: z.nullish(dateTime()),
  canceledAt: z.nullish(dateTime()),
  planEndsAt: z.nullish(dateTime()),
  trialEndsAt: z.nullish(dateTime()),
  ...z.partial(loose(stamps)).shape,
});
/** An organization. */
export type Organization = z.infer<typeof organization>;

export const organizationRecord = record({
  kind: 'organization',
  noun: 'organization',
  owner: 'service',
  schema: organization,
  logged: 'medium',
});

const settings = {
  aiFeatures: z.optional(aiFeatures()),
  aiFeaturesEnabled: z.optional(z.boolean()),
  aiModel: z.optional(choice(AI_MODELS)),
  billingCurrency: z.optional(choice(BILLING_CURRENCIES)),
  billingCycle: z.optional(choice(BILLING_CYCLES)),
  billingEmail: z.optional(id()),
  experiments: z.optional(z.record(z.string(), z.boolean())),
  language: z.optional(choice(ORGANIZATION_LANGUAGES)),
  lineShapeDefault: z.optional(choice(LINE_SHAPES)),
  oauthLandscapeWriteEnabled: z.optional(z.boolean()),
  shareLinkAuthDomains: z.optional(z.nullable(z.array(id()))),
  shareLinksEnabled: z.optional(z.boolean()),
};

const one = { response: loose({ organization }), envelope: 'organization', answers: 'one' } as const;

/** `admin` requests every organization of the service; the sandbox has no such callers and ignores it. */
export const listOrganizations = operation({
  id: 'organizations.list',
  method: 'GET',
  path: '/organizations',
  query: strict({ admin: z.optional(queryBoolean()) }),
  response: loose({ organizations: z.array(organization) }),
  envelope: 'organizations',
  answers: 'list',
  meter: 'read',
  access: 'any',
  summary: 'List the organizations that the API key can access',
});

export const getOrganization = operation({
  id: 'organizations.get',
  method: 'GET',
  path: '/organizations/{organizationId}',
  ...one,
  meter: 'read',
  access: 'any',
  summary: 'Get an organization',
});

/** The caller becomes the first admin (docs/service.md#choices-of-the-sandbox). */
export const createOrganization = operation({
  id: 'organizations.create',
  method: 'POST',
  path: '/organizations',
  body: strict({ ...settings, name: id() }),
  ...one,
  meter: 'write',
  access: 'admin',
  summary: 'Create an organization',
});

export const updateOrganization = operation({
  id: 'organizations.update',
  method: 'PATCH',
  path: '/organizations/{organizationId}',
  body: strict({ ...settings, name: z.optional(id()) }),
  ...one,
  meter: 'write',
  access: 'admin',
  summary: 'Change the name or settings of an organization',
});

/** Deletes all contents as well (docs/service.md#choices-of-the-sandbox). */
export const deleteOrganization = operation({
  id: 'organizations.delete',
  method: 'DELETE',
  path: '/organizations/{organizationId}',
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'write',
  access: 'admin',
  summary: 'Delete an organization with everything in it',
});

const signedUrl = { response: loose({ signedUrl: text() }), envelope: 'signedUrl', answers: 'text' } as const;

/** An uploaded picture for an organization's technology; not included in any list. */
export const organizationIconRecord = record({
  kind: 'organizationIcon',
  noun: 'icon',
  owner: 'organization',
  schema: loose({ id: text(), organizationId: text(), data: text() }),
});

/** Temporary base URL of the icons of the organization's own technologies. */
export const signOrganizationIcons = operation({
  id: 'organizations.icons.createSignedUrl',
  method: 'POST',
  path: '/organizations/{organizationId}/icons/signed-url',
  ...signedUrl,
  meter: 'write',
  access: 'read',
  summary: "Get a temporary URL for reading an organization's icons",
});

/** Temporary URL for uploading one icon by PUT. */
export const signIconUpload = operation({
  id: 'organizations.icons.createUploadSignedUrl',
  method: 'POST',
  path: '/organizations/{organizationId}/icons/{iconVariant}/{iconId}/upload/{iconType}/signed-url',
  ...signedUrl,
  meter: 'write',
  access: 'write',
  summary: 'Get a temporary URL for uploading an icon',
});

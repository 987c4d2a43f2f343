import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { loose, text } from '../schema.js';

/** docs/service.md#organization: the fields archctl reads; the rest survive. */
export const organization = loose({
  id: text(),
  name: text(),
  plan: z.optional(text()),
  status: z.optional(text()),
});
export type Organization = z.infer<typeof organization>;

export const organizationRecord = record({
  kind: 'organization',
  noun: 'organization',
  owner: 'service',
  schema: organization,
});

export const listOrganizations = operation({
  id: 'organizations.list',
  method: 'GET',
  path: '/organizations',
  response: loose({ organizations: z.array(organization) }),
  envelope: 'organizations',
  answers: 'list',
  meter: 'read',
  access: 'any',
  summary: 'List the organizations the key can see',
});

export const getOrganization = operation({
  id: 'organizations.get',
  method: 'GET',
  path: '/organizations/{organizationId}',
  response: loose({ organization }),
  envelope: 'organization',
  answers: 'one',
  meter: 'read',
  access: 'any',
  summary: 'Get an organization',
});

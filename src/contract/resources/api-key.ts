import * as z from 'zod/mini';
import { PERMISSIONS } from '../enums.js';
import { operation } from '../operation.js';
import { choice, id, loose, openEnum, stamps, strict, text } from '../schema.js';

/** docs/service.md#api-key. */
export const apiKey = loose({
  id: text(),
  organizationId: text(),
  name: text(),
  permission: openEnum(PERMISSIONS),
  ...stamps,
});
/** An API key, without its secret. */
export type ApiKey = z.infer<typeof apiKey>;

const input = strict({ name: id(), permission: choice(PERMISSIONS) });

/**
 * docs/service.md#endpoints, endpoint 1. Only an organization admin may create a key; this is the only response that
 * contains the secret.
 */
export const createApiKey = operation({
  id: 'organizations.apiKeys.create',
  method: 'POST',
  path: '/organizations/{organizationId}/api-keys',
  body: input,
  response: loose({ apiKey, secret: text() }),
  envelope: 'apiKey',
  answers: 'one',
  meter: 'write',
  access: 'admin',
  endpoint: 1,
  summary: 'Create an API key',
});

/** docs/service.md#endpoints: without secrets. */
export const listApiKeys = operation({
  id: 'organizations.apiKeys.list',
  method: 'GET',
  path: '/organizations/{organizationId}/api-keys',
  response: loose({ apiKeys: z.array(apiKey) }),
  envelope: 'apiKeys',
  answers: 'list',
  meter: 'read',
  access: 'admin',
  summary: 'List the API keys of an organization',
});

/** docs/service.md#endpoints, endpoint 2. */
export const updateApiKey = operation({
  id: 'organizations.apiKeys.update',
  method: 'PATCH',
  path: '/organizations/{organizationId}/api-keys/{apiKeyId}',
  body: strict({ name: z.optional(id()), permission: z.optional(choice(PERMISSIONS)) }),
  response: loose({ apiKey }),
  envelope: 'apiKey',
  answers: 'one',
  meter: 'write',
  access: 'admin',
  endpoint: 2,
  summary: 'Rename an API key or change its permission',
});

/** The key is rejected afterwards (docs/service.md#choices-of-the-sandbox). */
export const deleteApiKey = operation({
  id: 'organizations.apiKeys.delete',
  method: 'DELETE',
  path: '/organizations/{organizationId}/api-keys/{apiKeyId}',
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'write',
  access: 'admin',
  summary: 'Delete an API key',
});

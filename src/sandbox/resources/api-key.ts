import type { Doc } from '../../contract/doc.js';
import { createApiKey, deleteApiKey, listApiKeys, updateApiKey } from '../../contract/resources/api-key.js';
import { type Call, on } from '../call.js';
import { randomSecret } from '../ids.js';
import { logWriter } from '../logs/log-writer.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { notFound, Refusal } from '../refusal.js';

/** docs/service.md#endpoints, endpoint 1. Only this response contains the secret. */
function create(call: Call<typeof createApiKey>) {
  const { store, newId } = call.services;
  const { name, permission } = call.body;
  const { organizationId } = call.key;
  const apiKey: Doc = { id: newId(), organizationId, name, permission, ...createdBy(call) };
  const secret = randomSecret();
  store.keys.create(apiKey, call.key.userId, secret);
  logWriter(call).write({
    type: 'api-key-create',
    id: apiKey.id,
    props: { name, permission },
    importance: 'high',
  });
  return { apiKey, secret };
}

/** docs/service.md#endpoints, endpoint 2. */
function update(call: Call<typeof updateApiKey>) {
  const { store } = call.services;
  const before = store.keys.get(call.key.organizationId, call.parameters.apiKeyId ?? '');
  if (!before) throw notFound(`The API key ${call.parameters.apiKeyId}`);
  const apiKey: Doc = { ...before, ...call.body, ...updatedBy(call) };
  store.keys.update(apiKey);
  const { id, name } = apiKey;
  logWriter(call).write({
    type: 'api-key-update',
    id,
    props: call.body,
    context: { name },
    importance: 'high',
  });
  return { apiKey };
}

/**
 * A key cannot delete itself, and the sandbox's admin key cannot be deleted (docs/service.md#choices-of-the-sandbox).
 */
function remove(call: Call<typeof deleteApiKey>) {
  const { store } = call.services;
  const doc = store.keys.get(call.key.organizationId, call.parameters.apiKeyId ?? '');
  if (!doc) throw notFound(`The API key ${call.parameters.apiKeyId}`);
  if (doc.id === call.key.id || doc.createdBy === 'service') {
    const why = doc.id === call.key.id ? 'signs this request' : 'is the admin key of the sandbox';
    throw new Refusal('invalid', `The API key ${doc.id} cannot be deleted: it ${why}.`, {
      code: 'api-key/kept',
    });
  }
  store.keys.remove(doc.id);
  logWriter(call).write({
    type: 'api-key-delete',
    id: doc.id,
    context: { name: doc.name },
    importance: 'high',
  });
  return {};
}

export const handlers = [
  on(createApiKey, create),
  on(listApiKeys, (call) => ({ apiKeys: call.services.store.keys.list(call.key.organizationId) })),
  on(updateApiKey, update),
  on(deleteApiKey, remove),
];

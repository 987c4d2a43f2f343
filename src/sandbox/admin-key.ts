import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile, replaceOwnFile } from '../base/files/own-file.js';
import type { Doc } from '../contract/doc.js';
import { randomId, randomSecret } from './ids.js';
import type { Store } from './store/store.js';

export interface AdminKey {
  id: string;
  secret: string;
}

/**
 * Returns the admin key that the sandbox prints at start. The store holds only its digest, so a data directory keeps
 * the key in a file of its own, from which the next start prints it again.
 */
export function adminKeyOf({ dataDir, adminKey }: { dataDir?: string; adminKey?: AdminKey }): AdminKey {
  const known = dataDir === undefined ? undefined : readKey(dataDir);
  const key = adminKey ?? known ?? { id: randomId(), secret: randomSecret() };
  if (dataDir === undefined) return key;
  // An existing key is not rewritten, so that a start on a full disk works.
  if (known?.id === key.id && known.secret === key.secret) chmodSync(fileOf(dataDir), 0o600);
  else replaceOwnFile(fileOf(dataDir), `${JSON.stringify({ id: key.id, secret: key.secret })}\n`);
  return key;
}

/** Saves the admin key as a key of the organization's admin. Must run within a transaction. */
export function putAdminKey(store: Store, { id, secret }: AdminKey, now: Date): void {
  const { settings, keys } = store;
  const at = now.toISOString();
  const doc: Doc = {
    id,
    organizationId: settings.get('organizationId') ?? '',
    name: 'Sandbox admin',
    permission: 'admin',
    createdAt: at,
    createdBy: 'service',
    createdById: 'sandbox',
    updatedAt: at,
    updatedBy: 'service',
    updatedById: 'sandbox',
  };
  keys.create(doc, settings.get('adminUserId') ?? '', secret);
}

const fileOf = (dataDir: string): string => join(dataDir, 'admin-key.json');

function readKey(dataDir: string): AdminKey | undefined {
  try {
    const { id, secret } = JSON.parse(readOwnFile(fileOf(dataDir))?.content ?? '') as Partial<AdminKey>;
    return typeof id === 'string' && typeof secret === 'string' ? { id, secret } : undefined;
  } catch {
    // No file, or not a valid one: a new key replaces it.
    return undefined;
  }
}

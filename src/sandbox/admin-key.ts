import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Doc } from '../contract/doc.js';
import { randomId, randomSecret } from './ids.js';
import type { Store } from './store/store.js';

export interface AdminKey {
  id: string;
  secret: string;
}

/**
 * The key that the sandbox tells whoever starts it. The store has only its digest, so a data directory keeps the key
 * itself in a file of its own, for the next start to tell it again.
 */
export function adminKeyOf({ dataDir, adminKey }: { dataDir?: string; adminKey?: AdminKey }): AdminKey {
  const key = adminKey ??
    (dataDir === undefined ? undefined : readKey(dataDir)) ?? {
      id: randomId(),
      secret: randomSecret(),
    };
  if (dataDir !== undefined) writeKey(dataDir, key);
  return key;
}

/** Puts the admin key into the store, as a key of the organization's admin. */
export function installAdminKey(store: Store, { id, secret }: AdminKey, now: Date): void {
  const { settings, keys } = store;
  const organizationId = settings.get('organizationId') ?? '';
  const userId = settings.get('adminUserId') ?? '';
  if (keys.verify(id, secret)) return;
  const at = now.toISOString();
  const doc: Doc = {
    id,
    organizationId,
    name: 'Sandbox admin',
    permission: 'admin',
    createdAt: at,
    createdBy: 'service',
    createdById: 'sandbox',
    updatedAt: at,
    updatedBy: 'service',
    updatedById: 'sandbox',
  };
  store.transaction(() => keys.create(doc, userId, secret));
}

const fileOf = (dataDir: string): string => join(dataDir, 'admin-key.json');

function readKey(dataDir: string): AdminKey | undefined {
  try {
    const { id, secret } = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Partial<AdminKey>;
    return typeof id === 'string' && typeof secret === 'string' ? { id, secret } : undefined;
  } catch {
    // No file, or none of ours: a new key replaces it.
    return undefined;
  }
}

/** For the owner's eyes only from its first byte, and whole or not at all. */
function writeKey(dataDir: string, { id, secret }: AdminKey): void {
  const draft = `${fileOf(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify({ id, secret })}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, fileOf(dataDir));
}

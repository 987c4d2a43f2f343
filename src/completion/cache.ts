import { closeSync, existsSync, openSync, renameSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deleteFile } from '../base/files/delete-file.js';
import { readOwnFile } from '../base/files/own-file.js';
import { makePrivateDirectory } from '../base/files/private-directory.js';
import { replaceFile } from '../base/files/write-file.js';
import type { Item } from '../cli/command/noun.js';

import type { Scope } from '../contract/scopes.js';
import { type Account, idsOf } from './scope.js';

/**
 * Cache of ids and names for completion, one file per list: `<state>/completion/<account>/<kind>-<scope>.json`. Files
 * are private (0600, directories 0700) and contain no secrets. Unreadable or untrusted files count as missing.
 */

/** Maximum age of cached names, and minimum interval between requests. */
export const FRESH_MS = 5 * 60_000;
/** Size limit; larger files were not written by archctl. */
const MAX_BYTES = 1_000_000;

export interface Slot {
  kind: string;
  path: string;
  /** Key stored in the file, so that accounts with colliding directory names do not mix. */
  key: string;
}

/** Cache slot of a list in the given scopes; undefined if a required scope is unknown. */
export function slotOf(
  stateDirectory: string,
  kind: string,
  scopes: readonly Scope[],
  account: Account,
): Slot | undefined {
  const scope = idsOf(scopes, account);
  if (!scope) return undefined;
  const owner = [account.name, account.baseUrl, account.places.org ?? ''];
  const path = join(
    stateDirectory,
    'completion',
    digest(owner),
    `${kind}${scope.length > 0 ? `-${digest(scope)}` : ''}.json`,
  );
  return { kind, path, key: JSON.stringify([...owner, kind, ...scope]) };
}

export function readSlot(slot: Slot, now: number): { items: readonly Item[]; isFresh: boolean } {
  try {
    const found = readOwnFile(slot.path, MAX_BYTES);
    if (found === undefined) return { items: [], isFresh: false };
    const { content, modifiedMs } = found;
    const { key, items } = JSON.parse(content) as { key: unknown; items: unknown };
    if (key !== slot.key || !Array.isArray(items)) return { items: [], isFresh: false };
    return { items: items.flatMap(itemOf), isFresh: isRecent(modifiedMs, now) };
  } catch {
    return { items: [], isFresh: false };
  }
}

/** A time in the future means that the clock was set back; it counts as old. */
const isRecent = (ms: number, now: number): boolean => Math.abs(now - ms) <= FRESH_MS;

function itemOf(entry: unknown): Item[] {
  if (!Array.isArray(entry)) return [];
  const [id, name, note] = entry as unknown[];
  if (typeof id !== 'string' || id === '') return [];
  return [
    {
      id,
      ...(typeof name === 'string' && name !== '' && { name }),
      ...(typeof note === 'string' && { note }),
    },
  ];
}

/** Replaces a list atomically. */
export function writeSlot(slot: Slot, items: readonly Item[]): void {
  makePrivateDirectory(dirname(slot.path));
  const entries = items.map(({ id, name, note }) =>
    note !== undefined ? [id, name ?? null, note] : name === undefined ? [id] : [id, name],
  );
  replaceFile(slot.path, `${JSON.stringify({ key: slot.key, items: entries })}\n`, { access: 'owner' });
}

/**
 * Returns true if the caller may refresh the list: no one has tried within the last five minutes. A marker file beside
 * the list is both the lock and the time of the last attempt.
 */
export function claim(slot: Slot, now: number): boolean {
  const marker = `${slot.path}.asked`;
  try {
    makePrivateDirectory(dirname(marker));
    if (existsSync(marker)) {
      if (isRecent(statSync(marker).mtimeMs, now)) return false;
      // If several processes find the marker outdated, only one can rename it.
      const old = `${marker}.${process.pid}`;
      renameSync(marker, old);
      deleteFile(old);
    }
    closeSync(openSync(marker, 'wx', 0o600));
    utimesSync(marker, now / 1000, now / 1000);
    return true;
  } catch {
    return false;
  }
}

/** Two rounds of FNV-1a: sufficient for directory names, and faster to load than a cryptographic hash. */
function digest(parts: readonly string[]): string {
  const round = (seed: number): string => {
    let hash = seed;
    for (const byte of Buffer.from(JSON.stringify(parts))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return hash.toString(16).padStart(8, '0');
  };
  return round(0x811c9dc5) + round(0x3c6ef372);
}

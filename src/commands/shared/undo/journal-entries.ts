import type { Context } from '../../../cli/command/spec.js';
import { type VersionPath, versionPath } from '../../../cli/command/version-path.js';
import { currentRecords } from '../../../cli/undo/capture.js';
import { readEntries, type StoredEntry } from '../../../cli/undo/journal.js';
import { isKind } from '../../../contract/records.js';
import { getHealth } from '../../../contract/resources/health.js';
import { recordKey } from '../../../contract/rules/cascade.js';
import { changeMade, stateBefore } from '../../../contract/rules/undo/open-change.js';

/** Entries of the journal for this service, its data, landscape and version, newest first, with what was really changed. */
export async function journalEntries(context: Context): Promise<StoredEntry[]> {
  const path = await versionPath(context);
  const { baseUrl } = context.settings.account();
  const { entries, problems } = readEntries(context.stateDirectory);
  for (const problem of problems) context.terminal.warn(`${problem}.`);
  const here = entries.filter(
    ({ place }) =>
      place.baseUrl === baseUrl &&
      place.landscapeId === path.landscapeId &&
      place.versionId === path.versionId,
  );
  // Every response identifies the data; this one costs nothing.
  if (context.dataId === undefined && here.some(({ place }) => place.dataId !== undefined))
    await (await context.client({ reads: true })).call(getHealth);
  return withCompletedChanges(
    context,
    path,
    here.filter(({ place }) => place.dataId === undefined || place.dataId === context.dataId),
  );
}

/** The entries with those of their open changes that were made, given the current records. Entries without any are left out. */
async function withCompletedChanges(
  context: Context,
  path: VersionPath,
  entries: readonly StoredEntry[],
): Promise<StoredEntry[]> {
  const openIn = ({ open = [] }: StoredEntry) => open.filter(({ kind }) => isKind(kind));
  const all = entries.flatMap(openIn);
  if (all.length === 0) return [...entries];
  const unique = [...new Map(all.map((it) => [recordKey(it.kind, it.id), it])).values()];
  const client = await context.client({ reads: true });
  /** The records after the entry: an earlier entry is compared with what a later one found. */
  const records = await currentRecords(client, path, unique);
  const found: StoredEntry[] = [];
  for (const stored of entries) {
    const { open: _, ...entry } = stored;
    const made = openIn(stored).flatMap(
      (it) => changeMade(it, records.get(recordKey(it.kind, it.id)) ?? null) ?? [],
    );
    const changes = [...entry.changes, ...made];
    if (changes.length > 0) found.push({ ...entry, changes });
    if (entry.undone) continue;
    for (const change of changes) {
      const key = recordKey(change.kind, change.id);
      const before = stateBefore(change, records.get(key));
      if (before) records.set(key, before);
      else records.delete(key);
    }
  }
  return found;
}

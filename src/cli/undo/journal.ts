import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ArchctlError, usageError } from '../../base/errors.js';
import { deleteFile } from '../../base/files/delete-file.js';
import { readOwnFile, replaceOwnFile } from '../../base/files/own-file.js';
import { makePrivateDirectory } from '../../base/files/private-directory.js';
import { isObject } from '../../base/is-object.js';
import { quietly } from '../../base/quietly.js';
import { systemWords } from '../../base/system-words.js';
import type { OpenChange } from '../../contract/rules/undo/open-change.js';
import type { RecordChange } from '../../contract/rules/undo/record-change.js';

/**
 * Journal of the changes that commands of this machine made, one file per command and version. Each file is written
 * before the request is sent and replaced atomically, so that it is readable after a crash; processes never share one.
 */

/** Where records were changed: an undo applies nowhere else. */
export interface JournalScope {
  baseUrl: string;
  landscapeId: string;
  versionId: string;
  /** Identity of the data, if the service sends one: two sandboxes at the same address have records with the same ids. */
  dataId?: string | undefined;
}

export interface JournalEntry {
  format: 1;
  /** Time of the command (ISO 8601). */
  at: string;
  /** Command line, with secrets redacted. */
  command: string;
  place: JournalScope;
  /** Set once the changes have been undone. */
  undone?: true;
  changes: readonly RecordChange[];
  /** Changes whose result is unknown, because the command is running or was interrupted. */
  open?: readonly OpenChange[];
}

export interface StoredEntry extends JournalEntry {
  file: string;
}

/** Maximum number, total size and age of the files. */
const MAX_ENTRIES = 50;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const MAX_AGE_MS = 30 * 86_400_000;
/** Maximum size of one file. */
export const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/** Digits of a time with milliseconds, at the start of a file name. */
const TIME_DIGITS = 17;
const FILE = /^\d{17}-[0-9a-f]{12}\.json$/;

export const journalDirectory = (stateDirectory: string): string => join(stateDirectory, 'undo');

/** A new file name. Names sort by time, also if the clock has gone back or two commands ran in the same millisecond. */
export function newEntryFile(stateDirectory: string, at: Date): string {
  const [newest] = filesIn(stateDirectory);
  const now = BigInt(at.toISOString().replace(/\D/g, ''));
  const last = newest === undefined ? 0n : BigInt(basename(newest).slice(0, TIME_DIGITS));
  const stamp = String(now > last ? now : last + 1n).padStart(TIME_DIGITS, '0');
  return join(journalDirectory(stateDirectory), `${stamp}-${randomBytes(6).toString('hex')}.json`);
}

/** Writes an entry atomically, with mode 0600. Errors: `usage` if it cannot be written; `Error` if it is too large. */
export function writeEntry(file: string, entry: JournalEntry): void {
  const text = JSON.stringify(entry);
  if (Buffer.byteLength(text) > MAX_ENTRY_BYTES) throw new Error('the records are larger than 16 MB');
  const directory = dirname(file);
  try {
    makePrivateDirectory(directory);
    replaceOwnFile(file, text);
  } catch (error) {
    const cause = error instanceof ArchctlError ? (error.facts.cause ?? error) : error;
    // "File not found" would be misleading for a directory that is created if it is missing.
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw usageError(
      `${directory} cannot be used: ${isMissing ? 'it cannot be created' : systemWords(cause)}.`,
      {
        hint: 'Make that directory writable, with free space, or name another with ARCHCTL_STATE_DIR.',
        cause,
      },
    );
  }
}

export const removeEntry = (file: string): void => quietly(() => void deleteFile(file));

/** Entries, newest first. `problems` are sentences about what cannot be read, without a full stop. */
export function readEntries(stateDirectory: string): { entries: StoredEntry[]; problems: string[] } {
  const problems = directoryProblems(journalDirectory(stateDirectory));
  const entries = filesIn(stateDirectory).flatMap((file): StoredEntry[] => {
    try {
      const content = readOwnFile(file, MAX_ENTRY_BYTES)?.content;
      if (content === undefined) return [];
      const entry: unknown = JSON.parse(content);
      if (isEntry(entry)) return [{ ...entry, file }];
      problems.push(`The journal file ${file} has an unknown format`);
    } catch (error) {
      problems.push(`The journal file ${file} ${(error as Error).message}`);
    }
    return [];
  });
  return { entries, problems };
}

const isEntry = (value: unknown): value is JournalEntry =>
  isObject(value) &&
  value.format === 1 &&
  typeof value.at === 'string' &&
  typeof value.command === 'string' &&
  isObject(value.place) &&
  isChanges(value.changes) &&
  (value.open === undefined || isChanges(value.open));

const isChanges = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((it) => isObject(it) && typeof it.kind === 'string' && typeof it.id === 'string');

/** Removes the oldest files beyond the limits; `now` determines their age. */
export function trimJournal(stateDirectory: string, now: Date): void {
  let total = 0;
  for (const [at, file] of filesIn(stateDirectory).entries()) {
    quietly(() => {
      const { size, mtimeMs } = statSync(file);
      total += size;
      const isOld = now.getTime() - mtimeMs > MAX_AGE_MS;
      if (at >= MAX_ENTRIES || total > MAX_TOTAL_BYTES || isOld) deleteFile(file);
    });
  }
}

function directoryProblems(directory: string): string[] {
  try {
    readdirSync(directory);
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? [] : [`The journal ${directory} cannot be read (${code})`];
  }
}

/** Journal files, newest first. */
function filesIn(stateDirectory: string): string[] {
  const directory = journalDirectory(stateDirectory);
  try {
    return readdirSync(directory)
      .filter((name) => FILE.test(name))
      .sort()
      .reverse()
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}

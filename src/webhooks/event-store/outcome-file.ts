import { closeSync, constants, fstatSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { replaceOwnFile } from '../../base/files/own-file.js';
import type { InspectedOutcome, OutcomeOf } from '../inspect/types.js';
import { openOurs } from './segments.js';

/**
 * Results of forwarding, executing and replaying stored events, in a file beside the events: JSON lines, oldest first.
 * Listeners and inspectors append to the file at the same time.
 */
export interface OutcomeFile {
  /** Returns false if the file cannot be written, for example on a full disk. */
  append(entry: OutcomeOf): boolean;
  /** Entries since the last call, of all processes. */
  takeNew(): OutcomeOf[];
}

/** Size from which the file is shortened. */
const MAX_BYTES = 8_000_000;

const pathIn = (directory: string): string => join(directory, 'outcomes.log');

export function outcomeFile(directory: string): OutcomeFile {
  const path = pathIn(directory);
  let known: { ino: number; end: number } | undefined;
  return {
    append(entry) {
      // The first line end closes an entry that a crash truncated.
      const bytes = Buffer.from(`\n${JSON.stringify(entry)}\n`);
      const { O_WRONLY, O_APPEND, O_CREAT } = constants;
      const isWritten = withFile(path, O_WRONLY | O_APPEND | O_CREAT, (handle) => {
        if (writeSync(handle, bytes) < bytes.byteLength) return false;
        if (fstatSync(handle).size > MAX_BYTES) replace(directory, shortened);
        return true;
      });
      return isWritten ?? false;
    },
    takeNew() {
      const found = withFile(path, constants.O_RDONLY, (handle) => {
        const { ino, size } = fstatSync(handle);
        // A file that replaced the one read before contains only entries that were read.
        const start = known === undefined ? 0 : known.ino === ino ? Math.min(known.end, size) : size;
        const text = read(handle, start, size);
        const end = text.lastIndexOf('\n') + 1;
        known = { ino, end: start + Buffer.byteLength(text.slice(0, end)) };
        return entriesIn(text.slice(0, end));
      });
      if (!found) known = undefined;
      return found ?? [];
    },
  };
}

/** Longest text of an older result, in characters. */
const OLD_TEXT = 200;

/**
 * Drops results that a later one replaces, and of the older half successes and long texts, because failures can be sent
 * again. If the failures alone are too many, drops the older half of them.
 */
function shortened(entries: readonly OutcomeOf[]): OutcomeOf[] {
  const seen = new Set<string>();
  const latest = entries
    .toReversed()
    .filter(({ id, outcome }) => seen.size < seen.add(`${id} ${addressOf(outcome)}`).size)
    .reverse();
  const [older, newer] = [latest.slice(0, latest.length / 2), latest.slice(latest.length / 2)];
  const failures = older
    .filter(({ outcome }) => !outcome.succeeded)
    .map(({ id, outcome }) => ({ id, outcome: { ...outcome, text: outcome.text.slice(0, OLD_TEXT) } }));
  return JSON.stringify(failures).length < MAX_BYTES / 4 ? [...failures, ...newer] : newer;
}

/** Identifies the target or program of a result. */
export const addressOf = ({ target, url = target }: Pick<InspectedOutcome, 'target' | 'url'>): string => url;

/** Removes the results of every event up to an id, together with the events. */
export const removeOutcomesUpTo = (directory: string, lastId: string): void =>
  replace(directory, (entries) => entries.filter(({ id }) => id > lastId));

function replace(directory: string, change: (entries: OutcomeOf[]) => OutcomeOf[]): void {
  const path = pathIn(directory);
  const entries = withFile(path, constants.O_RDONLY, (handle) =>
    entriesIn(read(handle, 0, fstatSync(handle).size)),
  );
  const remaining = entries && change(entries);
  if (!remaining || remaining.length === entries.length) return;
  try {
    replaceOwnFile(path, remaining.map((it) => `${JSON.stringify(it)}\n`).join(''));
  } catch {
    // On a full disk, no result is kept rather than one that was to be removed.
    withFile(path, constants.O_WRONLY | constants.O_TRUNC, () => {});
  }
}

/** Undefined if the file does not exist, belongs to another user, or cannot be used. */
function withFile<T>(path: string, flags: number, use: (handle: number) => T): T | undefined {
  try {
    const handle = openOurs(path, flags);
    try {
      return use(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

function read(handle: number, from: number, to: number): string {
  const bytes = Buffer.alloc(Math.max(0, Math.min(to - from, 2 * MAX_BYTES)));
  return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.byteLength, from));
}

function entriesIn(text: string): OutcomeOf[] {
  return text.split('\n').flatMap((line) => {
    try {
      const entry = JSON.parse(line) as OutcomeOf;
      return isOutcome(entry.outcome) && typeof entry.id === 'string' ? [entry] : [];
    } catch {
      return [];
    }
  });
}

const KINDS: ReadonlySet<unknown> = new Set<InspectedOutcome['kind']>(['forward', 'program', 'replay']);

const isOutcome = ({ kind, at, target, url = '', result, succeeded, ms, text }: InspectedOutcome): boolean =>
  KINDS.has(kind) &&
  [at, target, url, text].every((it) => typeof it === 'string') &&
  (result === null || typeof result === 'number') &&
  typeof succeeded === 'boolean' &&
  typeof ms === 'number';

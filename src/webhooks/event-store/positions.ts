import { closeSync, constants, existsSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deleteFile } from '../../base/files/delete-file.js';
import { readOwnFile, replaceOwnFile } from '../../base/files/own-file.js';
import { makePrivateDirectory } from '../../base/files/private-directory.js';
import { beforeFirstId, writerOf } from './event-id.js';
import { openOurs, type Segment } from './segments.js';

/**
 * Positions of publishers: for each writer of the event store whose events are published, the last published event. A
 * file contains the id and a line of JSON. It exists as long as events of its writer may be unpublished, so that the next
 * listener can publish the events of one that was killed.
 */
export interface Position {
  writer: string;
  /** Last published event, or an id before all events of the writer. */
  readonly after: string;
  save(id: string): void;
  /** Creates the file again if another process removed it. */
  ensure(): void;
  remove(): void;
}

interface Owner {
  /** Stream and subject pattern. */
  target: string;
  pid: number;
}

const folderOf = (directory: string): string => join(directory, 'unpublished');
const FILE = /^([0-9a-z]{4})\.position$/;
const LINE = /^(evt_[0-9a-z]{15})\n(.*)\n$/;

export function openPosition(directory: string, writer: string, target: string): Position {
  makePrivateDirectory(folderOf(directory));
  const position = positionAt(directory, writer, beforeFirstId(writer), { target, pid: process.pid });
  position.ensure();
  return position;
}

/** Positions that earlier listeners left for the same target, oldest first. */
export function leftPositions(directory: string, target: string): Position[] {
  return Array.from(storedPositions(directory))
    .filter(([, { owner }]) => owner.target === target && !isRunning(owner.pid))
    .map(([writer, { after, owner }]) => positionAt(directory, writer, after, owner))
    .sort((a, b) => (a.after < b.after ? -1 : 1));
}

/** Returns a predicate: whether a segment contains events that wait to be published. */
export function hasUnpublishedEvents(directory: string): (segment: Segment) => boolean {
  const positions = new Map(storedPositions(directory));
  return ({ firstId, lastId = '~' }) => {
    const position = positions.get(writerOf(firstId));
    return position !== undefined && lastId > position.after;
  };
}

function positionAt(directory: string, writer: string, start: string, owner: Owner): Position {
  const path = join(folderOf(directory), `${writer}.position`);
  let after = start;
  let handle: number | undefined;
  const release = () => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };
  return {
    writer,
    get after() {
      return after;
    },
    save(id) {
      after = id;
      try {
        this.ensure();
        handle ??= openOurs(path, constants.O_WRONLY);
        // All ids have the same length, so the rest of the file stays valid.
        writeSync(handle, id, 0);
      } catch {
        // An old position only repeats messages, which the server recognizes.
      }
    },
    ensure() {
      if (existsSync(path)) return;
      release();
      replaceOwnFile(path, `${after}\n${JSON.stringify(owner)}\n`);
    },
    remove() {
      release();
      deleteFile(path);
    },
  };
}

function* storedPositions(directory: string): Generator<[string, { after: string; owner: Owner }]> {
  const folder = folderOf(directory);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const writer = FILE.exec(name)?.[1];
    const content = writer && contentOf(join(folder, name));
    const [, after, json] = LINE.exec(content ?? '') ?? [];
    if (writer && after && json) yield [writer, { after, owner: ownerIn(json) }];
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readOwnFile(path)?.content;
  } catch {
    // Not written by archctl.
    return undefined;
  }
}

function ownerIn(json: string): Owner {
  try {
    const { target, pid } = JSON.parse(json) as Partial<Owner>;
    return { target: String(target), pid: Number(pid) || 0 };
  } catch {
    return { target: '', pid: 0 };
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

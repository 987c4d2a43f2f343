import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { usageError } from './errors.js';
import { makeDirectory } from './make-directory.js';

/** Writes a file whole or not at all: beside its place first, then moved there. */
export function writeAtomically(path: string, content: Uint8Array | string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    makeDirectory(dirname(path), 0o777);
    writeNew(temporary, content, 0o666);
    renameSync(temporary, path);
  } catch (error) {
    remove(temporary);
    throw usageError(`Cannot write ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** A file reserved for a secret: made at once, readable by its owner only, never over another file. */
export interface Reserved {
  write(content: string): void;
  /** Takes the empty file away again. */
  release(): void;
}

export function reserveSecretFile(path: string): Reserved {
  let handle: number;
  try {
    handle = openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw usageError(`${path} is there already and is not overwritten.`, { hint: 'Name another file.' });
    throw usageError(`Cannot write ${path}: ${(error as Error).message}.`, { cause: error });
  }
  return {
    write(content) {
      writeSync(handle, content);
      fsyncSync(handle);
      closeSync(handle);
    },
    release() {
      closeSync(handle);
      remove(path);
    },
  };
}

function writeNew(path: string, content: Uint8Array | string, mode: number): void {
  const handle = openSync(path, 'w', mode);
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let offset = 0; offset < bytes.byteLength; ) offset += writeSync(handle, bytes, offset);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or never made.
  }
}

/** Windows takes these for devices, whatever extension follows. */
const RESERVED_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const MAX_NAME_BYTES = 120;

/** A file name from a name somebody typed: no separators, controls or trailing dots, on any file system. */
export function safeFileName(name: string, fallback: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}/\\:*?"<>|]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .replace(RESERVED_NAMES, '$1_');
  let short = '';
  for (const character of cleaned) {
    if (Buffer.byteLength(short + character) > MAX_NAME_BYTES) break;
    short += character;
  }
  short = short.replace(/[-.]+$/, '');
  return short === '' ? fallback : short;
}

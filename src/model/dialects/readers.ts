import type { SourceFile } from '../document/read.js';
import type { Sketch } from './sketch.js';

/**
 * Resolves a path that a file names: to another file, or to the files of a folder and its subfolders in name order.
 * Undefined for a path that must not be read: a missing one, one outside of the folder of the given files, or a URL.
 */
export type Include = (path: string, from: SourceFile) => readonly SourceFile[] | undefined;

/**
 * Reads files of one model in another tool's format. Problems are reported as findings with a location: an error if
 * the file does not have the format, a loss if something is not imported, a guess if something is inferred. Nothing is
 * fetched.
 */
export type ReadDialect = (files: readonly SourceFile[], include: Include) => Sketch;

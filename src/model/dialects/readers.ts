import type { SourceFile } from '../document/read.js';
import type { Sketch } from './sketch.js';

/**
 * What a file names by a path: another file, or those of a folder and below, in the order of their names. Undefined where
 * it is nothing that may be read: it is not there, lies outside the folder of the files that were given, or is an address.
 */
export type Include = (path: string, from: SourceFile) => readonly SourceFile[] | undefined;

/**
 * Reads the files of one model in another tool's format. What cannot be read is told as a finding with its place: `broken`
 * where the file is not of the format, `lost` where something is left out, `inferred` where something is guessed.
 * Nothing is fetched.
 */
export type ReadDialect = (files: readonly SourceFile[], include: Include) => Sketch;

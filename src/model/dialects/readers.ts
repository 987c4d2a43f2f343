import type { SourceFile } from '../document/read.js';
import type { Sketch } from './sketch.js';

/**
 * Another file, by the path that one names it by. Undefined where it is none that may be read: it is not there, lies
 * outside the folder of the files that were given, or is an address.
 */
export type Include = (path: string, from: SourceFile) => SourceFile | undefined;

/**
 * Reads the files of one model in another tool's format. What cannot be read is told as a finding with its place: `broken`
 * where the file is not of the format, `lost` where something is left out, `inferred` where something is guessed.
 * Nothing is fetched.
 */
export type ReadDialect = (files: readonly SourceFile[], include: Include) => Sketch;

import type { SourceFile } from '../document/read.js';
import { type ImportFormat, readerOf } from './by-format.js';
import type { Include } from './readers.js';
import { type Settled, type SettleOptions, settle } from './settle/settle.js';

export interface ImportOptions extends SettleOptions {
  /** What files name by a path; without it they name nothing that is there. */
  include?: Include;
}

/** A finding is an `error` where a file is not of the format, a `warning` for what is lost, a `note` for what was guessed. */
export type Imported = Settled;

/** The model that files of another tool tell of. Errors: none; what is wrong with the files is told in the findings. */
export async function importFrom(
  format: ImportFormat,
  files: readonly SourceFile[],
  { include = () => undefined, ...options }: ImportOptions = {},
): Promise<Imported> {
  const read = await readerOf(format);
  return settle(read(files, include), options);
}

import type { ImportData, ImportError } from '../../contract/resources/landscape-import.js';
import type { domainNames, Originals } from '../../contract/rules/import-entities.js';
import type { Call } from '../call.js';

/** An import on its way. */
export interface ImportRun {
  call: Call;
  document: ImportData;
  /** What the entries are by now, those of earlier imports included. */
  originals: Originals;
  errors: ImportError[];
  /** Keys of entries that were refused: nothing may build on them. */
  refused: Set<string>;
  names: ReturnType<typeof domainNames>;
}

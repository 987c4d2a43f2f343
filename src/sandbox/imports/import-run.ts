import type { ImportData, ImportError } from '../../contract/resources/landscape-import.js';
import type { Originals } from '../../contract/rules/imports/import-entities.js';
import type { Call } from '../call.js';

/** State of a running import. */
export interface ImportRun {
  call: Call;
  document: ImportData;
  /** Ids of the imported records so far, including earlier imports. */
  originals: Originals;
  errors: ImportError[];
  /** Keys of rejected entries; entries that refer to them are rejected too. */
  rejected: Set<string>;
}

import { createLandscapeImport, type ImportError } from '../../contract/resources/landscape-import.js';
import type { Call, Handlers } from '../call.js';
import { jobRunner } from '../jobs.js';
import type { Schedule } from '../schedule.js';
import type { Services } from '../services.js';
import type { ImportRow } from '../store/imports.js';
import type { Store } from '../store/store.js';
import { prune } from './prune.js';
import { takeDocument } from './run.js';

export interface ImportJobSettings {
  store: Store;
  schedule: Schedule;
  /** Minimum duration of a job, in milliseconds. */
  delayMs: number;
  /** Handlers of the operations that an import invokes. */
  handlers: Handlers;
  services: () => Services;
}

/** Thrown to roll back an import; carries the rejected entries. */
class RolledBack extends Error {
  readonly errors: readonly ImportError[];
  constructor(errors: readonly ImportError[]) {
    super('The import was rolled back.');
    this.errors = errors;
  }
}

/** Runs imports in the background, each in one transaction. */
export function importJobs({ store, schedule, delayMs, handlers, services }: ImportJobSettings) {
  const { imports } = store;
  const ended = (row: ImportRow, errors: readonly ImportError[]): void => {
    const isFine = errors.length === 0;
    const outcome = isFine
      ? { status: 'completed', completedAt: services().now().toISOString() }
      : { status: 'error', errors };
    // The document is no longer needed.
    const record = { ...row.record, ...outcome };
    imports.put({ ...row, status: isFine ? 'done' : 'failed', document: {}, record });
  };
  return jobRunner<ImportRow>({
    store,
    schedule,
    delayMs,
    isThere: ({ id }) => imports.get(id) !== undefined,
    unfinished: imports.running,
    work: async (row) => {
      const found = imports.get(row.id);
      if (!found) return () => {};
      try {
        store.transaction(() => {
          const errors = perform(callOf(services(), handlers, row), row);
          if (errors.length > 0 && services().importRules.allOrNothing) throw new RolledBack(errors);
          ended(row, errors);
        });
        return () => {};
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error;
        return () => ended(row, error.errors);
      }
    },
    fail: (row, error) => ended(row, [{ message: error instanceof Error ? error.message : String(error) }]),
  });
}

function perform(call: Call, { document, record }: ImportRow): ImportError[] {
  const { errors } = takeDocument(call, document);
  if (record.prune === true) prune(call, document);
  return errors;
}

/** The original request of the import, as context for its operations. */
function callOf(services: Services, handlers: Handlers, { landscapeId, versionId, key }: ImportRow): Call {
  const { records } = services.store;
  const [landscape, version] = [records.get('landscape', landscapeId), records.get('version', versionId)];
  if (!landscape || !version) throw new Error('The landscape was deleted before the import started.');
  return {
    services,
    handlers,
    operation: createLandscapeImport,
    parameters: { landscapeId, versionId },
    query: {},
    body: {},
    headers: new Headers(),
    key,
    now: services.now().toISOString(),
    origin: '',
    landscape,
    version,
  };
}

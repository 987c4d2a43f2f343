import {
  createLandscapeImport,
  type ImportData,
  type ImportError,
} from '../../contract/resources/landscape-import.js';
import { IMPORT_KINDS, isImported, originalIdOf } from '../../contract/rules/imports/import-entities.js';
import type { Call, Handlers } from '../call.js';
import { jobRunner } from '../jobs.js';
import { recordWriter } from '../records/writer.js';
import type { Schedule } from '../schedule.js';
import type { Services } from '../services.js';
import type { ImportRow } from '../store/imports.js';
import type { Store } from '../store/store.js';
import { applyDocument, perform } from './run.js';

/** Ids of the document's entries; domains are listed with the objects. */
const idsIn = (document: ImportData) => {
  const ids = (list: readonly { id: string }[] | undefined) => new Set((list ?? []).map(({ id }) => id));
  const objects = ids(document.modelObjects);
  return {
    tagGroup: ids(document.tagGroups),
    tag: ids(document.tags),
    domain: objects,
    modelObject: objects,
    modelConnection: ids(document.modelConnections),
  };
};

/**
 * Deletes imported records that the document lacks, within its namespace if it has one, and cascades
 * (docs/service.md#imports). Records that were not imported are ignored.
 */
function prune(call: Call, document: ImportData): void {
  const { records } = call.services.store;
  const versionId = call.version?.id ?? '';
  const documentIds = idsIn(document);
  for (const kind of [...IMPORT_KINDS].reverse()) {
    for (const { doc } of records.ofVersion(kind, versionId)) {
      // The root is deleted together with its domain.
      if (!isImported(doc, document.namespace) || ('type' in doc && doc.type === 'root')) continue;
      const original = originalIdOf(doc, document.namespace);
      if (original !== undefined && documentIds[kind].has(original)) continue;
      // A cascade may already have deleted it.
      if (records.get(kind, doc.id)) perform(call, kind, 'delete', {}, doc.id);
    }
  }
}

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
    exists: ({ id }) => imports.get(id) !== undefined,
    unfinished: imports.running,
    work: async (row) => {
      const found = imports.get(row.id);
      if (!found) return () => {};
      try {
        store.transaction(() => {
          const errors = runImport(callOf(services(), handlers, row), row);
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

/** Performs an import as one action: its changes are children of its log entry. */
function runImport(call: Call, { id, document, record }: ImportRow): ImportError[] {
  const writer = recordWriter(call);
  writer.captureChangedLists();
  const { landscape, version } = call;
  const { modelObjects = [], modelConnections = [], tags = [], tagGroups = [] } = document;
  writer.logs.write({
    type: 'landscape-import',
    id: landscape?.id ?? '',
    props: {
      bucketPath: `imports/${id}`,
      modelConnectionCount: modelConnections.length,
      modelObjectCount: modelObjects.length,
      modelObjectTypeCount: countBy(modelObjects.map(({ type }) => type)),
      ...(typeof record.prune === 'boolean' && { prune: record.prune }),
      tagCount: tags.length,
      tagGroupCount: tagGroups.length,
      versionId: version?.id,
    },
    context: { landscapeName: landscape?.name, versionName: version?.name },
    related: [id],
    importance: 'high',
    landscapeId: landscape?.id,
  });
  // Entries do not finish the import; `applyDocument` updates derived fields.
  const part: Call = { ...call, writer: { ...writer, finish: () => {} } };
  const { errors } = applyDocument(part, document);
  if (record.prune === true) prune(part, document);
  writer.finish();
  return errors;
}

function countBy(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
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

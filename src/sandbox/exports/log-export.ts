import type { Doc, Fields } from '../../contract/doc.js';
import type { Call } from '../call.js';
import { logWriter } from '../logs/log-writer.js';

interface ExportFacts {
  type: string;
  /** Id of the exported entity; defaults to the landscape. */
  id?: string;
  props: Fields;
  context?: Fields;
}

/** Logs an export. `context` holds names, which stay readable after the records are deleted. */
export function logExport(call: Call, { type, id, props, context }: ExportFacts): void {
  const { landscape, version } = call;
  logWriter(call).write({
    type,
    id: id ?? landscape?.id ?? '',
    props: { ...props, versionId: version?.id },
    context: { landscapeName: landscape?.name, versionName: version?.name, ...context },
    importance: 'low',
    landscapeId: landscape?.id,
  });
}

/** Path of an exported file in the service's storage, as used in log entries. */
export const bucketPath = (exportId: string): string => `exports/${exportId}`;

export function logLandscapeExport(
  call: Call,
  { exportId, type, props, context }: { exportId: string; type: string; props?: Fields; context?: Fields },
): void {
  logExport(call, {
    type: 'landscape-export',
    props: { filename: call.landscape?.name, ...props, bucketPath: bucketPath(exportId), type },
    ...(context && { context }),
  });
}

type NamedKind = 'draft' | 'diagram' | 'flow' | 'modelObject';

/**
 * Name, handle and type of the record that an export option refers to, with `prefix` before each field name; empty if
 * the option is not set.
 */
export function namedFacts(
  call: Call,
  prefix: string,
  kind: NamedKind,
  id: string | null | undefined,
): Fields {
  const found: Doc | undefined = call.services.store.records.get(kind, id ?? '');
  if (!found) return {};
  const { name, handleId, type } = found;
  return {
    [`${prefix}Name`]: name,
    [`${prefix}HandleId`]: handleId,
    ...(type !== undefined && { [`${prefix}Type`]: type }),
  };
}

import type { Doc, Fields } from '../../contract/doc.js';
import type { Call } from '../call.js';
import { logWriter } from '../logs/log-writer.js';

interface ExportFacts {
  type: string;
  /** Entity that was exported; the landscape by default. */
  id?: string;
  props: Fields;
  context?: Fields;
}

/** Logs an export. `context` holds names, which outlive the records that they name. */
export function logExport(call: Call, { type, id, props, context }: ExportFacts): void {
  const { landscape, version } = call;
  logWriter(call).write({
    type,
    id: id ?? landscape?.id ?? '',
    props: { ...props, versionId: version?.id },
    context: {
      landscapeName: landscape?.name,
      versionId: version?.id,
      versionName: version?.name,
      ...context,
    },
    importance: 'low',
    landscapeId: landscape?.id,
  });
}

/** Path of an exported file in the storage of the service, as logs give it. */
export const bucketPath = (exportId: string): string => `exports/${exportId}`;

/** Logs an export of a landscape as a file of a type. */
export function logLandscapeExport(
  call: Call,
  { exportId, type, props, context }: { exportId: string; type: string; props?: Fields; context?: Fields },
): void {
  const name = call.landscape?.name;
  logExport(call, {
    type: 'landscape-export',
    props: { filename: name, ...props, bucketPath: bucketPath(exportId), type },
    context: { name, type, ...context },
  });
}

type NamedKind = 'draft' | 'diagram' | 'flow' | 'modelObject';

/** Name, handle and type of a record that an option of an export names, each after `prefix`; empty without one. */
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

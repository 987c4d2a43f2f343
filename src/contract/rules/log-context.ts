import type { Doc, Fields } from '../doc.js';
import type { Kind } from '../records.js';
import { linksOf } from './links.js';

/** Read access that a context needs. */
export interface ContextReader {
  get(kind: Kind, id: string): Doc | undefined;
}

/** Sets a field if the value is a text. */
function put(context: Fields, name: string, value: unknown): void {
  if (typeof value === 'string') context[name] = value;
}

/**
 * The `context` of a log entry: name and type of the record and of each record it refers to
 * (docs/service.md#action-log), such as `diagramId`, `diagramName`, `diagramHandleId` and `diagramType`. It remains
 * readable after the records are deleted.
 */
export function logContext(kind: Kind, doc: Doc, reader: ContextReader): Fields {
  // Diagram content has neither a name nor a type; use those of its diagram.
  const named = kind === 'diagramContent' ? (reader.get('diagram', doc.id) ?? doc) : doc;
  const context: Fields = {};
  for (const field of ['name', 'type', 'handleId', 'versionId', 'shortId']) put(context, field, named[field]);
  if (kind === 'version') put(context, 'versionName', doc.name);
  addNeighbours(context, kind, doc, reader);
  return context;
}

function addNeighbours(context: Fields, kind: Kind, doc: Doc, reader: ContextReader): void {
  for (const { kind: other, id, field, path } of linksOf(kind, doc)) {
    if (path !== field || field === 'id' || !field.endsWith('Id') || field.includes('.')) continue;
    const base = field.slice(0, -'Id'.length);
    const { name, handleId, type }: Fields = reader.get(other, id) ?? {};
    context[field] = id;
    put(context, `${base}Name`, name);
    put(context, `${base}HandleId`, handleId);
    put(context, `${base}Type`, type);
  }
}

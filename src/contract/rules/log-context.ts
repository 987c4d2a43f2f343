import type { Doc, Fields } from '../doc.js';
import type { Kind } from '../records.js';
import { linksOf } from './links.js';

/** What a context needs of whatever keeps records. */
export interface ContextReader {
  get(kind: Kind, id: string): Doc | undefined;
}

/** Puts a value under a name, where it is a text. */
function put(context: Fields, name: string, value: unknown): void {
  if (typeof value === 'string') context[name] = value;
}

/**
 * What a log tells of the record that an action was about, beside the action itself: what it is called, of which type it
 * is, and the same of each record that it names (docs/service.md#action-log): `diagramId`, `diagramName`,
 * `diagramHandleId`, `diagramType`. It stays readable when the records are gone.
 */
export function logContext(kind: Kind, doc: Doc, reader: ContextReader): Fields {
  // The content of a diagram has neither name nor type of its own.
  const named = kind === 'diagramContent' ? (reader.get('diagram', doc.id) ?? doc) : doc;
  const context: Fields = {};
  for (const field of ['name', 'type', 'handleId', 'versionId']) put(context, field, named[field]);
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

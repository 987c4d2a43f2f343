import type { Doc, Fields } from '../doc.js';
import type { Kind } from '../records.js';
import { linksOf } from './links.js';

/** What a context needs of whatever keeps records. */
export interface ContextReader {
  get(kind: Kind, id: string): Doc | undefined;
}

const texts = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'));

/**
 * What a log tells of the record that an action was about, beside the action itself: what it is called, of which type it
 * is, and the same of each record that it names (docs/service.md#action-log): `diagramId`, `diagramName`,
 * `diagramHandleId`, `diagramType`. It stays readable when the records are gone.
 */
export function logContext(kind: Kind, doc: Doc, reader: ContextReader): Fields {
  // The content of a diagram has neither name nor type of its own.
  const named = kind === 'diagramContent' ? (reader.get('diagram', doc.id) ?? doc) : doc;
  const { name, type, handleId, versionId } = named;
  return { ...texts({ name, type, handleId, versionId }), ...neighbours(kind, doc, reader) };
}

function neighbours(kind: Kind, doc: Doc, reader: ContextReader): Fields {
  const context: Fields = {};
  for (const { kind: other, id, field, path } of linksOf(kind, doc)) {
    if (path !== field || field === 'id' || !field.endsWith('Id') || field.includes('.')) continue;
    const base = field.slice(0, -'Id'.length);
    const { name, handleId, type }: Fields = reader.get(other, id) ?? {};
    Object.assign(context, {
      [field]: id,
      ...texts({ [`${base}Name`]: name, [`${base}HandleId`]: handleId, [`${base}Type`]: type }),
    });
  }
  return context;
}

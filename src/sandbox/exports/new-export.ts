import type { Fields } from '../../contract/doc.js';
import type { Call } from '../call.js';
import { randomSecret } from '../ids.js';
import type { ExportRow } from '../store/exports.js';
import { LIFETIME } from './tokens.js';

/** An export that has just been requested. */
export function newExport(
  { services, now, landscape, version }: Call,
  type: ExportRow['type'],
  fields: Fields,
): ExportRow {
  const id = services.newId();
  const deleteAt = new Date(Date.parse(now) + LIFETIME).toISOString();
  const place = { landscapeId: landscape?.id, versionId: version?.id };
  return {
    id,
    type,
    landscapeId: landscape?.id ?? '',
    status: 'running',
    deleteAt,
    token: randomSecret(),
    record: { id, ...place, ...fields, createdAt: now, deleteAt },
  };
}

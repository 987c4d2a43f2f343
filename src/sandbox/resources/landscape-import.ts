import { createLandscapeImport, getLandscapeImport } from '../../contract/resources/landscape-import.js';
import { type Call, on } from '../call.js';
import { LIFETIME } from '../exports/tokens.js';
import { notFound } from '../refusal.js';
import type { ImportRow } from '../store/imports.js';

/** Starts an import. Invalid entries are reported in its state, not in this response (docs/service.md#imports). */
function create(call: Call<typeof createLandscapeImport>) {
  const { services, now, key, body, query, landscape, version } = call;
  const { imports } = services.store;
  imports.drop(now);
  const id = services.newId();
  const deleteAt = new Date(Date.parse(now) + LIFETIME).toISOString();
  const place = { landscapeId: landscape?.id ?? '', versionId: version?.id ?? '' };
  const record = {
    id,
    ...place,
    status: 'in-progress',
    ...(query.prune !== undefined && { prune: query.prune }),
    createdAt: now,
    createdBy: key.actor.by,
    createdById: key.actor.id,
    deleteAt,
  };
  const row: ImportRow = { id, ...place, status: 'running', deleteAt, key, document: body, record };
  imports.put(row);
  services.imports.start(row);
  return { landscapeImport: record };
}

/** Returns the state of an import, for polling. */
function get(call: Call<typeof getLandscapeImport>) {
  const id = call.parameters.landscapeImportId ?? '';
  const row = call.services.store.imports.get(id);
  if (row?.versionId !== call.version?.id || !row || row.deleteAt <= call.now) {
    throw notFound(`The landscape import ${id}`);
  }
  return { landscapeImport: row.record };
}

// Between the imports of a large model, no lists of other records are read.
export const handlers = [
  on(createLandscapeImport, create, { computesOwnLists: true }),
  on(getLandscapeImport, get, { computesOwnLists: true }),
];

import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { KINDS, recordOf } from '../../contract/records.js';
import { contentsOf } from '../../contract/rules/versions/version-copy.js';
import type { Call } from '../call.js';
import { notFound } from '../refusal.js';
import { liveVersion } from './copy-landscape.js';
import { type RecordWriter, recordWriter } from './writer.js';

/**
 * Deletes a landscape with its versions and their contents, its exports, imports, share links and permissions
 * (docs/service.md#deletes). Its logs stay in the organization's log, which gets one entry for the delete.
 */
export function removeLandscape(call: Call) {
  const { landscape, services } = call;
  const { records, exports, imports } = services.store;
  if (!landscape) throw notFound('The landscape');
  const writer = recordWriter(call);
  writer.logs.change('delete', 'landscape', landscape);
  const live = liveVersion(call, landscape.id);
  for (const { kind, doc } of live ? contentsOf(records, live.id) : []) writer.forget(kind, doc);
  records.removeLandscape(landscape.id);
  exports.removeLandscape(landscape.id);
  imports.removeLandscape(landscape.id);
  writer.forget('landscape', landscape);
  dropPermissions(call, landscape.id, writer);
  writer.finish();
  return {};
}

/** Removes the landscape from permissions and invitations, and as the start landscape of users. */
function dropPermissions({ services, key }: Call, landscapeId: string, writer: RecordWriter): void {
  const { records } = services.store;
  for (const kind of KINDS.filter((it) => recordOf(it).owner === 'organization')) {
    const docs: readonly Doc[] = records.ofOwner(kind, key.organizationId);
    for (const doc of docs) {
      const remaining = without(doc.landscapePermissions, ([id]) => id === landscapeId);
      if (remaining) writer.save(kind, { ...doc, landscapePermissions: remaining });
    }
  }
  for (const { doc } of records.all('user')) {
    const remaining = without(doc.defaultOrganizationLandscapeIds, ([, id]) => id === landscapeId);
    if (remaining) writer.save('user', { ...doc, defaultOrganizationLandscapeIds: remaining });
  }
}

/** A map without the matching entries; undefined if no entry matches. */
function without(map: unknown, isMeant: (entry: [string, unknown]) => boolean) {
  const entries = Object.entries(isObject(map) ? map : {});
  const remaining = entries.filter((entry) => !isMeant(entry));
  return remaining.length === entries.length ? undefined : Object.fromEntries(remaining);
}

import { isObject } from '../../base/is-object.js';
import type { Doc } from '../../contract/doc.js';
import { KINDS, recordOf } from '../../contract/records.js';
import { contentsOf } from '../../contract/rules/version-copy.js';
import type { Call } from '../call.js';
import { notFound } from '../refusal.js';
import { liveVersion } from './copy-landscape.js';
import { type RecordWriter, recordWriter } from './writer.js';

/**
 * docs/service.md#deletes: a landscape goes with its versions, all that is in them, its exports, imports and share links, and
 * nobody has a permission for it any more. Its logs stay in the organization's log, the delete as one entry.
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
  writer.settle();
  return {};
}

/** Members and invitations without what they say of a landscape, and users who began there without that beginning. */
function dropPermissions({ services, key }: Call, landscapeId: string, writer: RecordWriter): void {
  const { records } = services.store;
  for (const kind of KINDS.filter((it) => recordOf(it).owner === 'organization')) {
    const docs: readonly Doc[] = records.ofOwner(kind, key.organizationId);
    for (const doc of docs) {
      const left = without(doc.landscapePermissions, ([id]) => id === landscapeId);
      if (left) writer.save(kind, { ...doc, landscapePermissions: left });
    }
  }
  for (const { doc } of records.all('user')) {
    const left = without(doc.defaultOrganizationLandscapeIds, ([, id]) => id === landscapeId);
    if (left) writer.save('user', { ...doc, defaultOrganizationLandscapeIds: left });
  }
}

/** A map without the entries that are meant; undefined where it has none of them. */
function without(map: unknown, isMeant: (entry: [string, unknown]) => boolean) {
  const entries = Object.entries(isObject(map) ? map : {});
  const left = entries.filter((entry) => !isMeant(entry));
  return left.length === entries.length ? undefined : Object.fromEntries(left);
}

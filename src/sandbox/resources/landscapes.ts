import { getLandscape, listLandscapes } from '../../contract/resources/landscape.js';
import { getVersion, getVersionRevert, listVersions } from '../../contract/resources/version.js';
import { notFound } from '../http/http-error.js';
import type { Handlers } from '../types.js';

/** Landscapes and their versions: what is only read. */
export const landscapeHandlers: Handlers = {
  [listLandscapes.id]: (call) => ({
    landscapes: call.services.store.records.ofOwner('landscape', call.key.organizationId),
  }),
  [getLandscape.id]: (call) => ({ landscape: call.landscape }),
  [listVersions.id]: (call) => ({
    versions: call.services.store.records.ofLandscape('version', call.landscape?.id ?? ''),
  }),
  [getVersion.id]: (call) => ({ version: call.version }),
  [getVersionRevert.id]: (call) => {
    const id = call.parameters.versionRevertId ?? '';
    const doc = call.services.store.records.get('versionRevert', id);
    if (doc?.landscapeId !== call.landscape?.id) throw notFound(`The version revert ${id}`);
    return { versionRevert: doc };
  },
};

import type { Client } from '../../../client/client.js';
import { getLandscape, type Landscape } from '../../../contract/resources/landscape.js';
import { getVersion, type Version } from '../../../contract/resources/version.js';

/** A version and the landscape it is of. Errors: `not-found`. */
export async function placeAndVersion(
  client: Client,
  { landscapeId, versionId }: { landscapeId: string; versionId: string },
): Promise<{ landscape: Landscape; version: Version }> {
  const [{ landscape }, { version }] = await Promise.all([
    client.call(getLandscape, { path: { landscapeId } }),
    client.call(getVersion, { path: { landscapeId, versionId } }),
  ]);
  return { landscape, version };
}

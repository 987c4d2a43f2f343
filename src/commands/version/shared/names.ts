import type { Client } from '../../../client/client.js';
import { getLandscape, type Landscape } from '../../../contract/resources/landscape.js';
import { getVersion, type Version } from '../../../contract/resources/version.js';

/** A record in a question: its name on one line, and its id. */
export const named = ({ name, id }: { name: string; id: string }): string =>
  `"${name.replace(/\s+/g, ' ')}" (${id})`;

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

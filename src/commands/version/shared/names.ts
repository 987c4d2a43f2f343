import type { Context } from '../../../cli/command/spec.js';
import type { Client } from '../../../client/client.js';
import { getLandscape, type Landscape } from '../../../contract/resources/landscape.js';
import { getVersion, LATEST, type Version } from '../../../contract/resources/version.js';

/** A version and its landscape. Errors: `not-found`. */
export async function landscapeAndVersion(
  client: Client,
  { landscapeId, versionId }: { landscapeId: string; versionId: string },
): Promise<{ landscape: Landscape; version: Version }> {
  const [{ landscape }, { version }] = await Promise.all([
    client.call(getLandscape, { path: { landscapeId } }),
    client.call(getVersion, { path: { landscapeId, versionId } }),
  ]);
  return { landscape, version };
}

/** Name of a version; its id if the name is not available. */
export async function versionName(context: Context, id: string): Promise<string> {
  if (id === LATEST) return id;
  const known = context.knownNames.get(id);
  if (known !== undefined) return known;
  return (await context.names()).of('version').then(
    (names) => names.nameOf(id) ?? id,
    () => id,
  );
}

import type { Context } from '../../cli/command/spec.js';
import { versionPath } from '../../cli/command/version-path.js';
import { type ObjectGraph, readObjectGraph } from '../../model/sync/object-graph.js';

/** Reads the objects and connections of the version that the command works in. */
export async function readModel(context: Context): Promise<ObjectGraph> {
  const path = await versionPath(context);
  return readObjectGraph(await context.client(), path);
}

import type { Context } from '../../../cli/command/spec.js';
import { versionPath } from '../../../cli/command/version-path.js';
import type { ImpactRecords } from '../../../contract/rules/impact-types.js';
import { readImpactRecords } from '../../../model/sync/impact.js';

/** All lists that may refer to an object. Teams whose names cannot be read are shown by id. */
export async function impactRecords(context: Context): Promise<ImpactRecords> {
  const path = await versionPath(context);
  return readImpactRecords(await context.client(), path, async () => {
    const names = await (await context.names()).of('team').catch(() => undefined);
    return new Map(names?.items.map(({ id, name = id }) => [id, name]));
  });
}

import { ArchctlError } from '../../base/errors.js';
import type { VersionPath } from '../../cli/command/version-path.js';
import type { Client } from '../../client/client.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import type { Family } from '../../contract/families.js';

/** Maximum number of records that are read one by one; for more, the list is read in large pages. */
const FEW = 8;

interface Named {
  id: string;
  name: string;
}

/** Names of records of a family by id; deleted records are missing. */
export async function namesOf(
  client: Client,
  path: VersionPath,
  { get, list, shape }: Pick<Family, 'get' | 'list' | 'shape'>,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (wanted.size > FEW) {
    for await (const item of client.performPages(list, { path: { ...path } }, { maxBytes: MAX_LIST_BYTES })) {
      const { id, name } = item as Named;
      names.set(id, name);
    }
    return names;
  }
  const found = await Promise.all(
    [...wanted].map((id) =>
      client.perform(get, { path: { ...path, [shape.param]: id } }).catch(ignoreDeleted),
    ),
  );
  for (const answer of found) {
    const { id, name } = (answer?.[shape.singular] ?? {}) as Partial<Named>;
    if (id !== undefined && name !== undefined) names.set(id, name);
  }
  return names;
}

/** Handler for `catch` that ignores deleted records. */
export const ignoreDeleted = (error: unknown): undefined => {
  if (error instanceof ArchctlError && error.kind === 'not-found') return undefined;
  throw error;
};

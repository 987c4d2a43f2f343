import type { Tree } from './yaml-tree.js';

/** References between entities, `[KIND:][NAMESPACE/]NAME`, in one spelling: case does not matter. */

const DEFAULT_NAMESPACE = 'default';

/** A reference as it is typed, whole; a bare name is of `kind`. */
export function entityRef(typed: string, kind: string): string {
  const text = typed.trim().toLowerCase();
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  const slash = rest.indexOf('/');
  const namespace = slash === -1 ? DEFAULT_NAMESPACE : rest.slice(0, slash);
  return `${colon === -1 ? kind : text.slice(0, colon)}:${namespace}/${rest.slice(slash + 1)}`;
}

/** What others name an entity by. */
export function refOf(entity: Tree): string {
  const kind = entity.at('kind').text ?? '';
  const namespace = entity.at('metadata', 'namespace').text ?? DEFAULT_NAMESPACE;
  return `${kind}:${namespace}/${entity.at('metadata', 'name').text ?? ''}`.toLowerCase();
}

import type { Tree } from './yaml-tree.js';

/** Normalized entity references, `[KIND:][NAMESPACE/]NAME`. References ignore case. */

export const DEFAULT_NAMESPACE = 'default';

/** Completes a reference of an entity: a bare name has the kind `kind`, and the namespace of that entity. */
export function entityRef(typed: string, kind: string, from: Tree): string {
  const text = typed.trim().toLowerCase();
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  const slash = rest.indexOf('/');
  const namespace = slash === -1 ? namespaceOf(from).toLowerCase() : rest.slice(0, slash);
  return `${colon === -1 ? kind : text.slice(0, colon)}:${namespace}/${rest.slice(slash + 1)}`;
}

const namespaceOf = (entity: Tree): string => entity.at('metadata', 'namespace').text ?? DEFAULT_NAMESPACE;

/** Full reference of an entity. */
export function refOf(entity: Tree): string {
  const kind = entity.at('kind').text ?? '';
  return `${kind}:${namespaceOf(entity)}/${entity.at('metadata', 'name').text ?? ''}`.toLowerCase();
}

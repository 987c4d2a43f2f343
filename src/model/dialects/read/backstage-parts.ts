import type { SourceFile } from '../../document/read.js';
import type { Diagnostics } from '../diagnostics.js';
import type { Include } from '../readers.js';
import type { Tree } from './yaml-tree.js';

/** Reads parts of Backstage entities: references (`[KIND:][NAMESPACE/]NAME`, ignoring case), titles, annotations, targets. */

/** Local files that a location names. Reports URLs and files outside of the folder. */
export function targetsOf(
  tree: Tree,
  file: SourceFile,
  include: Include,
  diagnostics: Diagnostics,
): readonly SourceFile[] {
  const spec = tree.at('spec');
  return [...spec.at('target').texts, ...spec.at('targets').texts].flatMap((target) => {
    const found = include(target, file);
    if (!found)
      diagnostics.loss(
        `The target ${target} is not read: it must be a file in the folder of this one.`,
        spec.place,
      );
    return found ?? [];
  });
}

/** Path of the file with a definition; undefined if the definition is inline text. */
export const fileOf = (definition: Tree): string | undefined =>
  ['$text', '$json', '$yaml', '$openapi', '$asyncapi'].flatMap((key) => definition.at(key).text ?? [])[0];

/** Annotations, with the URL of those that hold one: `url:https://…` or `https://…`. */
export const annotationsOf = (tree: Tree): { key: string; text: string; url?: string }[] =>
  [...tree.at('metadata', 'annotations').entries()].flatMap(([key, { text = '' }]) => {
    const url = /^(?:url:)?(https?:\/\/\S+)$/i.exec(text.trim())?.[1];
    return text === '' ? [] : [{ key, text, ...(url !== undefined && { url }) }];
  });

export const titleOf = (tree: Tree): string =>
  tree.at('metadata', 'title').text ?? tree.at('metadata', 'name').text ?? '';

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

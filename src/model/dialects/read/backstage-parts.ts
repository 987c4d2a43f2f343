import type { Finding } from '../../document/finding.js';
import type { SourceFile } from '../../document/read.js';
import type { Include } from '../readers.js';
import { lost } from '../sketch.js';
import type { Tree } from './yaml-tree.js';

/** Parts of Backstage entities: titles, annotations, definitions and location targets. */

/** Local files that a location names. Reports URLs and files outside of the folder. */
export function targetsOf(
  tree: Tree,
  file: SourceFile,
  include: Include,
  findings: Finding[],
): readonly SourceFile[] {
  const spec = tree.at('spec');
  return [...spec.at('target').texts, ...spec.at('targets').texts].flatMap((target) => {
    const found = include(target, file);
    if (!found)
      findings.push(
        lost(`The target ${target} is not read: it must be a file in the folder of this one.`, spec.place),
      );
    return found ?? [];
  });
}

/** Path of the file with a definition; undefined if the definition is inline text. */
export const fileOf = (definition: Tree): string | undefined =>
  ['$text', '$json', '$yaml', '$openapi', '$asyncapi'].flatMap((key) => definition.at(key).text ?? [])[0];

/** Annotations, with the URL of those that hold one: `url:https://…` or `https://…`. */
export const notesOf = (tree: Tree): { key: string; text: string; url?: string }[] =>
  [...tree.at('metadata', 'annotations').entries()].flatMap(([key, { text = '' }]) => {
    const url = /^(?:url:)?(https?:\/\/\S+)$/i.exec(text.trim())?.[1];
    return text === '' ? [] : [{ key, text, ...(url !== undefined && { url }) }];
  });

export const titleOf = (tree: Tree): string =>
  tree.at('metadata', 'title').text ?? tree.at('metadata', 'name').text ?? '';

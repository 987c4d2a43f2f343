import type { Client } from '../../client/client.js';
import { identify } from '../compare/identity.js';
import type { Model } from '../document/element.js';
import { refuseErrors } from '../document/finding.js';
import { readModel, type SourceFile } from '../document/read.js';
import { rewriteModel } from '../document/rewrite.js';
import { type WriteOptions, writeModel } from '../document/write.js';
import { adoptable, countUnlabelled, namespaceOf } from '../live/labels.js';
import type { LiveLandscape } from '../live/landscape.js';
import { modelOfLandscape } from '../live/model-of-landscape.js';
import { readLandscape, type VersionPath } from '../live/read-landscape.js';

/** A landscape as a document says it. */
export interface Pulled {
  model: Model;
  /** Records that do not carry the labels yet by which an apply knows them again. */
  unlabelled: number;
}

/**
 * A landscape as a model, in the ids of the document that is there, else in ids made of names. The model adopts the
 * records that no namespace owns.
 */
export function pulledFrom(live: LiveLandscape, wanted: Model | undefined): Pulled {
  const namespace = wanted ? wanted.namespace : namespaceOf(live);
  const { ids } = identify(live, wanted);
  return {
    model: { ...modelOfLandscape(live, ids, namespace, wanted), adopted: adoptable(live) },
    unlabelled: countUnlabelled(live, ids, namespace),
  };
}

/**
 * A version of a landscape as the files of a document. Files that are there already are brought up to date: comments,
 * order and ids stay. Nothing is written anywhere. One request for each page of a list, and one for each diagram.
 * @throws ArchctlError those of the client; `usage` for files with errors.
 */
export async function pullModel(
  client: Pick<Client, 'call' | 'performPages'>,
  path: VersionPath,
  before: readonly SourceFile[] = [],
  options: WriteOptions = {},
): Promise<Pulled & { files: SourceFile[] }> {
  const read = before.length === 0 ? undefined : readModel(before);
  refuseErrors(read?.findings ?? [], 'nothing is pulled');
  const wanted = read?.model;
  const pulled = pulledFrom(await readLandscape(client, path), wanted);
  const files = wanted ? rewriteModel(before, pulled.model, options) : writeModel(pulled.model, options);
  return { ...pulled, files };
}

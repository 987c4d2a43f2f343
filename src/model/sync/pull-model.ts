import { type ReadClient, readOnly } from '../../client/read-only.js';
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

/** A landscape as a model. */
export interface Pulled {
  model: Model;
  /** Number of records without the labels by which an apply recognizes them. */
  unlabelled: number;
}

/**
 * Converts a landscape to a model, with the ids of the existing document or ids derived from names. The model adopts
 * records without a namespace.
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
 * Reads a version of a landscape as the files of a document. Existing files are updated: comments, order and ids stay.
 * Nothing is written to disk. Sends one request per page of a list and one per diagram. @throws ArchctlError client
 * errors; `usage` for files with errors.
 */
export async function pullModel(
  client: ReadClient,
  path: VersionPath,
  before: readonly SourceFile[] = [],
  options: WriteOptions = {},
): Promise<Pulled & { files: SourceFile[] }> {
  const read = before.length === 0 ? undefined : readModel(before);
  refuseErrors(read?.findings ?? [], 'nothing was pulled');
  const wanted = read?.model;
  const pulled = pulledFrom(await readLandscape(readOnly(client), path), wanted);
  const files = wanted
    ? rewriteModel(before, pulled.model, { ...options, ...(read && { read }) })
    : writeModel(pulled.model, options);
  return { ...pulled, files };
}

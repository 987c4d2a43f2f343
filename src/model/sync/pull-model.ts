import type { Client } from '../../client/client.js';
import { identify } from '../compare/identity.js';
import { adoptionKey } from '../document/adopted.js';
import { isDecisionFile } from '../document/decision/decision-files.js';
import type { Model } from '../document/element.js';
import { refuseErrors } from '../document/finding.js';
import { readModel, type SourceFile } from '../document/read.js';
import { rewriteModel } from '../document/rewrite.js';
import { type WriteOptions, writeModel } from '../document/write.js';
import { decisionOwner, decisionsOf } from '../live/decisions.js';
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
  const model = modelOfLandscape(live, ids, namespace, wanted);
  const { decisions: records } = live;
  const decisions =
    records && decisionsOf(records, live.landscape.id, ids.get('diagram') ?? new Map(), wanted);
  return {
    model: {
      ...model,
      adopted: new Set([...adoptable(live), ...adoptableDecisions(live, namespace)]),
      ...(decisions && { decisions }),
    },
    unlabelled: countUnlabelled(live, ids, namespace),
  };
}

/** Decisions that a pull adopts: those that the namespace did not create. Decisions have no labels, so they stay adopted. */
const adoptableDecisions = ({ decisions = [] }: LiveLandscape, namespace: string | undefined): string[] =>
  decisions.flatMap((record) => {
    const isOwn =
      decisionOwner(record, { ...(namespace !== undefined && { namespace }), adopted: new Set() }) === 'own';
    return isOwn ? [] : (adoptionKey('decision', String(record.handleId)) ?? []);
  });

/**
 * Reads a version of a landscape as the files of a document. Existing files are updated: comments, order and ids stay. Decisions are
 * read if `before` contains some.
 * Nothing is written to disk. Sends one request per page of a list and one per diagram. @throws ArchctlError client
 * errors; `usage` for files with errors.
 */
export async function pullModel(
  client: Pick<Client, 'call' | 'performPages'>,
  path: VersionPath,
  before: readonly SourceFile[] = [],
  options: WriteOptions = {},
): Promise<Pulled & { files: SourceFile[] }> {
  const read = before.length === 0 ? undefined : readModel(before);
  refuseErrors(read?.findings ?? [], 'nothing was pulled');
  const wanted = read?.model;
  const pulled = pulledFrom(await readLandscape(client, path, true, before.some(isDecisionFile)), wanted);
  const files = wanted
    ? rewriteModel(before, pulled.model, { ...options, ...(read && { read }) })
    : writeModel(pulled.model, options);
  return { ...pulled, files };
}

import { BOOLEAN, checkOptions, type OptionTypes, SIGNAL, TEXT } from '../../base/check-options.js';
import { usageError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import type { Doc } from '../../contract/doc.js';
import { identify } from '../compare/identity.js';
import { adoptionKey } from '../document/adopted.js';
import { rewriteDecisions } from '../document/decision/rewrite-decisions.js';
import { type ElementKind, elementOf, type Locked, type Model, modelOf } from '../document/element.js';
import { refuseErrors } from '../document/finding.js';
import { rewriteModel } from '../document/format/rewrite.js';
import { type ReadFiles, readModel, type SourceFile } from '../document/read.js';
import { WRITE_OPTIONS, type WriteOptions, writeModel } from '../document/write.js';
import { refuseTooLarge } from '../document/yaml/parse.js';
import { withoutLeftovers } from '../edit/leftovers.js';
import { decisionOwner, decisionsOf, identifyDecisions } from '../live/decisions.js';
import { adoptable, countUnlabelled, namespaceOf } from '../live/labels.js';
import type { LiveLandscape } from '../live/landscape.js';
import { modelOfLandscape } from '../live/model-of-landscape.js';
import { readLandscape, type VersionPath } from '../live/read-landscape.js';
import { referenceStates } from '../live/references.js';
import { ownSlice } from './own-slice.js';
import { keepsDecisions } from './plan-model.js';

/** Options of `pullModel`. */
export interface PullOptions extends WriteOptions {
  /** Pulls only the elements of this namespace, and references to others that they use. */
  namespace?: string;
  /** Pulls decisions to files of their own (default: if the existing files contain or adopt some). */
  decisions?: boolean;
  /** Aborts the pull. */
  signal?: AbortSignal | undefined;
}

/** Result of `pullModel`. */
export interface Pulled {
  /** The landscape as a model. */
  model: Model;
  /** Number of records without the labels by which an apply recognizes them. */
  unlabelled: number;
  /** States of the referenced elements, if the document has references. */
  locked?: ReadonlyMap<string, Locked>;
}

/**
 * Converts a landscape to a model, with the ids of the existing document or ids derived from names. The model adopts
 * records without a namespace. It contains the elements of one namespace if the document has one or `slice` names one,
 * and references to the other elements that they use.
 */
export function pulledFrom(
  live: LiveLandscape,
  wanted: Model | undefined,
  slice: string | undefined = undefined,
): Pulled {
  const namespace = slice ?? (wanted ? wanted.namespace : namespaceOf(live));
  const from = wanted ?? (slice === undefined ? undefined : modelOf([], { namespace: slice }));
  const { ids } = identify(live, from);
  const { owners = [], references = new Map() } = wanted ?? {};
  const all: Model = { ...modelOfLandscape(live, ids, namespace, wanted), owners, references };
  const byId = new Map([...live.records.values()].flat().map((it) => [it.id, it]));
  const isSlice = slice !== undefined || references.size > 0;
  // A new document without a chosen namespace contains the whole landscape.
  const model = ownSlice({ all, records: byId, namespace: from?.namespace, isSlice, wanted });
  const isWritten = (kind: ElementKind, id: string): boolean => elementOf(model, kind, id) !== undefined;
  const written = new Map(
    [...ids].map(([kind, of]) => [kind, new Map([...of].filter(([, id]) => isWritten(kind, id)))]),
  );
  const own = {
    ...live,
    records: new Map(
      [...live.records].map(([kind, docs]) => [kind, docs.filter(({ id }) => written.get(kind)?.has(id))]),
    ),
  };
  const locked =
    references.size + model.references.size === 0 ? undefined : referenceStates(model, live, all);
  const records = live.decisions && isSlice ? ownDecisions(live, live.decisions, from) : live.decisions;
  const decisions =
    records && decisionsOf(records, live.landscape.id, ids.get('diagram') ?? new Map(), wanted);
  return {
    model: {
      ...model,
      adopted: new Set([...adoptable(own), ...adoptableDecisions(records, namespace)]),
      ...(decisions && { decisions }),
    },
    unlabelled: countUnlabelled(own, ids, namespace),
    ...(locked && { locked }),
  };
}

/** Decisions of a part of a landscape: those that its namespace created, and those that the document contains. */
function ownDecisions(
  { landscape }: LiveLandscape,
  records: readonly Doc[],
  document: Model | undefined,
): Doc[] {
  const { ids } = identifyDecisions(records, landscape.id, document);
  const known = new Set((document?.decisions ?? []).map(({ id }) => id));
  const owner = document ?? { adopted: new Set<string>() };
  return records.filter((it) => known.has(ids.get(it.id) ?? '') || decisionOwner(it, owner) === 'own');
}

/** Decisions that a pull adopts: those that the namespace did not create. Decisions have no labels, so they stay adopted. */
const adoptableDecisions = (records: readonly Doc[] = [], namespace: string | undefined): string[] =>
  records.flatMap((record) => {
    const isOwn =
      decisionOwner(record, { ...(namespace !== undefined && { namespace }), adopted: new Set() }) === 'own';
    return isOwn ? [] : (adoptionKey('decision', String(record.handleId)) ?? []);
  });

const OPTIONS: OptionTypes<PullOptions> = {
  ...WRITE_OPTIONS,
  namespace: TEXT,
  decisions: BOOLEAN,
  signal: SIGNAL,
};

/**
 * Reads a version of a landscape as the files of a document. Existing files are updated: comments, order and ids stay.
 * Returns the files without saving them. Sends one request per page of a list and one per diagram.
 * @param before Existing files of the document; none for a new document.
 * @throws ArchctlError client errors; `usage` for files with errors, for a namespace that differs from that of the files,
 * and for files that would be too large to be read again.
 */
export async function pullModel(
  client: ReadClient,
  path: VersionPath,
  before: readonly SourceFile[] = [],
  given: PullOptions = {},
): Promise<Pulled & { files: SourceFile[] }> {
  requireArguments('pullModel', { client, path, files: before });
  const { signal, namespace, decisions, ...options } = checkOptions('pullModel', given, OPTIONS);
  const read = before.length === 0 ? undefined : readModel(before);
  refuseErrors(read?.findings ?? [], 'nothing was pulled');
  const wanted = read?.model;
  refuseNamespace(namespace, wanted);
  const withDecisions = decisions ?? (wanted !== undefined && keepsDecisions(wanted));
  const live = await readLandscape(readOnly(client, { signal }), path, true, withDecisions);
  const pulled = pulledFrom(live, wanted, namespace);
  const files = read
    ? updatedFiles(before, read, pulled.model, options)
    : [...writeModel(pulled.model, options), ...rewriteDecisions([], pulled.model.decisions ?? [])];
  refuseTooLarge(files);
  return { ...pulled, files };
}

/** The files of an existing document with the content of a pulled model. */
export const updatedFiles = (
  files: readonly SourceFile[],
  read: ReadFiles,
  model: Model,
  options: WriteOptions,
): SourceFile[] => withoutLeftovers(rewriteModel(files, model, { ...options, read }), read.model, model);

/** Errors: `usage` for a namespace that differs from that of the existing document. */
export function refuseNamespace(namespace: string | undefined, wanted: Model | undefined): void {
  if (namespace === undefined || wanted?.namespace === undefined || wanted.namespace === namespace) return;
  throw usageError(`Option \`namespace\`: the document has the namespace ${wanted.namespace}.`, {
    hint: 'Pull to other files.',
  });
}

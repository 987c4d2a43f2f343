import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArchctlError, usageError } from '../../../base/errors.js';
import { isAbsent } from '../../../base/files/regular-file.js';
import { collectGarbage } from '../../../base/give-back-memory.js';
import { shellWord } from '../../../cli/command/input/shell-word.js';
import type { Context } from '../../../cli/command/spec.js';
import { identify } from '../../../model/compare/identity.js';
import { withMoves } from '../../../model/compare/moves.js';
import { type Model, withoutPlaces } from '../../../model/document/element.js';
import type { SourceFile } from '../../../model/document/read.js';
import { decisionsOf } from '../../../model/live/decisions.js';
import type { LiveLandscape } from '../../../model/live/landscape.js';
import { modelOfLandscape } from '../../../model/live/model-of-landscape.js';
import { withReferenced } from '../../../model/live/references.js';
import { refuseDocument } from './findings/refuse.js';
import { gitRunner, readFromGit } from './git.js';
import type { LiveReader } from './live.js';
import { readLocked } from './lock.js';
import { usualModel } from './model-paths.js';
import { readSources } from './sources.js';

type Side = { model: Model } | { live: LiveLandscape };

/** Number of elements above which source locations are dropped to save memory. */
const MANY_ELEMENTS = 5_000;

/**
 * Reads both models and gives matching elements the same ids. A given reader caches landscapes. Errors: `usage` for documents with errors; those of the
 * client.
 */
export async function bothSides(
  context: Context,
  before: string,
  after: string,
  given?: LiveReader,
): Promise<{ before: Model; after: Model }> {
  if (before === '-' && after === '-') throw usageError('stdin cannot be both sides.');
  // Documents are read first: if one has errors, no request is sent.
  const first = await documentOf(context, before);
  if (first && sizeOf(first) > MANY_ELEMENTS) await collectGarbage();
  const documents = [first, await documentOf(context, after)];
  await bindTo(context, documents);
  let reader: Promise<LiveReader> | undefined;
  const sides = [before, after].map(async (typed, at): Promise<Side> => {
    const model = documents[at];
    if (model) return { model };
    reader ??= given
      ? Promise.resolve(given)
      : readerIn(
          context,
          true,
          documents.some((it) => it?.decisions !== undefined),
        );
    return { live: await liveOf(await reader, typed) };
  });
  const [one, other] = (await Promise.all(sides)) as [Side, Side];
  if ('model' in one && 'model' in other)
    return { before: withMoves(one.model, other.model), after: other.model };
  if ('model' in one) {
    const live = modelIn(other, one.model);
    return { before: withReferenced(one.model, live), after: live };
  }
  if ('model' in other) {
    const live = modelIn(one, other.model);
    return { before: live, after: withReferenced(other.model, live) };
  }
  const earlier = modelIn(one, undefined);
  return { before: earlier, after: modelIn(other, earlier) };
}

/**
 * Makes the landscape that the documents name the landscape of the other side. The option --landscape takes precedence,
 * because a comparison changes nothing.
 */
async function bindTo(context: Context, documents: readonly (Model | undefined)[]): Promise<void> {
  const named = documents.find((it) => it?.landscape !== undefined);
  if (!documents.includes(undefined) || !named) return;
  const { bindToDocument } = await import('./landscape-target.js');
  await bindToDocument(context, named, { isRead: true });
}

/** Like `bothSides`, only makes the landscape of a document that of the other side, before anything is read from it. */
export async function bindSides(context: Context, before: string, after: string): Promise<void> {
  await bindTo(context, [await documentOf(context, before), await documentOf(context, after)]);
}

/**
 * Reads a single model: several files and folders together, or one landscape, draft or commit. Ids of a landscape come
 * from the labels of apply, or else from names. `drawn` controls whether diagram contents are read, `withDecisions` whether decisions are. Errors: as of
 * `bothSides`.
 */
export async function oneSide(
  context: Context,
  typed: readonly string[],
  drawn = true,
  withDecisions = false,
  given?: LiveReader,
): Promise<Model> {
  const elsewhere = typed.find(isElsewhere);
  if (elsewhere === undefined)
    return withoutPlaces(await modelOfFiles(context, await readPaths(context, typed)));
  if (typed.length > 1)
    throw usageError(`Argument FILE: ${elsewhere} cannot be combined with other arguments.`, {
      hint: PLACES,
    });
  const document = await documentOf(context, elsewhere);
  if (document) return document;
  // A draft may change diagrams, so their contents are needed.
  const reader =
    given ?? (await readerIn(context, drawn || partsOf(elsewhere)[0] === 'draft:', withDecisions));
  return modelIn({ live: await liveOf(reader, elsewhere) }, undefined);
}

/** Creates the reader of the service; not needed for files. */
const readerIn = async (context: Context, drawn?: boolean, withDecisions?: boolean): Promise<LiveReader> =>
  new (await import('./live.js')).LiveReader(context, drawn, withDecisions);

/** Converts a landscape to the ids of the other side. */
function modelIn(side: Side, wanted: Model | undefined): Model {
  if ('model' in side) return side.model;
  const { ids } = identify(side.live, wanted);
  const model = modelOfLandscape(side.live, ids, wanted?.namespace, wanted);
  const { decisions, landscape } = side.live;
  if (!decisions) return model;
  const diagramIds = ids.get('diagram') ?? new Map();
  return { ...model, decisions: decisionsOf(decisions, landscape.id, diagramIds, wanted) };
}

const sourceOf = (typed: string): string => `Argument ${typed}`;

/** Splits `live@`, `draft:` or `git:` from the rest; empty strings for a file. */
function partsOf(typed: string): [place: string, rest: string] {
  const [, place = '', rest = ''] = /^(live@|draft:|git:)(.*)$/s.exec(typed) ?? [];
  if (place !== '' && rest === '')
    throw usageError(`${sourceOf(typed)}: a name is missing after "${place}".`, { hint: PLACES });
  return [place, rest];
}

/** Returns true if a side is neither a file nor a folder. */
export const isElsewhere = (typed: string): boolean => typed === 'live' || partsOf(typed)[0] !== '';

/** Model of a file, a folder or a commit; undefined for a landscape or a draft. */
async function documentOf(context: Context, typed: string): Promise<Model | undefined> {
  const files = await filesOf(context, typed);
  return files && withoutPlaces(await modelOfFiles(context, files, partsOf(typed)[0] !== 'git:'));
}

/** Source files of a side; undefined for a landscape or a draft. Errors: as of `bothSides`. */
export async function filesOf(context: Context, typed: string): Promise<SourceFile[] | undefined> {
  const [place, rest] = partsOf(typed);
  if (typed === 'live' || place === 'live@' || place === 'draft:') return undefined;
  if (place === '') return readPaths(context, [typed]);
  const [, ref = '', path = ''] = /^([^:]+):(.+)$/s.exec(rest) ?? [];
  if (ref === '' || path === '')
    throw usageError(`${sourceOf(typed)} does not have the form git:REF:PATH.`, { hint: PLACES });
  return readFromGit(context, ref, path);
}

/** Reads files and folders. If a revision is not a file, the hint shows its form. Errors: as of `readSources`. */
export async function readPaths(context: Context, paths: readonly string[]): Promise<SourceFile[]> {
  try {
    return await readSources(context, paths);
  } catch (error) {
    if (!(error instanceof ArchctlError) || !isAbsent(error.cause)) throw error;
    const revision = paths.find((path) => path !== '-' && !existsSync(resolve(context.world.cwd, path)));
    if (revision === undefined || !(await isRevision(context, revision))) throw error;
    const place = `git:${revision}:${usualModel(context.world.cwd) ?? 'models'}`;
    throw usageError(error.message, { ...error.facts, hint: `For a commit, write ${shellWord(place)}.` });
  }
}

/** Whether git resolves the text to a commit, or it looks like one that this clone may lack. */
async function isRevision({ world }: Context, text: string): Promise<boolean> {
  if (/^HEAD$|.[~^]\d*$/.test(text)) return true;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${text}^{commit}`];
  return gitRunner(world)(args).then(
    ({ code }) => code === 0,
    () => false,
  );
}

const sizeOf = ({ elements }: Model): number =>
  [...elements.values()].reduce((sum, { size }) => sum + size, 0);

async function liveOf(reader: LiveReader, typed: string): Promise<LiveLandscape> {
  const [place, rest] = partsOf(typed);
  if (place === 'live@') return reader.version(rest, sourceOf(typed));
  if (place === 'draft:') return reader.draft(rest, sourceOf(typed));
  return reader.read();
}

const PLACES =
  'Use a file, a folder, live, live@VERSION, draft:NAME or git:REF:PATH. For a file with such a name, write ./NAME.';

/**
 * Reads a model from files without syntax or schema errors. Semantic errors, such as dangling references, are left to
 * "model validate". Errors: `usage` with the first errors and their locations.
 */
export async function modelOfFiles(
  context: Context,
  files: readonly SourceFile[],
  isOnDisk = true,
): Promise<Model> {
  const read = await readLocked(context, files, isOnDisk);
  refuseDocument(read.findings, files, 'it was not read');
  return read.model;
}

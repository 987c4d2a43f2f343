import { ArchctlError, usageError } from '../../../base/errors.js';
import { giveBackMemory } from '../../../base/give-back-memory.js';
import type { Context } from '../../../cli/command/spec.js';
import { identify } from '../../../model/compare/identity.js';
import { withMoves } from '../../../model/compare/moves.js';
import { ELEMENT_KINDS, elementsOf, type Model, modelOf } from '../../../model/document/element.js';
import { type Finding, positions } from '../../../model/document/finding.js';
import { readModel, type SourceFile } from '../../../model/document/read.js';
import type { LiveLandscape } from '../../../model/live/landscape.js';
import { modelOfLandscape } from '../../../model/live/model-of-landscape.js';
import { readFromGit } from './git.js';
import type { LiveReader } from './live.js';
import { readSources } from './sources.js';

/** What two arguments of a comparison stand for. */

type Side = { model: Model } | { live: LiveLandscape };

/** What more elements than these were parsed into is worth some time to be rid of. */
const MANY = 5_000;

/** Findings of a document that a message tells. */
const MOST_TOLD = 3;

/** Both models, with one id for what is one element on both sides. Errors: `usage` for documents with faults; the client's. */
export async function bothSides(
  context: Context,
  before: string,
  after: string,
): Promise<{ before: Model; after: Model }> {
  if (before === '-' && after === '-') throw usageError('stdin cannot be both sides.');
  // Documents first: where one has faults, nothing is asked of the service.
  const first = await documentOf(context, before);
  if (first && sizeOf(first) > MANY) await giveBackMemory();
  const documents = [first, await documentOf(context, after)];
  let reader: Promise<LiveReader> | undefined;
  const sides = [before, after].map(async (typed, at): Promise<Side> => {
    const model = documents[at];
    if (model) return { model };
    reader ??= readerIn(context);
    return { live: await liveOf(await reader, typed) };
  });
  const [one, other] = (await Promise.all(sides)) as [Side, Side];
  if ('model' in one && 'model' in other)
    return { before: withMoves(one.model, other.model), after: other.model };
  if ('model' in one) return { before: one.model, after: modelIn(other, one.model) };
  if ('model' in other) return { before: modelIn(one, other.model), after: other.model };
  const earlier = modelIn(one, undefined);
  return { before: earlier, after: modelIn(other, earlier) };
}

/**
 * One model, compared with nothing: files and folders together, or what is at the service or in git, alone. Ids of a
 * landscape are those that apply knows it by, else made of names. `drawn` tells whether what stands on diagrams is read.
 * Errors: as of `bothSides`.
 */
export async function oneSide(context: Context, typed: readonly string[], drawn = true): Promise<Model> {
  const elsewhere = typed.find(isElsewhere);
  if (elsewhere === undefined) return withoutPlaces(modelOfFiles(await readSources(context, typed)));
  if (typed.length > 1) throw usageError(`Argument FILE: ${elsewhere} stands alone.`, { hint: PLACES });
  const document = await documentOf(context, elsewhere);
  if (document) return document;
  // What a draft does to diagrams is played on what stands on them.
  const reader = await readerIn(context, drawn || partsOf(elsewhere)[0] === 'draft:');
  return modelIn({ live: await liveOf(reader, elsewhere) }, undefined);
}

/** What reads from the service, which files need not wait for. */
const readerIn = async (context: Context, drawn?: boolean): Promise<LiveReader> =>
  new (await import('./live.js')).LiveReader(context, drawn);

/** A landscape in the ids of the other side. */
function modelIn(side: Side, wanted: Model | undefined): Model {
  if ('model' in side) return side.model;
  const { ids } = identify(side.live, wanted);
  return modelOfLandscape(side.live, ids, wanted?.namespace, wanted);
}

const sourceOf = (typed: string): string => `Argument ${typed}`;

/** `live@`, `draft:` or `git:` and what stands behind it; nothing of either for a file. */
function partsOf(typed: string): [place: string, rest: string] {
  const [, place = '', rest = ''] = /^(live@|draft:|git:)(.*)$/s.exec(typed) ?? [];
  if (place !== '' && rest === '')
    throw usageError(`${sourceOf(typed)}: something is missing behind "${place}".`, { hint: PLACES });
  return [place, rest];
}

/** Whether a side is neither a file nor a folder. */
export const isElsewhere = (typed: string): boolean => typed === 'live' || partsOf(typed)[0] !== '';

/** The model of files; undefined for what is at the service. */
async function documentOf(context: Context, typed: string): Promise<Model | undefined> {
  const files = await filesOf(context, typed);
  return files && withoutPlaces(modelOfFiles(files));
}

/** The files that a side is made of; undefined for what is at the service. Errors: as of `bothSides`. */
export async function filesOf(context: Context, typed: string): Promise<SourceFile[] | undefined> {
  const [place, rest] = partsOf(typed);
  if (typed === 'live' || place === 'live@' || place === 'draft:') return undefined;
  if (place === '') return readSources(context, [typed]);
  const [, ref = '', path = ''] = /^([^:]+):(.+)$/s.exec(rest) ?? [];
  if (ref === '' || path === '')
    throw usageError(`${sourceOf(typed)} is not git:REF:PATH.`, { hint: PLACES });
  return readFromGit(context, ref, path);
}

/** Places keep the whole file as it was parsed; of two large ones, that is most of the memory. */
const withoutPlaces = (model: Model): Model =>
  modelOf(
    ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind).map(({ places: _, ...element }) => element)),
    model,
  );

const sizeOf = ({ elements }: Model): number =>
  [...elements.values()].reduce((sum, { size }) => sum + size, 0);

async function liveOf(reader: LiveReader, typed: string): Promise<LiveLandscape> {
  const [place, rest] = partsOf(typed);
  if (place === 'live@') return reader.version(rest, sourceOf(typed));
  if (place === 'draft:') return reader.draft(rest, sourceOf(typed));
  return reader.read();
}

const PLACES =
  'A side is a file, a folder, live, live@VERSION, draft:NAME or git:REF:PATH; a file of such a name is ./NAME.';

/**
 * The model of files without faults. What is wrong beyond reading, such as a reference to nothing, is for
 * "model validate" to tell.
 * Errors: `usage`, with the first faults and where they are.
 */
export function modelOfFiles(files: readonly SourceFile[]): Model {
  const { model, findings } = readModel(files);
  refuseFaults(findings, files, 'The document has faults.', '"archctl model validate" shows them all.');
  return model;
}

/** Errors: `usage` where a finding is an error, with the first ones and where they are. */
export function refuseFaults(
  findings: readonly Finding[],
  files: readonly SourceFile[],
  message: string,
  hint: string,
): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const left = errors.length - MOST_TOLD;
  const details = [
    ...errors.slice(0, MOST_TOLD).map((it) => inWords(it, files)),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ];
  throw new ArchctlError('usage', message, { details, hint });
}

/** `models/a.yaml:3:5: objects[0].nmae is not known.` */
function inWords({ place, message }: Finding, files: readonly SourceFile[]): string {
  const file = files.find(({ path }) => path === place?.file);
  if (!file || !place) return message;
  const { line, column } = positions(file.text)(place.from);
  return `${file.path}:${line}:${column}: ${message}`;
}

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
import { LiveReader } from './live.js';
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
  const reader = new LiveReader(context);
  // Documents first: where one has faults, nothing is asked of the service.
  const first = await documentOf(context, before);
  if (first && sizeOf(first) > MANY) await giveBackMemory();
  const documents = [first, await documentOf(context, after)];
  const sides = [before, after].map(async (typed, at): Promise<Side> => {
    const model = documents[at];
    return model ? { model } : { live: await liveOf(reader, typed) };
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
 * One model: files and folders together, or what is at the service or in git, alone. Ids of a landscape are those that apply
 * knows it by, else made of names.
 * Errors: as of `bothSides`.
 */
export async function oneSide(context: Context, typed: readonly string[]): Promise<Model> {
  const [first = ''] = typed;
  const isAlone = typed.length === 1;
  const elsewhere = typed.find((it) => it === 'live' || partsOf(it)[0] !== '');
  if (elsewhere !== undefined && !isAlone)
    throw usageError(`Argument FILE: ${elsewhere} stands alone.`, { hint: PLACES });
  if (elsewhere === undefined) return withoutPlaces(modelOfFiles(await readSources(context, typed)));
  const document = await documentOf(context, first);
  return document ?? modelIn({ live: await liveOf(new LiveReader(context), first) }, undefined);
}

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

/** The model of files; undefined for what is at the service. */
async function documentOf(context: Context, typed: string): Promise<Model | undefined> {
  const [place, rest] = partsOf(typed);
  if (typed === 'live' || place === 'live@' || place === 'draft:') return undefined;
  if (place === '') return withoutPlaces(modelOfFiles(await readSources(context, [typed])));
  const [, ref = '', path = ''] = /^([^:]+):(.+)$/s.exec(rest) ?? [];
  if (ref === '' || path === '')
    throw usageError(`${sourceOf(typed)} is not git:REF:PATH.`, { hint: PLACES });
  return withoutPlaces(modelOfFiles(await readFromGit(context, ref, path)));
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
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return model;
  const left = errors.length - MOST_TOLD;
  const details = [
    ...errors.slice(0, MOST_TOLD).map((it) => inWords(it, files)),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ];
  throw new ArchctlError('usage', 'The document has faults.', {
    details,
    hint: '"archctl model validate" shows them all.',
  });
}

/** `models/a.yaml:3:5: objects[0].nmae is not known.` */
function inWords({ place, message }: Finding, files: readonly SourceFile[]): string {
  const file = files.find(({ path }) => path === place?.file);
  if (!file || !place) return message;
  const { line, column } = positions(file.text)(place.from);
  return `${file.path}:${line}:${column}: ${message}`;
}

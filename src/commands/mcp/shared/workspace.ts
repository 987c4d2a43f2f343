import { createHash } from 'node:crypto';
import { usageError } from '../../../base/errors.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import type { Context } from '../../../cli/command/spec.js';
import { equalsInWords, ownKeyId } from '../../../cli/names/equal-records.js';
import { impactOf } from '../../../contract/rules/impact.js';
import type { Source } from '../../../mcp/model-view.js';
import { ModelView } from '../../../mcp/model-view.js';
import { PlanStore } from '../../../mcp/plan-store.js';
import type { Workspace } from '../../../mcp/workspace.js';
import { diffModels } from '../../../model/compare/diff.js';
import { diffDecisions } from '../../../model/compare/diff-decisions.js';
import type { Model } from '../../../model/document/element.js';
import { readModel, type SourceFile } from '../../../model/document/read.js';
import { writeModel } from '../../../model/document/write.js';
import type { LiveLandscape } from '../../../model/live/landscape.js';
import { withDrawableReferences } from '../../../model/lock/with-lock.js';
import { refuseDeletions } from '../../../model/plan/deletion-limit.js';
import { validate } from '../../../model/validate/validate.js';
import { customFindings } from '../../model/shared/analysis/custom-findings.js';
import { diagramSvg, graphPng, graphSvg } from '../../model/shared/analysis/graph-picture.js';
import { locate, recordOf } from '../../model/shared/findings/located.js';
import { bindToDocument } from '../../model/shared/landscape-target.js';
import { LiveReader } from '../../model/shared/live.js';
import { readLocked } from '../../model/shared/lock.js';
import { bothSides, modelOfFiles, oneSide } from '../../model/shared/sides.js';
import { readSources } from '../../model/shared/sources.js';
import { impactRecords } from '../../object/shared/impact-records.js';
import { withCallContext } from './call-context.js';
import { applyPlan, makePlan } from './changes.js';
import { modelRecords } from './model-records.js';
import { readEvent, readEvents, readLogEntries, searchNotes } from './service-records.js';

/** Time after which a landscape is read again. Plans, differences and checks always read it. */
const FRESH_MS = 30_000;

export interface WorkspaceOptions {
  /** Model files and folders; empty for a landscape only. */
  paths: readonly string[];
  sources: readonly [Source, ...Source[]];
  canWrite: boolean;
  /** Rules file of `check`. */
  rulesPath?: string | undefined;
}

interface Read {
  view: Promise<ModelView>;
  /** Hash of the files, or the time of the read. */
  stamp: string | number;
  drawn: boolean;
}

/** Connects the tools to the functions of the commands. Each call has its own context. */
export function openWorkspace(server: Context, options: WorkspaceOptions): Workspace {
  const { paths, sources, canWrite, rulesPath } = options;
  const call = <T>(work: (context: Context) => Promise<T>): Promise<T> => withCallContext(server, work);
  let bound: { stamp: string; landscapeId: Promise<string | undefined> } | undefined;
  /** Id of the landscape that the model files name, so that both sources are about the same landscape. */
  const landscapeOfFiles = async (context: Context): Promise<string | undefined> => {
    if (paths.length === 0 || !sources.includes('files')) return undefined;
    const texts = await readSources(server, paths);
    const stamp = hashOf(texts);
    if (bound?.stamp !== stamp) {
      const { model, isWhole } = readModel(texts);
      // Files that are being edited keep their landscape.
      if (model.landscape === undefined && !isWhole && bound) return bound.landscapeId;
      const landscapeId = boundLandscape(context, model);
      bound = { stamp, landscapeId };
      landscapeId.catch(() => {
        if (bound?.landscapeId === landscapeId) bound = undefined;
      });
    }
    return bound.landscapeId;
  };
  /** A call that reads the landscape. */
  const callLive = <T>(work: (context: Context) => Promise<T>): Promise<T> =>
    call(async (context) => {
      const landscapeId = await landscapeOfFiles(context);
      if (landscapeId !== undefined) context.bindScope('landscape', landscapeId);
      return work(context);
    });
  const plans = new PlanStore();
  const reads: Partial<Record<Source, Read>> = {};
  const running = new Set<Promise<unknown>>();
  const now = (): Date => server.world.now();

  const placesOf = (source: Source): readonly string[] => (source === 'live' ? ['live'] : paths);
  const sourceFor = (source: Source = sources[0]): Source => {
    if (sources.includes(source)) return source;
    throw usageError(`The server has no source "${source}".`, {
      hint: `Its only source is "${sources[0]}". Start it with "archctl mcp FILE live" for both.`,
    });
  };
  const remember = (source: Source, read: Read): Promise<ModelView> => {
    reads[source] = read;
    // A failed read is not kept.
    read.view.catch(() => {
      if (reads[source] === read) delete reads[source];
    });
    return read.view;
  };

  const live = (drawn: boolean): Promise<ModelView> => {
    const known = reads.live;
    const time = now();
    const isFresh = known !== undefined && time.getTime() - Number(known.stamp) < FRESH_MS;
    if (isFresh && (known.drawn || !drawn)) return known.view;
    const view = callLive(async (context) => {
      const reader = new LiveReader(context, drawn, true);
      const read = await oneSide(context, ['live'], drawn, true, reader);
      return new ModelView(read, 'live', time.toISOString(), await stampsOf(context, await reader.read()));
    });
    return remember('live', { view, stamp: time.getTime(), drawn });
  };
  /** Files are read for each call, but parsed again only if their texts differ. */
  const files = async (): Promise<ModelView> => {
    const texts = await readSources(server, paths);
    const stamp = hashOf(texts);
    const known = reads.files;
    if (known?.stamp === stamp) return known.view;
    const view = modelOfFiles(server, texts).then(
      (model) => new ModelView(withDrawableReferences(model), 'files'),
    );
    return remember('files', { view, stamp, drawn: true });
  };
  const model = async (source: Source | undefined, drawn = false): Promise<ModelView> =>
    sourceFor(source) === 'live' ? live(drawn) : files();

  return {
    sources,
    canWrite,
    plans,
    model,
    async document(source) {
      const { model: read } = await model(source, true);
      const [first] = writeModel(read, { mostMarks: Number.POSITIVE_INFINITY });
      return first?.text ?? '';
    },
    async impact(view, object, change) {
      if (view.source === 'files') return impactOf(object.id, modelRecords(view.model), change);
      const records = await callLive(impactRecords);
      return impactOf(object.recordId ?? object.id, records, change);
    },
    diff: (before, after) =>
      (isLive(before) || isLive(after) ? callLive : call)(async (context) => {
        const place = (typed: string): string => placeOf(typed, sources, paths);
        const sides: { before: Model; after: Model } = await bothSides(context, place(before), place(after));
        return {
          ...sides,
          changes: [...diffModels(sides.before, sides.after), ...diffDecisions(sides.before, sides.after)],
        };
      }),
    findings: (source) =>
      (sourceFor(source) === 'live' ? callLive : call)(async (context): Promise<JsonObject[]> => {
        const from = sourceFor(source);
        const ofRules =
          rulesPath === undefined ? [] : (await customFindings(context, placesOf(from), { rulesPath })).found;
        if (from === 'live' && rulesPath === undefined)
          throw usageError('A landscape is checked only against a rules file, and the server has none.', {
            hint: 'Ask the user to start it with "archctl mcp live --rules FILE", or check files.',
          });
        const found = from === 'files' ? [...(await buildSite(context, paths)), ...ofRules] : ofRules;
        return found.map((it) => {
          const { endColumn: _, kind: __, id: ___, ...record } = recordOf(it);
          return record as JsonObject;
        });
      }),
    async picture(view, target) {
      const frame = { theme: 'light' } as const;
      const drawn = withDrawableReferences(view.model);
      const svg =
        'diagram' in target
          ? await diagramSvg(drawn, target.diagram, { ...frame, title: view.nameOf(target.diagram) }, false)
          : await graphSvg(drawn, target.aim, { ...frame, title: target.title }, '');
      return graphPng(svg, server.world);
    },
    plan: (request) =>
      callLive((context) => makePlan(context, plans, request, sources.includes('files') ? paths : [])),
    async apply(id, allowDeletes) {
      refuseDeletions(
        plans.get(id).plan,
        allowDeletes,
        (records) => `Ask the user. If the user agrees, call "apply" with "allowDeletes": ${records}.`,
      );
      const stored = plans.take(id);
      const applying = call((context) => applyPlan(context, stored)).finally(() => {
        delete reads.live;
        running.delete(applying);
      });
      running.add(applying);
      return applying;
    },
    async idle() {
      await Promise.allSettled(running);
    },
    notes: (text, kinds) => callLive((context) => searchNotes(context, text, kinds)),
    logs: (filter) => callLive((context) => readLogEntries(context, filter)),
    events: async (filter) => readEvents(server, filter),
    event: async (id) => readEvent(server, id),
  };
}

/** Id of the landscape that a document names; undefined if it names none. */
async function boundLandscape(context: Context, model: Model): Promise<string | undefined> {
  if (model.landscape === undefined) return undefined;
  await bindToDocument(context, model, { isRead: true });
  return context.scope('landscape');
}

/** Authors and dates of the records in words, by id. */
async function stampsOf(context: Context, { records }: LiveLandscape): Promise<Map<string, string>> {
  const all = [...records.values()].flat();
  const inWords = await equalsInWords(
    await context.names(),
    all.map(({ createdBy, createdById, updatedBy, updatedById }) => ({
      createdBy,
      createdById,
      updatedBy,
      updatedById,
    })),
    ownKeyId(context),
  );
  return new Map(
    all.map(({ id, createdAt, createdBy, createdById, updatedAt, updatedBy, updatedById }) => [
      id,
      inWords({ createdAt, createdBy, createdById, updatedAt, updatedBy, updatedById }),
    ]),
  );
}

const hashOf = (files: readonly SourceFile[]): string => {
  const hash = createHash('sha256');
  for (const { path, text } of files) hash.update(JSON.stringify([path, text]));
  return hash.digest('hex');
};

const buildSite = async (context: Context, paths: readonly string[]) => {
  const files = await readSources(context, paths);
  return locate(validate(files, await readLocked(context, files)), files);
};

const isLive = (typed: string): boolean => /^(?:live$|live@.|draft:.)/.test(typed);

/** The place that a side of a comparison names. Agents cannot name other files. Errors: `usage`. */
function placeOf(typed: string, sources: readonly Source[], paths: readonly string[]): string {
  const [path] = paths;
  const needs = /^(?:files$|git:)/.test(typed) ? 'files' : isLive(typed) ? 'live' : undefined;
  if (needs === undefined)
    throw usageError(`"${typed}" is not a side of a comparison.`, {
      hint: 'Use live, live@VERSION, draft:NAME, files or git:REF.',
    });
  if (!sources.includes(needs))
    throw usageError(`"${typed}" needs the source "${needs}", which the server does not have.`, {
      hint: 'Ask the user to start it with "archctl mcp FILE live".',
    });
  if (needs === 'live') return typed;
  if (path === undefined || paths.length > 1)
    throw usageError('Only a single file or folder can be compared.', {
      hint: 'Ask the user to start the server with the folder that contains the files.',
    });
  return typed === 'files' ? path : `${typed}:${path}`;
}

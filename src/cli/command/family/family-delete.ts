import type { JsonObject } from '../../../base/json/json-object.js';
import { capitalised, joined, pluralize } from '../../../base/text/words.js';
import { EXCLUDED_KINDS } from '../../../contract/rules/undo/excluded-kinds.js';
import { pathOf } from '../input/request-parts.js';
import type { Context } from '../spec.js';
import { deleteQuestion, locationOf, withUndoWarning } from './delete-question.js';
import { displayName } from './display-name.js';
import type { FamilyCommandSpec } from './family-spec.js';

/** Cascaded deletes: records by kind, and a text for losses that are not records. */
interface Losses {
  targets: readonly string[];
  counts: readonly { noun: string; count: number }[];
  rest: string;
}

/** The losses that were read before the request, by run: the question and the result report the same. */
const losses = new WeakMap<Context, Losses>();

/** The question before one record is deleted. With `--yes` the losses are read as well, for the result. */
export async function questionOf(context: Context, spec: FamilyCommandSpec, id: string): Promise<string> {
  const { family, labelOf, otherLosses = '' } = spec;
  if (!context.asks && isReported(context)) {
    const isRead = typeof otherLosses === 'function';
    await readLosses(context, spec, [id], isRead ? await recordOf(context, family) : {});
  }
  return deleteQuestion(context, {
    noun: family.shape.noun,
    id,
    get: family.get,
    ...(labelOf && { labelOf }),
    losses: ({ record }) => readLosses(context, spec, [id], record),
  });
}

/** The question before several records are deleted; a wrong id is reported when it is sent. */
export async function questionOfMany(context: Context, spec: FamilyCommandSpec, ids: readonly string[]) {
  const what = `Delete ${pluralize(ids.length, spec.family.shape.noun)}`;
  if (!context.asks && !isReported(context)) return `${what}?`;
  const lost = await readLosses(context, { family: spec.family }, ids);
  if (!context.asks) return `${what}${lost}?`;
  const path = await pathOf(context, spec.family.list);
  const question = `${what}${lost}${await locationOf(context, await context.client(), path)}?`;
  const isRestorable = !EXCLUDED_KINDS.includes(spec.family.shape.singular);
  return isRestorable ? question : withUndoWarning(context, question);
}

const MAX_NAMES = 3;

/** For example `, and removed from the diagrams "Apps" and "Data" and the flow "Pay"`; empty if nothing lost a reference. */
async function detachedInWords(context: Context): Promise<string> {
  const { recordOf } = await import('../../../contract/records.js');
  const found = (await context.recorder()).detached();
  const parts = [...new Set(found.map(({ kind }) => kind))].map((kind) => {
    const { noun } = recordOf(kind);
    const own = found.filter((it) => it.kind === kind);
    if (own.length > MAX_NAMES) return pluralize(own.length, noun);
    const names = own.map((it) => displayName(context, it));
    return `the ${own.length === 1 ? noun : `${noun}s`} ${joined(names)}`;
  });
  return parts.length === 0 ? '' : `, and removed from ${joined(parts)}`;
}

/** Words for the losses of a delete. Ids in `answer` are exact: they replace the counts that were read before. */
export async function lossesInWords(context: Context, answer: JsonObject): Promise<string> {
  const { targets, counts, rest } = losses.get(context) ?? { targets: [], counts: [], rest: '' };
  // Loaded here, because it loads the schemas of every resource.
  const { FAMILIES } = await import('../../../contract/families.js');
  const exact = new Map(
    FAMILIES.flatMap(({ shape: { singular, noun } }) => {
      const ids = answer[`deleted${capitalised(singular)}Ids`];
      if (!Array.isArray(ids)) return [];
      return [[noun, new Set(ids.filter((id) => !targets.includes(id))).size] as const];
    }),
  );
  const read = new Map(counts.map(({ noun, count }) => [noun, count]));
  const { cascadeInWords } = await import('./cascade.js');
  const cascadeText = cascadeInWords(
    [...new Map([...read, ...exact])].map(([noun, count]) => ({ noun, count })),
  );
  return `${cascadeText}${rest || (await detachedInWords(context))}`;
}

/** Whether the question or the result reports what is deleted. */
function isReported({ asks, parsed: { globals } }: Context): boolean {
  return asks || (globals.yes === true && !globals.dryRun && !globals.quiet);
}

async function readLosses(
  context: Context,
  { family, otherLosses = '' }: Pick<FamilyCommandSpec, 'family' | 'otherLosses'>,
  targets: readonly string[],
  record: JsonObject = {},
): Promise<string> {
  const { cascadeInWords, cascadeOf } = await import('./cascade.js');
  const path = await pathOf(context, family.list);
  const { landscapeId = '', versionId = '' } = path;
  const client = await context.client();
  const counts = await cascadeOf(client, { landscapeId, versionId }, family.shape.singular, targets);
  const rest = typeof otherLosses === 'string' ? otherLosses : otherLosses(record);
  losses.set(context, { targets, counts, rest });
  return cascadeInWords(counts) + rest;
}

async function recordOf(context: Context, { get }: FamilyCommandSpec['family']): Promise<JsonObject> {
  const answer = await (await context.client()).perform(get, { path: await pathOf(context, get) });
  return get.envelope === null ? answer : (answer[get.envelope] as JsonObject);
}

import * as z from 'zod/mini';
import { withoutUndefined } from '../../base/defined.js';
import { isObject } from '../../base/is-object.js';
import { canonicalJson } from '../../base/json/canonical-json.js';
import { type Doc, dashed, type Fields } from '../../contract/doc.js';
import { upsertDraftTask } from '../../contract/resources/draft-task.js';
import { isOperators } from '../../contract/rules/patch.js';
import { MODEL_KINDS } from '../document/kinds.js';
import type { LiveLandscape } from '../live/landscape.js';
import { costOf } from './cost.js';
import type { Plan, Step } from './plan-types.js';
import { idFor } from './record-ids.js';

/** Converts a plan to tasks of a draft, so that the version does not change until the draft is merged. */

const VERBS: Readonly<Record<string, string>> = { upsert: 'create', update: 'update', delete: 'delete' };

/**
 * The plan with each step as a task. Drafts have no tasks for domains: domain labels stay unchanged, and any other
 * change to a domain is a problem, so that the plan has no steps.
 */
export function intoDraft(
  plan: Plan,
  { name, id, tasks }: NonNullable<LiveLandscape['draft']>,
  { records }: Pick<LiveLandscape, 'records'>,
): Plan {
  const byId = new Map([...records.values()].flatMap((docs) => docs.map((it) => [it.id, it])));
  const ids = [plan.live, plan.wanted, plan.landscape.id, name];
  const isForDraft = ({ kind, does }: Step): boolean => kind !== 'domain' || does !== 'adopt';
  const own = plan.steps.filter(isForDraft);
  const problems = [...plan.problems, ...own.flatMap(draftProblems)];
  const steps =
    problems.length > 0
      ? []
      : own.map((step, at) => asTask(step, idFor(...ids, 'task', String(at)), byId.get(step.recordId)));
  const cost = costOf(steps);
  const { write = 0 } = cost.requests;
  const isNew = id === undefined;
  const draft = { id: id ?? idFor(...ids, 'draft'), name, isNew, tasks: tasks.length };
  return {
    ...plan,
    draft,
    steps,
    same: plan.same + plan.steps.length - own.length,
    problems,
    cost: {
      ...cost,
      // Creating the draft takes a request as well.
      ...(isNew && steps.length > 0 && { requests: { ...cost.requests, write: write + 1 } }),
      access: 'write',
    },
  };
}

function draftProblems({ kind, id, does }: Step): string[] {
  if (kind !== 'domain' && kind !== 'decision') return [];
  const what =
    does === 'create' ? 'would be created' : does === 'delete' ? 'would be deleted' : 'would change';
  return [
    `${kind} ${id} ${what}, but drafts cannot change ${kind}s: apply this change without \`draft\` first.`,
  ];
}

function asTask(step: Step, taskId: string, record: Doc | undefined): Step {
  const { operation, kind, recordId: entityId, body } = step;
  const before = step.before && (record ? withoutCascaded(step.before, record) : step.before);
  const isContent = operation === 'diagrams.content.update';
  const verb = VERBS[operation.slice(operation.lastIndexOf('.') + 1)] ?? '';
  const type = `draft-${isContent ? 'diagram-content' : dashed(MODEL_KINDS[kind].record)}-${verb}`;
  const props = body && withoutUndefined(body);
  const snapshot = verb === 'update' && props ? snapshotOf(type, entityId, props, before ?? {}) : undefined;
  const task = { type, entityId, ...(props && { props }), ...(snapshot && { snapshot }) };
  const { commit: _commit, ...rest } = step;
  return { ...rest, operation: upsertDraftTask.id, taskId, body: { task } };
}

/**
 * The previous values of the fields that a task changes, in the format of an update (docs/service.md#draft-task).
 * Values that an update cannot express, such as a link without a name, are left out, so a merge reports no conflict for
 * them.
 */
function snapshotOf(type: string, entityId: string, props: Fields, before: Fields): Fields {
  const snapshot = Object.fromEntries(
    Object.entries(props).flatMap(([field, value]) => {
      const was = isOperators(value) ? entriesBefore(value, before[field]) : (before[field] ?? null);
      return was === undefined ? [] : [[field, was]];
    }),
  );
  const { body: schema } = upsertDraftTask;
  const outcome = schema && z.safeParse(schema, { task: { type, entityId, props, snapshot } });
  const issues = outcome?.error?.issues ?? [];
  const wrong = new Set(issues.flatMap(({ path: [, part, field] }) => (part === 'snapshot' ? [field] : [])));
  return Object.fromEntries(Object.entries(snapshot).filter(([field]) => !wrong.has(field)));
}

/**
 * Leaves out map entries that an earlier step deletes by cascade, such as the end of a flow step together with its
 * object on the diagram. The version still has them when the draft is merged, but the draft no longer does.
 */
function withoutCascaded(before: Fields, record: Doc): Fields {
  const entryOf = (was: unknown, is: unknown): unknown =>
    isObject(was) && isObject(is)
      ? Object.fromEntries(
          Object.entries(was).filter(([key, it]) => canonicalJson(it) === canonicalJson(is[key] ?? null)),
        )
      : was;
  return Object.fromEntries(
    Object.entries(before).map(([field, was]) => {
      const is = record[field];
      if (!isObject(was) || !isObject(is)) return [field, was];
      return [field, Object.fromEntries(Object.entries(was).map(([id, it]) => [id, entryOf(it, is[id])]))];
    }),
  );
}

/**
 * The previous values of changed entries, deleted entries in the form that would restore them, and null for new ones.
 */
function entriesBefore(patch: Fields, before: unknown): Fields | undefined {
  const entries = isObject(before) ? before : {};
  const written = [patch.$add, patch.$update, patch.$replace].flatMap((it) =>
    isObject(it) ? Object.entries(it) : [],
  );
  const parts = {
    $update: Object.fromEntries(
      written.flatMap(([id, entry]) => {
        const was = entries[id];
        return isObject(was) && isObject(entry) ? [[id, pickKeys(entry, was)]] : [];
      }),
    ),
    $add: Object.fromEntries(
      (Array.isArray(patch.$remove) ? patch.$remove.map(String) : []).flatMap((id) =>
        isObject(entries[id]) ? [[id, entries[id]]] : [],
      ),
    ),
  };
  const absent = written.flatMap(([id]) => (isObject(entries[id]) ? [] : [id]));
  const nonEmpty = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  const found = { ...Object.fromEntries(nonEmpty), ...(absent.length > 0 && { $remove: absent }) };
  return Object.keys(found).length > 0 ? found : undefined;
}

const pickKeys = (entry: Fields, was: Fields): Fields =>
  Object.fromEntries(Object.keys(entry).flatMap((key) => (was[key] === undefined ? [] : [[key, was[key]]])));

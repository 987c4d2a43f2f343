import * as z from 'zod/mini';
import { isObject } from '../../base/is-object.js';
import { type Doc, dashed, type Fields } from '../../contract/doc.js';
import { upsertDraftTask } from '../../contract/resources/draft-task.js';
import { ordered } from '../../contract/rules/content.js';
import { isOperators } from '../../contract/rules/patch.js';
import { KINDS } from '../document/kinds.js';
import type { LiveLandscape } from '../live/landscape.js';
import { costOf } from './cost.js';
import type { Body, Plan, Step } from './plan-types.js';
import { idFor } from './record-ids.js';

/** A plan whose steps are tasks of a draft: nothing of the version changes until that is merged. */

const VERBS: Readonly<Record<string, string>> = { upsert: 'create', update: 'update', delete: 'delete' };

/**
 * The plan with each step as a task. Labels of domains stay as they are, since a draft has no tasks for domains; what
 * else is to become of a domain is told as a problem, and then there are no steps.
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
  const problems = [...plan.problems, ...own.flatMap(notForDrafts)];
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
      // The draft itself is a request as well.
      ...(isNew && steps.length > 0 && { requests: { ...cost.requests, write: write + 1 } }),
      access: 'write',
    },
  };
}

function notForDrafts({ kind, id, does }: Step): string[] {
  if (kind !== 'domain') return [];
  const what = does === 'create' ? 'is to be made' : does === 'delete' ? 'is to be deleted' : 'is to change';
  return [`domain ${id} ${what}, and no draft has domains: apply that without --draft first.`];
}

function asTask(step: Step, taskId: string, record: Doc | undefined): Step {
  const { operation, kind, recordId: entityId, body } = step;
  const before = step.before && (record ? unlessErased(step.before, record) : step.before);
  const isContent = operation === 'diagrams.content.update';
  const verb = VERBS[operation.slice(operation.lastIndexOf('.') + 1)] ?? '';
  const type = `draft-${isContent ? 'diagram-content' : dashed(KINDS[kind].record)}-${verb}`;
  const props = body && said(body);
  const snapshot = verb === 'update' && props ? snapshotOf(type, entityId, props, before ?? {}) : undefined;
  const task = { type, entityId, ...(props && { props }), ...(snapshot && { snapshot }) };
  const { commit: _commit, ...rest } = step;
  return { ...rest, operation: upsertDraftTask.id, taskId, body: { task } };
}

const said = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/**
 * What a record says of the fields that a task changes, in the shape of an update (docs/service.md#draft-task). What an
 * update cannot say, such as no name for a link, is left out: of it a merge finds no conflict.
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
 * Entries of maps without what an earlier step takes away on its way, such as the end of a flow's step with the object on
 * its diagram: the version still has it when the draft is merged, and the draft itself will have taken it away.
 */
function unlessErased(before: Fields, record: Doc): Fields {
  const entryOf = (was: unknown, is: unknown): unknown =>
    isObject(was) && isObject(is)
      ? Object.fromEntries(
          Object.entries(was).filter(([key, it]) => ordered(it) === ordered(is[key] ?? null)),
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

/** Entries that change as they were, those that go as they would come back, and which were not there. */
function entriesBefore(patch: Fields, before: unknown): Fields | undefined {
  const entries = isObject(before) ? before : {};
  const written = [patch.$add, patch.$update, patch.$replace].flatMap((it) =>
    isObject(it) ? Object.entries(it) : [],
  );
  const parts = {
    $update: Object.fromEntries(
      written.flatMap(([id, entry]) => {
        const was = entries[id];
        return isObject(was) && isObject(entry) ? [[id, ofSameKeys(entry, was)]] : [];
      }),
    ),
    $add: Object.fromEntries(
      (Array.isArray(patch.$remove) ? patch.$remove.map(String) : []).flatMap((id) =>
        isObject(entries[id]) ? [[id, entries[id]]] : [],
      ),
    ),
  };
  const absent = written.flatMap(([id]) => (isObject(entries[id]) ? [] : [id]));
  const told = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  const found = { ...Object.fromEntries(told), ...(absent.length > 0 && { $remove: absent }) };
  return Object.keys(found).length > 0 ? found : undefined;
}

const ofSameKeys = (entry: Fields, was: Fields): Fields =>
  Object.fromEntries(Object.keys(entry).flatMap((key) => (was[key] === undefined ? [] : [[key, was[key]]])));

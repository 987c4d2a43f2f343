import { usageError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import type { Plan, Step } from '../../model/plan/plan-types.js';
import { fieldsIn } from '../describe.js';
import { fieldChanges } from '../field-changes.js';
import { KIND_WORDS, kindWordOf, ModelView } from '../model-view.js';
import { withDescription, z } from '../schema.js';
import { tool } from '../tool.js';

const MAX_CHANGES = 500;

const CHANGED_KINDS = KIND_WORDS.filter((it) => it !== 'decision');

const CHANGE = z.strictObject({
  kind: z.enum(CHANGED_KINDS),
  name: z.string().check(z.minLength(1), z.maxLength(1_000)),
  fields: withDescription(z.optional(z.record(z.string(), z.unknown())), 'Null clears a field'),
});

export default tool({
  name: 'plan',
  title: 'Plan changes',
  description:
    'Shows the steps that would create or change elements of the landscape (changes), or make it match the model files. Changes nothing. Returns the id of the plan; pass it as "plan" to read the plan again.',
  input: z.object({
    changes: withDescription(
      z.optional(z.array(CHANGE).check(z.minLength(1), z.maxLength(MAX_CHANGES))),
      'Instead of the files. References by name, e.g. parent, domain, origin, target',
    ),
    prune: withDescription(
      z.optional(z.boolean()),
      'With files: delete their elements that are missing from them',
    ),
    only: withDescription(z.optional(z.array(z.string())), 'With files: only these elements'),
    draft: withDescription(z.optional(z.string()), 'Put the changes into this draft'),
    plan: z.optional(z.string()),
  }),
  needs: 'live',
  async run(workspace, { plan: known, ...request }) {
    if (known !== undefined && Object.values(request).some((it) => it !== undefined))
      throw usageError('"plan" cannot be combined with other inputs.', {
        hint: 'Pass only "plan" to read a plan again, or leave it out to make a new one.',
      });
    const id = known ?? (await workspace.plan(request));
    const { plan, model } = workspace.plans.get(id);
    const view = new ModelView(model, 'files');
    return {
      kind: 'list',
      items: plan.steps.map((step) => stepIn(view, step)),
      facts: { plan: id, ...factsOf(plan), ...(workspace.canWrite && plan.steps.length > 0 && NEXT) },
      onPage: (from, to) => workspace.plans.markShown(id, from, to),
    };
  },
});

const NEXT = { next: 'After the user agrees, call "apply" with the id of this plan.' };

function factsOf({
  landscape,
  draft,
  prune,
  steps,
  same,
  left,
  cost,
  touches,
  leftOut,
  deletions,
  warnings,
}: Plan): JsonObject {
  const counts: Record<string, number> = {};
  for (const { does } of steps) counts[does] = (counts[does] ?? 0) + 1;
  return {
    landscape: landscape.name,
    ...(draft && { draft: draft.name }),
    prune,
    counts,
    unchanged: same,
    ...(left.length > 0 && { notInDocument: left.length }),
    ...(leftOut && leftOut.length > 0 && { leftOut: leftOut.length }),
    ...(warnings && { warnings }),
    ...(deletions && { deletedRecords: deletions.records }),
    ...(touches && { otherNamespaces: touches.length }),
    access: cost.access,
    ...(cost.seconds > 0 && { seconds: cost.seconds }),
  };
}

function stepIn(view: ModelView, { does, kind, id, name, fields, goesAlong = [] }: Step): JsonObject {
  const created = does === 'create' && kind !== 'decision' ? view.element(kind, id) : undefined;
  return {
    does,
    kind: kindWordOf(kind),
    name,
    ...(created && { values: fieldsIn(view, created) }),
    ...(!created &&
      fields.length > 0 && { fields: fieldChanges(kind, fields, { before: view, after: view }) }),
    ...(goesAlong.length > 0 && {
      alsoDeletes: goesAlong.map((it) => `${kindWordOf(it.kind)} ${it.name}`),
    }),
  };
}

import { usageError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json-object.js';
import { MODEL_KINDS } from '../../model/document/kinds.js';
import type { Plan, Step } from '../../model/plan/plan-types.js';
import { valueIn } from '../describe.js';
import { kindWordOf, ModelView } from '../model-view.js';
import { about, z } from '../schema.js';
import { tool } from '../tool.js';

/** Maximum size of a document in a call, in characters. */
const MAX_DOCUMENT = 1_000_000;

export default tool({
  name: 'plan',
  title: 'Plan changes',
  description:
    'Shows the changes that would make the landscape match the model files, or a model document of the call (YAML: objects, connections … by id; elements that it leaves out stay). Changes nothing. Returns the id of the plan; pass it as "plan" to read the plan again.',
  input: z.object({
    document: about(z.optional(z.string().check(z.maxLength(MAX_DOCUMENT))), 'Instead of the files'),
    prune: about(z.optional(z.boolean()), 'Delete what the document owns but lacks'),
    draft: about(z.optional(z.string()), 'Put the changes into this draft'),
    only: about(z.optional(z.array(z.string())), 'Only these elements'),
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

function factsOf({ landscape, draft, prune, steps, same, left, cost, touches, leftOut }: Plan): JsonObject {
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
    ...(touches && { otherOwners: touches.length }),
    access: cost.access,
    ...(cost.seconds > 0 && { seconds: cost.seconds }),
  };
}

function stepIn(view: ModelView, { does, kind, name, fields, goesAlong = [], body }: Step): JsonObject {
  const shapes = MODEL_KINDS[kind].fields;
  return {
    does,
    kind: kindWordOf(kind),
    name,
    ...(does === 'create' && typeof body?.type === 'string' && { type: body.type }),
    ...(does !== 'create' &&
      fields.length > 0 && {
        fields: fields.map(({ field, from = null, to = null }) => ({
          field,
          from: valueIn(view, shapes[field]?.shape, from),
          to: valueIn(view, shapes[field]?.shape, to),
        })),
      }),
    ...(goesAlong.length > 0 && {
      alsoDeletes: goesAlong.map((it) => `${kindWordOf(it.kind)} ${it.name}`),
    }),
  };
}

import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { readValue } from '../../../cli/command/input/body.js';
import { readFileText, readStdin } from '../../../cli/command/input/read-input.js';
import { pathOf, Unchanged } from '../../../cli/command/input/request-parts.js';
import { text, texts } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { withoutNames } from '../../../cli/names/body-names.js';
import { type Flow, flows } from '../../../contract/resources/flow.js';
import { stepsPatch } from './apply-notation.js';
import { type NotationSource, stepsFrom } from './read-notation.js';

/** Steps of a flow as data. */
export const STEPS = text('Steps as JSON or YAML: the text, @file or - for stdin', {
  value: 'JSON|@FILE|-',
  completes: 'text-or-file',
  changes: 'steps',
});

/** Steps of a flow in the notation, from a file. */
export const STEPS_FROM = text('Read all steps from FILE, one per line; - for stdin', {
  value: 'FILE|-',
  completes: 'file',
  changes: 'steps',
});

/** Steps of a new flow in the notation. */
export const STEP = texts('Step, such as "A -> B: text"; repeat it for each step', {
  value: 'STEP',
  changes: 'steps',
});

interface Given {
  steps?: string;
  step?: readonly string[];
  stepsFrom?: string;
}

/**
 * Adds the steps of the options to the body of a flow. A create sends all steps. An update with `--steps` sends
 * `$replace`, which replaces the steps with the same ids (docs/service.md#updates); `--steps-from` sends what changes.
 */
export async function withSteps(body: JsonObject, context: Context, verb: string): Promise<JsonObject> {
  const { parsed, world } = context;
  const given = parsed.options as Given;
  if (verb === 'update' && given.stepsFrom !== undefined) refuseSeveral(body, context);
  const source = await notationOf(given, context);
  if (source !== undefined) {
    if (verb === 'update') return withNotation(body, source, context);
    if (typeof body.diagramId !== 'string') return body;
    return { ...body, steps: await stepsFrom(source, { diagramId: body.diagramId }, context) };
  }
  if (given.steps === undefined) return body;
  const read = await readValue(given.steps, world, '--steps');
  const value = { steps: Array.isArray(read) ? byId(read) : read };
  const [named] = await withoutNames(context, [{ where: '--steps', value }], {
    operation: flows.create,
    options: {},
  });
  const steps = named?.value.steps;
  if (verb !== 'update') return { ...body, steps };
  const before = typeof body.steps === 'object' ? body.steps : {};
  return { ...body, steps: { ...before, $replace: steps } };
}

/** The notation that options contain; undefined without one. Errors: `usage` for several sources. */
async function notationOf(
  { steps, step, stepsFrom }: Given,
  { world }: Context,
): Promise<NotationSource | undefined> {
  const sources = Object.entries({ '--steps': steps, '--step': step, '--steps-from': stepsFrom });
  const [first, second] = sources.flatMap(([option, value]) => (value === undefined ? [] : [option]));
  if (second !== undefined) throw usageError(`${first} and ${second} cannot be combined.`);
  if (step !== undefined) return { text: step.join('\n'), word: 'step' };
  if (stepsFrom === undefined) return undefined;
  const read =
    stepsFrom === '-' ? readStdin(world, '--steps-from') : readFileText(stepsFrom, world, '--steps-from');
  return { text: await read, word: 'line' };
}

/** Errors: `usage` for several flows, whose steps refer to different diagrams, and for steps of other options. */
function refuseSeveral(body: JsonObject, context: Context): void {
  const { flowId } = context.parsed.args;
  if (typeof flowId !== 'string')
    throw usageError('--steps-from supports one flow at a time.', {
      hint: 'The steps of a flow refer to the objects of its diagram.',
    });
  if (isObject(body.steps)) throw usageError('--steps-from cannot be combined with --remove-step.');
}

/** An update with the changes of the steps, and the commit of the flow that was read. */
async function withNotation(body: JsonObject, source: NotationSource, context: Context): Promise<JsonObject> {
  const client = await context.client(context.parsed.globals.dryRun ? { reads: true } : undefined);
  const { flow } = (await client.perform(flows.get, { path: await pathOf(context, flows.get) })) as {
    flow: Flow;
  };
  const steps = await stepsFrom(source, flow, context);
  const patch = stepsPatch(steps, flow);
  if (patch) return { commit: flow.commit, ...body, steps: patch };
  if (Object.keys(body).every((field) => field === 'commit')) throw new Unchanged({ flow });
  return body;
}

/** Converts a list of steps to the map that the service expects. Missing ids and indexes come from the position. */
function byId(steps: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    steps.map((step, index) => {
      const fields = typeof step === 'object' && step !== null ? step : { description: String(step) };
      const id = 'id' in fields && typeof fields.id === 'string' ? fields.id : `step-${index + 1}`;
      return [
        id,
        {
          index,
          description: '',
          originId: null,
          targetId: null,
          viaId: null,
          parentId: null,
          flowId: null,
          ...fields,
          id,
        },
      ];
    }),
  );
}

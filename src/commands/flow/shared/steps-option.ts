import type { JsonObject } from '../../../base/json-object.js';
import { readValue } from '../../../cli/command/input/body.js';
import { text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';

/** Steps of a flow, from an argument, a file or stdin. */
export const STEPS = text('Steps as JSON or YAML: the text, @file or - for stdin', {
  value: 'JSON|@FILE|-',
  completes: 'text-or-file',
  changes: 'steps',
});

/**
 * Merges `--steps` into the body of a flow. A create sends all steps. An update sends `$replace`, which replaces the
 * steps with the same ids (docs/service.md#updates).
 */
export async function withSteps(
  body: JsonObject,
  { parsed, world }: Context,
  verb: string,
): Promise<JsonObject> {
  const given = parsed.options.steps;
  if (typeof given !== 'string') return body;
  const read = await readValue(given, world, '--steps');
  const steps = Array.isArray(read) ? byId(read) : read;
  if (verb !== 'update') return { ...body, steps };
  const before = typeof body.steps === 'object' ? body.steps : {};
  return { ...body, steps: { ...before, $replace: steps } };
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

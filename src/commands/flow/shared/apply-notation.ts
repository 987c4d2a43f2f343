import { canonicalJson } from '../../../base/json/canonical-json.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { randomId } from '../../../base/random-id.js';
import type { Flow, FlowStep } from '../../../contract/resources/flow.js';
import {
  byIndex,
  type NotedPath,
  type NotedStep,
  notedSteps,
} from '../../../documents/flow-notation/index.js';
import { endsKey, matchPaths, matchSteps } from './match-steps.js';
import type { FlowScene } from './scene.js';
import { endsOf, type Report } from './step-ends.js';

/** A step of a flow as a body contains it. */
export type StepBody = JsonObject & { id: string; index: number };

interface PlacedStep {
  step: NotedStep;
  parentId: string | null;
  record: FlowStep | undefined;
  id: string;
  paths: JsonObject | null | undefined;
}

/**
 * Converts steps of the notation to the steps of a flow, by id. Existing steps keep their ids, and all fields that did not
 * change. Problems are reported.
 */
export function stepsOfNotation(
  steps: readonly NotedStep[],
  flow: Pick<Flow, 'steps'>,
  scene: FlowScene,
  report: Report,
): Record<string, StepBody> {
  const before = notedSteps(flow, scene);
  const matches = matchSteps(steps, before.steps, scene);
  const placed: PlacedStep[] = [];
  const place = (below: readonly NotedStep[], parentId: string | null): void => {
    for (const step of below) {
      const known = matches.get(step);
      const record = known && before.recordOf.get(known);
      const id = record?.id ?? randomId();
      const pathIds = pathIdsOf(step, known, before.pathIdOf);
      const isOrphan = parentId === null && known !== undefined && before.steps.includes(known);
      placed.push({
        step,
        record,
        id,
        parentId: isOrphan ? (record?.parentId ?? null) : parentId,
        paths: pathsBody(pathIds, record),
      });
      place(step.inner, id);
      for (const [path, pathId] of pathIds) place(path.steps, pathId);
    }
  };
  place(steps, null);
  const isInOrder = keepsOrder(placed, flow);
  return Object.fromEntries(
    placed.map(({ step, record, id, parentId, paths }, at) => {
      const known = matches.get(step);
      const hasSameEnds =
        known !== undefined && record !== undefined && endsKey(known, scene) === endsKey(step, scene);
      const { originId, targetId, viaId, flowId } = hasSameEnds ? record : endsOf(step, scene, report);
      const details = step.details ?? (record?.detailedDescription ? '' : record?.detailedDescription);
      const body: StepBody = {
        id,
        index: isInOrder && record ? record.index : at,
        type: hasSameEnds ? record.type : step.type,
        description: step.text,
        ...(details !== undefined && { detailedDescription: details }),
        ...{ originId, targetId, viaId, flowId },
        parentId,
        ...(paths !== undefined && { paths }),
      };
      return [id, body];
    }),
  );
}

function pathIdsOf(
  { paths }: NotedStep,
  known: NotedStep | undefined,
  idOf: ReadonlyMap<NotedPath, string>,
): Map<NotedPath, string> {
  const matches = matchPaths(paths, known?.paths ?? []);
  return new Map(
    paths.map((path) => {
      const match = matches.get(path);
      return [path, (match && idOf.get(match)) ?? randomId()];
    }),
  );
}

/** The field `paths`; existing paths keep their order numbers if the order is the same. */
function pathsBody(
  ids: ReadonlyMap<NotedPath, string>,
  record: FlowStep | undefined,
): JsonObject | null | undefined {
  const known = record?.paths ?? {};
  if (ids.size === 0) return Object.keys(known).length === 0 && record ? record.paths : null;
  const indexes = [...ids.values()].map((id) => known[id]?.index);
  const isInOrder = indexes.every(
    (index, at) => index !== undefined && (at === 0 || index > (indexes[at - 1] ?? 0)),
  );
  return Object.fromEntries(
    [...ids].map(([{ name }, id], at) => [
      id,
      { ...known[id], id, index: isInOrder ? indexes[at] : at, name },
    ]),
  );
}

/** Whether all steps exist and have the order of the flow among the steps of their parent. */
function keepsOrder(placed: readonly PlacedStep[], { steps }: Pick<Flow, 'steps'>): boolean {
  const sorted = Object.values(steps ?? {}).sort(byIndex);
  const positions = new Map(sorted.map((record, at) => [record, at]));
  const last = new Map<string | null, number>();
  return placed.every(({ record, parentId }) => {
    const position = record && positions.get(record);
    if (position === undefined || position < (last.get(parentId) ?? 0)) return false;
    last.set(parentId, position);
    return true;
  });
}

/** The update that turns the steps of a flow into others; undefined if they are the same. */
export function stepsPatch(
  wanted: Readonly<Record<string, StepBody>>,
  { steps = {} }: Pick<Flow, 'steps'>,
): JsonObject | undefined {
  const [added, updated]: [JsonObject, JsonObject] = [{}, {}];
  for (const [id, step] of Object.entries(wanted)) {
    const known: JsonObject | undefined = steps[id];
    if (!known) added[id] = step;
    else {
      const changes = Object.entries(step).filter(
        ([field, value]) => canonicalJson(value) !== canonicalJson(known[field]),
      );
      if (changes.length > 0) updated[id] = Object.fromEntries(changes);
    }
  }
  const removed = Object.keys(steps).filter((id) => !Object.hasOwn(wanted, id));
  const patch = {
    ...(Object.keys(added).length > 0 && { $add: added }),
    ...(Object.keys(updated).length > 0 && { $update: updated }),
    ...(removed.length > 0 && { $remove: removed }),
  };
  return Object.keys(patch).length === 0 ? undefined : patch;
}

import { isObject } from '../../../base/is-object.js';
import { canonicalJson } from '../../../base/json/canonical-json.js';
import type { Doc, Fields } from '../../../contract/doc.js';
import type { Element, Value } from '../../document/element.js';
import type { Implied } from '../../document/implied.js';
import { matchedSteps, sortedEntries } from '../../live/steps.js';
import type { Body } from '../plan-types.js';
import type { RecordIds } from '../record-ids.js';
import { mapPatch } from './bodies.js';

/** Converts the steps of a flow to the bodies of requests. */

export interface StepsBodyContext {
  implied: Implied;
  ids: RecordIds;
  /** Keys of the drawn entries on the flow's diagram after the plan, by their id on it. */
  keys: ReadonlyMap<string, string>;
  /** Current ids of the drawn entries, by key. */
  drawn: ReadonlyMap<string, string>;
  record: Doc | undefined;
}

type Written = Readonly<Record<string, Value | undefined>>;

const listOf = (value: Value | undefined): Written[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter((it): it is Written => isObject(it)) : [];

/** The steps of a flow by id. Existing steps and paths keep their ids. */
export function stepsBody(flow: Element, from: StepsBodyContext): Record<string, Fields> {
  const { ids, implied, record } = from;
  const written = listOf(implied.field(flow, 'steps'));
  const known = existingSteps(flow, from);
  const keyOf = written.map((_, at) => known.get(at)?.[0] ?? ids.partId('step', flow.id, String(at)));
  const paths = new Map<string, string>();
  const pathsOf = written.map(({ id, paths: list }, at) => {
    const before = sortedEntries(known.get(at)?.[1].paths).map(([key]) => key);
    return listOf(list).map((path, index) => {
      const key = before[index] ?? ids.partId('path', flow.id, String(at), String(index));
      paths.set(`${String(id)}/${String(path.id ?? `path-${index + 1}`)}`, key);
      return { id: key, index, name: String(path.name) };
    });
  });
  const stepKeys = new Map(written.map(({ id }, at) => [String(id), keyOf[at]]));
  const by = `flow ${flow.id}`;
  const parentOf = (parent: Value | undefined): string | null => {
    if (parent === undefined) return null;
    const key = paths.get(String(parent)) ?? stepKeys.get(String(parent));
    if (key === undefined) ids.addProblem(by, `there is no step or path ${String(parent)}.`);
    return key ?? null;
  };
  const end = (of: Value | undefined): string | null => {
    if (of === undefined) return null;
    const key = from.keys.get(String(of));
    if (key === undefined) ids.addProblem(by, `${String(of)} is not on its diagram.`);
    return key ?? null;
  };
  return Object.fromEntries(
    written.map((step, index) => {
      const id = keyOf[index] ?? '';
      const own = pathsOf[index] ?? [];
      return [
        id,
        {
          ...(record ? known.get(index)?.[1] : {}),
          id,
          index,
          type: step.type ?? null,
          description: step.description ?? '',
          ...((step.details !== undefined || known.get(index)?.[1].detailedDescription !== undefined) && {
            detailedDescription: step.details ?? '',
          }),
          originId: end(step.origin),
          targetId: end(step.target),
          viaId: end(step.via),
          parentId: parentOf(step.parent),
          flowId: ids.resolve('flow', step.flow, by),
          paths: own.length === 0 ? null : Object.fromEntries(own.map((path) => [path.id, path])),
        },
      ];
    }),
  );
}

/** Matches existing steps to the steps of the document, by index. */
function existingSteps(
  flow: Element,
  { drawn, record, ids }: StepsBodyContext,
): Map<number, readonly [string, Fields]> {
  const written = listOf(flow.fields.steps);
  const sorted = sortedEntries(record?.steps);
  const pairs = matchedSteps(sorted, {
    drawn: (id) => drawn.get(String(id)),
    flow: (id) => ids.elementOf('flow', id),
    wanted: flow,
  });
  return new Map(
    sorted.flatMap((entry) => {
      const found = pairs.get(entry[0]);
      const at = found === undefined ? -1 : written.indexOf(found as Written);
      return at < 0 ? [] : [[at, entry] as const];
    }),
  );
}

/** The update that produces the wanted steps, and the previous state; undefined if nothing changes. */
export function stepsPatch(flow: Element, from: StepsBodyContext): { patch: Body; before: Body } | undefined {
  const wanted = stepsBody(flow, from);
  const current: Readonly<Record<string, unknown>> = isObject(from.record?.steps) ? from.record.steps : {};
  const [add, replace]: [Fields, Fields] = [{}, {}];
  for (const [key, step] of Object.entries(wanted)) {
    if (!(key in current)) add[key] = step;
    else if (canonicalJson(current[key]) !== canonicalJson(step)) replace[key] = step;
  }
  const gone = Object.keys(current).filter((key) => !(key in wanted));
  const patch = mapPatch({ $add: add, $replace: replace, $remove: gone });
  if (patch === undefined) return undefined;
  const touched = [...Object.keys(add), ...Object.keys(replace), ...gone];
  const drawn = new Set(from.keys.values());
  return {
    patch,
    before: Object.fromEntries(touched.map((key) => [key, withoutDeletedEnds(current[key], drawn)])),
  };
}

const ENDS = ['originId', 'targetId', 'viaId'] as const;

/**
 * A step after objects that it refers to are deleted from the diagram (docs/service.md#flow-step); null if there is no
 * step.
 */
function withoutDeletedEnds(step: unknown, drawn: ReadonlySet<string>): Fields | null {
  if (!isObject(step)) return null;
  const lost = ENDS.filter((end) => typeof step[end] === 'string' && !drawn.has(step[end]));
  return { ...step, ...Object.fromEntries(lost.map((end) => [end, null])) };
}

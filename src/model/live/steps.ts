import { withoutUndefined } from '../../base/defined.js';
import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../../contract/doc.js';
import type { Element, Value } from '../document/element.js';
import { freeId } from '../document/propose-ids.js';
import { nonEmptyText } from './values.js';

/** Reads the steps of a flow as fields of a document. */

/** Context for reading the steps of one flow. */
export interface StepsReading {
  /** Id of a drawn object, by the id in the step. */
  drawn(id: unknown): string | undefined;
  flow(id: unknown): string | undefined;
  /** The flow in the document, whose step ids are kept. */
  wanted: Element | undefined;
}

type Entry = readonly [id: string, fields: Fields];
type Written = Readonly<Record<string, unknown>>;

export const sortedEntries = (map: unknown): readonly Entry[] =>
  entriesOf(map).sort(([, a], [, b]) => Number(a.index) - Number(b.index));

const listOf = (list: unknown): Written[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** The field `flow.steps`, in order. A step has an id only if others refer to it or the document gives it one. */
export function stepsOf({ steps }: Doc, from: StepsReading): Value {
  const sorted = sortedEntries(steps);
  const wanted = matchedSteps(sorted, from);
  const ids = stepIds(sorted, wanted);
  const pathIds = idsOfPaths(sorted, ids, wanted);
  const named = new Set(
    sorted.flatMap(([, { parentId }]) => (typeof parentId === 'string' ? [parentId] : [])),
  );
  return sorted.map(([id, step]) => {
    const paths = sortedEntries(step.paths);
    const isNamed = paths.length > 0 || named.has(id) || wanted.get(id)?.id !== undefined;
    return withoutUndefined({
      id: isNamed ? ids.get(id) : undefined,
      type: nonEmptyText(step.type),
      origin: from.drawn(step.originId),
      target: from.drawn(step.targetId),
      via: from.drawn(step.viaId),
      description: nonEmptyText(step.description),
      details: nonEmptyText(step.detailedDescription),
      flow: from.flow(step.flowId),
      parent: parentOf(step, ids, pathIds),
      paths:
        paths.length === 0
          ? undefined
          : paths.map(([path, { name }]) => ({
              id: pathIds.get(path) ?? path,
              name: String(name),
            })),
    });
  });
}

/** `STEP/PATH`, or `STEP` for a direct child of a step. */
function parentOf(
  { parentId }: Fields,
  ids: ReadonlyMap<string, string>,
  pathIds: PathIds,
): string | undefined {
  if (typeof parentId !== 'string') return undefined;
  const step = pathIds.stepOf(parentId);
  return step === undefined ? ids.get(parentId) : `${ids.get(step)}/${pathIds.get(parentId)}`;
}

/** Matches steps to the written steps: the next one with the same content, otherwise the one at the same index. */
export function matchedSteps(sorted: readonly Entry[], from: StepsReading): Map<string, Written> {
  const written = listOf(from.wanted?.fields.steps);
  const free = new Set(written);
  const pairs = new Map<string, Written>();
  const take = (id: string, found: Written | undefined): void => {
    if (!found || !free.delete(found)) return;
    pairs.set(id, found);
  };
  for (const [id, step] of sorted) {
    const content = [from.drawn(step.originId), from.drawn(step.targetId), nonEmptyText(step.description)];
    const hasContent = (it: Written): boolean =>
      [it.origin, it.target, it.description].every((value, at) => value === content[at]);
    take(id, [...free].find(hasContent));
  }
  for (const [at, [id]] of sorted.entries()) if (!pairs.has(id)) take(id, written[at]);
  return pairs;
}

function stepIds(sorted: readonly Entry[], wanted: ReadonlyMap<string, Written>): Map<string, string> {
  const writtenId = (id: string): string | undefined => nonEmptyText(wanted.get(id)?.id);
  const taken = new Set(sorted.flatMap(([id]) => writtenId(id) ?? []));
  return new Map(
    sorted.map(([id], at) => {
      return [id, writtenId(id) ?? freeId(`step-${at + 1}`, taken)];
    }),
  );
}

/** Ids of paths by record id, unique within their step. */
class PathIds {
  readonly #ids = new Map<string, { step: string; id: string }>();

  add(path: string, step: string, id: string): void {
    this.#ids.set(path, { step, id });
  }

  get(path: string): string | undefined {
    return this.#ids.get(path)?.id;
  }

  stepOf(path: string): string | undefined {
    return this.#ids.get(path)?.step;
  }
}

function idsOfPaths(
  sorted: readonly Entry[],
  ids: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, Written>,
): PathIds {
  const found = new PathIds();
  for (const [step, { paths }] of sorted) {
    if (!ids.has(step)) continue;
    const written = listOf(wanted.get(step)?.paths);
    const taken = new Set(written.flatMap((it) => nonEmptyText(it.id) ?? []));
    for (const [at, [path]] of sortedEntries(paths).entries()) {
      found.add(path, step, nonEmptyText(written[at]?.id) ?? freeId(`path-${at + 1}`, taken));
    }
  }
  return found;
}

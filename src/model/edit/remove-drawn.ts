import { isObject } from '../../base/is-object.js';
import {
  type Element,
  type Entry,
  elementOf,
  entriesOf,
  type Model,
  type Value,
} from '../document/element.js';
import type { Target } from '../document/field.js';
import { drawnId } from '../document/implied.js';

/** Removes elements from drawings and flows. */

export type IsRemoved = (kind: Target, id: Value | undefined) => boolean;

/** Ids of removed drawn objects, by diagram. */
export type Undrawn = Map<string, ReadonlySet<string>>;

/** A diagram without drawn entries of removed elements, their lines and positions. Adds the removed ids to `undrawn`. */
export function withoutDrawn(
  diagram: Element,
  model: Model,
  isRemoved: IsRemoved,
  undrawn: Undrawn,
): Element {
  const { objects, connections, layout } = diagram.fields;
  const lost = new Set(
    entriesOf(objects)
      .filter(({ object }) => isRemoved('object', object))
      .map(drawnId),
  );
  undrawn.set(diagram.id, lost);
  const isLost = (id: Value | undefined): boolean => typeof id === 'string' && lost.has(id);
  const isUndrawn = (line: Entry): boolean => {
    const ends = elementOf(model, 'connection', String(line.connection))?.fields ?? {};
    return (
      isRemoved('connection', line.connection) ||
      isLost(line.origin ?? ends.origin) ||
      isLost(line.target ?? ends.target)
    );
  };
  const removedLines = entriesOf(connections).filter(isUndrawn);
  const lines = new Set(removedLines.map(drawnId));
  const written = new Set(entriesOf(connections).map(drawnId));
  // The line of a removed connection may be gone already, or not written; its id is that of the connection.
  const isRemovedLine = (id: string): boolean =>
    lines.has(id) || (!written.has(id) && isRemoved('connection', id));
  const fields: Record<string, Value> = { ...diagram.fields };
  if (lost.size > 0)
    set(fields, 'objects', listOrNothing(entriesOf(objects).filter((it) => !isLost(drawnId(it)))));
  // An empty list of lines means that none is drawn.
  if (removedLines.length > 0)
    fields.connections = entriesOf(connections).filter((it) => !removedLines.includes(it)) as Value;
  if (isObject(layout)) {
    const { objects: places, connections: bends, ...rest } = layout as Entry;
    const remaining = {
      ...rest,
      ...without('objects', places, isLost),
      ...without('connections', bends, isRemovedLine),
    };
    set(fields, 'layout', Object.keys(remaining).length > 0 ? remaining : undefined);
  }
  return { ...diagram, fields };
}

function set(fields: Record<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) delete fields[key];
  else fields[key] = value;
}

const listOrNothing = (list: readonly Entry[]): Value | undefined =>
  list.length === 0 ? undefined : (list as Value);

/** A map of the layout without keys; nothing if it becomes empty. */
function without(
  key: string,
  map: Value | undefined,
  isRemoved: (id: string) => boolean,
): Record<string, Value> {
  if (!isObject(map)) return map === undefined ? {} : { [key]: map };
  const all = Object.entries(map as Entry);
  const remainingEntries = all.filter(([id]) => !isRemoved(id));
  return remainingEntries.length === 0 && all.length > 0
    ? {}
    : { [key]: Object.fromEntries(remainingEntries) as Value };
}

/** A flow without steps from, to, or into removed elements, and without the steps below them. */
export function withoutSteps(flow: Element, isRemoved: IsRemoved, undrawn: Undrawn): Element {
  const lost = undrawn.get(String(flow.fields.diagram)) ?? new Set();
  const isLost = (id: Value | undefined): boolean =>
    typeof id === 'string' && (lost.has(id) || isRemoved('object', id));
  const steps = entriesOf(flow.fields.steps);
  const ids = new Set(steps.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
  const removed = new Set<Entry>();
  const removedIds = new Set<string>();
  const needsRemoval = (it: Entry): boolean =>
    isLost(it.origin) ||
    isLost(it.target) ||
    isRemoved('flow', it.flow) ||
    removedIds.has(stepOf(it.parent, ids));
  for (let size = -1; size !== removed.size; ) {
    size = removed.size;
    for (const step of steps) {
      if (!needsRemoval(step)) continue;
      removed.add(step);
      if (typeof step.id === 'string') removedIds.add(step.id);
    }
  }
  const fields: Record<string, Value> = { ...flow.fields };
  const remaining = steps.filter((it) => !removed.has(it));
  if (removed.size > 0 || remaining.some(({ via }) => isLost(via)))
    set(
      fields,
      'steps',
      listOrNothing(
        remaining.map(({ via, ...it }) => (via === undefined || isLost(via) ? it : { ...it, via })),
      ),
    );
  return { ...flow, fields };
}

/** The step that a parent names: `step` for `step/path`, unless that is the id of a step; empty without a parent. */
function stepOf(parent: Value | undefined, ids: ReadonlySet<string>): string {
  if (typeof parent !== 'string') return '';
  return ids.has(parent) ? parent : parent.slice(0, Math.max(parent.lastIndexOf('/'), 0));
}

import { isObject } from '../../../base/is-object.js';
import type { Doc, Fields } from '../../doc.js';
import type { Kind } from '../../records.js';
import { applyPatch } from '../patch.js';
import { changeOf, type RecordChange, sameValue, withoutComputed } from './record-change.js';

/** A record that a command was about to change when it ended: it is unknown which of its requests changed something. */
export interface OpenChange {
  kind: Kind;
  id: string;
  name: string;
  /** Previous values of all writable fields; null if the record did not exist. */
  before: Fields | null;
  /** Bodies of the updates in order; absent if they are unknown: any difference then counts as the change. */
  bodies?: readonly Fields[];
}

/** The change that was made, given the current record; undefined if there was none. */
export function changeMade({ kind, id, name, before, bodies }: OpenChange, now: Doc | null) {
  const was = before && { ...before, id };
  return changeOf(kind, was, writtenState(was, bodies, now), name);
}

/**
 * State of a record after those updates that took effect, given its current state: values that someone else has changed
 * since are left out. For each field, it is the value of the last update that the current record has, or else the
 * wanted one.
 */
export function writtenState(
  before: Doc | null,
  bodies: readonly Fields[] | undefined,
  current: Doc | null,
): Doc | null {
  if (!bodies || !current) return current;
  const [was, now] = [before && withoutComputed(before), withoutComputed(current)];
  const states: Fields[] = [was ?? {}];
  for (const body of bodies) states.unshift(applyPatch(states[0] ?? {}, body).after);
  const fields = new Set(bodies.flatMap((body) => Object.keys(body)));
  const written = [...fields].map((field) => {
    const values = states.map((state) => withParts(state[field], now[field]));
    return [field, values.find((it) => sameValue(it, now[field])) ?? values[0]] as const;
  });
  return { ...(was ?? now), ...Object.fromEntries(written), id: now.id };
}

/** The wanted value; entries of maps with the parts that the service added. */
const withParts = (wanted: unknown, now: unknown): unknown =>
  isObject(wanted) && isObject(now)
    ? Object.fromEntries(
        Object.entries(wanted).map(([key, it]) => [key, contains(now[key], it) ? now[key] : it]),
      )
    : wanted;

/** Whether a value contains all parts of another. */
export const contains = (value: unknown, parts: unknown): boolean =>
  isObject(parts) && isObject(value)
    ? Object.entries(parts).every(([key, it]) => contains(value[key], it))
    : sameValue(value, parts);

/** State of a record before a change, given its state after it. */
export const stateBefore = ({ id, before }: RecordChange, after: Doc | undefined): Doc | undefined =>
  before === null ? undefined : { ...after, ...before, id };

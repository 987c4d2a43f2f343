import type { Action } from '../services.js';

/**
 * Number of a new decision in a landscape: `wanted` if it is above all earlier numbers, otherwise the next one. Numbers of
 * deleted decisions are never reused (docs/service.md#adr).
 */
export function newAdrNumber({ services }: Action, landscapeId: string, wanted = 0): number {
  const { counters, records } = services.store;
  const name = `adr ${landscapeId}`;
  const known = records.ofLandscape('adr', landscapeId).map((adr) => adr.number);
  const last = Math.max(counters.get(name), ...known);
  const number = wanted > last ? wanted : last + 1;
  counters.set(name, number);
  return number;
}

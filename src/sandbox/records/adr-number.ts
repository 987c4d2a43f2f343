import type { Action } from '../services.js';

/** The wanted number if it is above all earlier ones, else the next. Never reused (docs/service.md#adr). */
export function newAdrNumber({ services }: Action, landscapeId: string, wanted = 0): number {
  const { counters, records } = services.store;
  const name = `adr ${landscapeId}`;
  const known = records.ofLandscape('adr', landscapeId).map((adr) => adr.number);
  const last = Math.max(counters.get(name), ...known);
  const number = wanted > last ? wanted : last + 1;
  counters.set(name, number);
  return number;
}

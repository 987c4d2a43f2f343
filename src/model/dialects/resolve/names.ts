import { truncate } from '../../validate/rule.js';
import type { Diagnostics } from '../diagnostics.js';
import type { Placement } from './placements.js';

/** Joins a name to one line; never empty. */
const oneLineName = (name: string, fallback: string): string => name.replace(/\s+/g, ' ').trim() || fallback;

/**
 * A name for each placement. Of several objects with the same name under one parent (docs/service.md#names), the later
 * ones get the parent's name as an addition.
 */
export function namesOf(
  placements: ReadonlyMap<string, Placement>,
  diagnostics: Diagnostics,
): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const next = new Map<string, number>();
  for (const [key, placement] of placements) {
    const name = oneLineName(placement.node.name, placement.type);
    names.set(key, name);
    if (placement.type === 'domain') continue;
    const inPlace = (it: string): string => `${placement.parent ?? placement.domain}\n${it}`;
    if (taken.has(inPlace(name))) {
      // Uses the original name of the parent; otherwise names would grow with each level.
      const around = placements.get(placement.groups.at(-1) ?? placement.parent ?? placement.domain);
      const where = oneLineName(around?.node.name ?? '', placement.type);
      const free = freeName(inPlace(`${name} (${where})`), taken, next).slice(inPlace('').length);
      names.set(key, free);
      const message = `The name "${truncate(name)}" is already in use: this object is renamed to "${truncate(free)}".`;
      diagnostics.guess(message, placement.node.place);
    }
    taken.add(inPlace(names.get(key) ?? name));
  }
  return names;
}

/** The first unused one of `name`, `name 2`, `name 3` …; `next` caches where to continue. */
function freeName(name: string, taken: ReadonlySet<string>, next: Map<string, number>): string {
  let at = next.get(name) ?? 1;
  let free = name;
  for (free = at === 1 ? name : `${name} ${at}`; taken.has(free); free = `${name} ${at}`) at += 1;
  next.set(name, at + 1);
  return free;
}

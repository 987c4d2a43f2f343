import type { SketchNode, SketchType } from '../../sketch.js';
import { fillMissing } from './fill.js';
import type { PlacedItem } from './picture.js';

/** An element that pictures show: equal items of several pictures are one thing. */
export interface Thing extends SketchNode {
  groups: string[];
  /** Key of the nearest domain, system or app around it, within which its name is unique. */
  scope?: string | undefined;
  /** Its aliases in pictures. */
  aliases: Set<string>;
}

/** Fills missing fields from another item; existing ones are kept. */
export function fillFrom(thing: Thing, item: PlacedItem): void {
  thing.aliases.add(item.alias);
  if (item.is === 'store' && thing.type === 'app') thing.type = 'store';
  if (item.external) thing.external = true;
  fillMissing(thing, item, ['caption', 'technology', 'links', 'labels']);
  if (item.tags) thing.tags = [...new Set([...(thing.tags ?? []), ...item.tags])];
}

/** Scope of a name: the domain of a system, the system of an app, the app of a component. */
export function scopeOf(
  type: SketchType,
  around: Thing | undefined,
  things: ReadonlyMap<string, Thing>,
): string | undefined {
  if (type === 'group' || type === 'domain') return around?.key;
  const wanted = SCOPES[type];
  for (const at of ancestors(around, things)) if (wanted.includes(at.type)) return at.key;
  return undefined;
}

/** A thing and its ancestors. */
function* ancestors(from: Thing | undefined, things: ReadonlyMap<string, Thing>): Generator<Thing> {
  let at = from;
  for (let steps = 0; at && steps < MAX_DEPTH; steps += 1) {
    yield at;
    at = at.parent === undefined ? undefined : things.get(at.parent);
  }
}

/** Limits the nesting depth. */
const MAX_DEPTH = 100;

function isIn(thing: Thing, around: Thing, things: ReadonlyMap<string, Thing>): boolean {
  for (const at of ancestors(thing, things)) if (at === around) return true;
  return false;
}

const SCOPES: Readonly<Record<Exclude<SketchType, 'group' | 'domain'>, readonly SketchType[]>> = {
  actor: ['domain'],
  system: ['domain'],
  app: ['system'],
  store: ['system'],
  component: ['app', 'store'],
};

/** Assigns a parent: the first enclosing whole is kept, further ones become groups. */
export function assignParent(
  thing: Thing,
  around: Thing,
  scope: string | undefined,
  things: ReadonlyMap<string, Thing>,
): void {
  const isParent = thing.parent === undefined && (scope !== undefined || !isDeep(thing));
  const isBetter = thing.parent !== undefined && thing.scope === undefined && scope !== undefined;
  if (around === thing) return;
  if (thing.type === 'group' && isIn(around, thing, things)) return;
  if (isBetter && thing.parent !== undefined && thing.parent !== around.key && thing.type !== 'group')
    thing.groups.push(thing.parent);
  if (isParent || isBetter) {
    thing.parent = around.key;
    if (scope !== undefined) thing.scope = scope;
  } else if (around.type === 'group' && thing.type !== 'group' && thing.parent !== around.key)
    if (!thing.groups.includes(around.key)) thing.groups.push(around.key);
}

const isDeep = ({ type }: Thing): boolean => type === 'app' || type === 'store' || type === 'component';

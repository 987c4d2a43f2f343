import { counted, folded } from '../../../../base/words.js';
import { inferred, type Sketch, type SketchNode, type SketchType, type SketchView } from '../../sketch.js';
import { typesOf } from './boundaries.js';
import { fill } from './fill.js';
import type { Findings } from './findings.js';
import { Homes } from './homes.js';
import { Lines } from './lines.js';
import type { Picture, Placed } from './picture.js';
import { viewOf } from './view.js';
import { subjectOf } from './words.js';

/** A thing that pictures show. */
export interface Thing extends SketchNode {
  groups: string[];
  /** Key of the domain, the system or the app that it is told to be in. */
  scope?: string;
  /** What pictures call it. */
  aliases: Set<string>;
}

/**
 * Pictures as one sketch. Things are one across pictures by their names, never within one: an alias says nothing elsewhere.
 */
export function merged(pictures: readonly Picture[], findings: Findings): Sketch {
  const merging = new Merging();
  const drawn = pictures.map((picture) => ({ picture, things: merging.add(picture) }));
  const lines = new Lines(merging.things);
  const edges = drawn.map(({ picture, things }, at) => lines.add(at, picture.lines, things));
  const subjects = pictures.map(({ title }) => subjectOf(title ?? '').whole);
  const homes = new Homes(merging.things, findings);
  for (const { picture, things } of drawn) homes.find(picture, things.values());
  const nodes = [...merging.things.values()];
  inDomain(nodes, findings);
  const kept = lines.done(findings);
  const views = drawn.map(({ picture, things }, at): SketchView => {
    const own = (edges[at] ?? []).flatMap((key) => kept.get(key) ?? []);
    return viewOf(`view ${at}`, picture, { shown: new Set(things.values()), edges: own }, merging.things);
  });
  const title = subjects.find((it) => it !== '') ?? nodes.find(({ type }) => type === 'domain')?.name;
  return {
    ...(title !== undefined && title !== '' && { title }),
    nodes: nodes.map(({ scope: _, aliases: __, ...node }) => node),
    edges: [...kept.values()],
    views: views.filter(({ nodes: shown }) => shown.length > 0),
    flows: [],
    findings: findings.all,
  };
}

/** Where there is one domain, all that stands in none is put there. */
function inDomain(things: readonly Thing[], findings: Findings): void {
  const [only, ...others] = things.filter(({ type }) => type === 'domain');
  if (!only || others.length > 0) return;
  const outside = things.filter((it) => it !== only && it.parent === undefined);
  for (const it of outside) it.parent = only.key;
  if (outside.length === 0) return;
  const message = `${counted(outside.length, 'thing')} outside of "${only.name}" ${outside.length === 1 ? 'is' : 'are'} put there: it is the only domain.`;
  findings.push(inferred(message, outside[0]?.place));
}

/** What may be one thing. */
const classOf = (type: SketchType): string => (type === 'store' ? 'app' : type);
const CLASSES = ['system', 'app', 'component', 'actor'];

class Merging {
  readonly things = new Map<string, Thing>();
  readonly #byName = new Map<string, Thing[]>();

  /** The things of a picture, by its items. */
  add({ items }: Picture): Map<Placed, Thing> {
    const types = typesOf(items);
    const things = new Map<Placed, Thing>();
    const used = new Set<Thing>();
    for (const item of items) {
      const type = types.get(item) ?? 'system';
      const around = item.parent && things.get(item.parent);
      const scope = scopeOf(type, around, this.things);
      const known = this.#known(item, { type, scope }, used);
      const thing = known ?? this.#made(item, type);
      used.add(thing);
      things.set(item, thing);
      take(thing, item);
      if (around) put(thing, around, scope, this.things);
    }
    return things;
  }

  /** The thing of another picture that this is. */
  #known(
    { name, alias, isLoose }: Placed,
    { type, scope }: { type: SketchType; scope: string | undefined },
    used: ReadonlySet<Thing>,
  ): Thing | undefined {
    const own = classOf(type);
    const classes = isLoose && CLASSES.includes(own) ? [own, ...CLASSES.filter((it) => it !== own)] : [own];
    for (const it of classes) {
      const candidates = (this.#byName.get(`${it} ${folded(name)}`) ?? []).filter(
        (one) => !used.has(one) && (one.scope === undefined || scope === undefined || one.scope === scope),
      );
      const best =
        candidates.find((one) => scope !== undefined && one.scope === scope) ??
        candidates.find((one) => one.aliases.has(alias)) ??
        candidates[0];
      if (best) return best;
    }
    // What is closed in one picture may be opened as a group in another, where it is called the same.
    const groups = own === 'system' && alias !== '' ? this.#byName.get(`group ${folded(name)}`) : undefined;
    return groups?.find((it) => !used.has(it) && it.aliases.has(alias));
  }

  #made({ name, place }: Placed, type: SketchType): Thing {
    const key = `${type} ${this.things.size} ${name}`;
    const thing: Thing = { key, name, type, place, groups: [], aliases: new Set() };
    this.things.set(key, thing);
    const called = `${classOf(type)} ${folded(name)}`;
    const list = this.#byName.get(called);
    if (list) list.push(thing);
    else this.#byName.set(called, [thing]);
    return thing;
  }
}

/** What is told first stays; what was open is filled. */
function take(thing: Thing, item: Placed): void {
  thing.aliases.add(item.alias);
  if (item.is === 'store' && thing.type === 'app') thing.type = 'store';
  if (item.external) thing.external = true;
  fill(thing, item, ['caption', 'technology', 'links', 'labels']);
  if (item.tags) thing.tags = [...new Set([...(thing.tags ?? []), ...item.tags])];
}

/** What tells things of one name apart: the domain of a system, the system of an app, the app of a component. */
function scopeOf(
  type: SketchType,
  around: Thing | undefined,
  things: ReadonlyMap<string, Thing>,
): string | undefined {
  if (type === 'group' || type === 'domain') return around?.key;
  const wanted = SCOPES[type];
  for (const at of wayUp(around, things)) if (wanted.includes(at.type)) return at.key;
  return undefined;
}

/** A thing and what it is in. */
function* wayUp(from: Thing | undefined, things: ReadonlyMap<string, Thing>): Generator<Thing> {
  let at = from;
  for (let steps = 0; at && steps < DEEPEST; steps += 1) {
    yield at;
    at = at.parent === undefined ? undefined : things.get(at.parent);
  }
}

/** Things in each other that are looked through. */
const DEEPEST = 100;

function isIn(thing: Thing, around: Thing, things: ReadonlyMap<string, Thing>): boolean {
  for (const at of wayUp(thing, things)) if (at === around) return true;
  return false;
}

const SCOPES: Readonly<Record<Exclude<SketchType, 'group' | 'domain'>, readonly SketchType[]>> = {
  actor: ['domain'],
  system: ['domain'],
  app: ['system'],
  store: ['system'],
  component: ['app', 'store'],
};

/** Puts a thing in what it stands in: the first place that says what it is a part of stays, others are groups of it. */
function put(
  thing: Thing,
  around: Thing,
  scope: string | undefined,
  things: ReadonlyMap<string, Thing>,
): void {
  const isSeat = thing.parent === undefined && (scope !== undefined || !isDeep(thing));
  const isBetter = thing.parent !== undefined && thing.scope === undefined && scope !== undefined;
  if (around === thing) return;
  if (thing.type === 'group' && isIn(around, thing, things)) return;
  if (isBetter && thing.parent !== undefined && thing.parent !== around.key && thing.type !== 'group')
    thing.groups.push(thing.parent);
  if (isSeat || isBetter) {
    thing.parent = around.key;
    if (scope !== undefined) thing.scope = scope;
  } else if (around.type === 'group' && thing.type !== 'group' && thing.parent !== around.key)
    if (!thing.groups.includes(around.key)) thing.groups.push(around.key);
}

const isDeep = ({ type }: Thing): boolean => type === 'app' || type === 'store' || type === 'component';

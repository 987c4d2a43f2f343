import { counted, folded } from '../../../../base/words.js';
import { inferred, type Sketch, type SketchType, type SketchView } from '../../sketch.js';
import { typesOf } from './boundaries.js';
import type { Findings } from './findings.js';
import { Homes } from './homes.js';
import { Lines } from './lines.js';
import type { Picture, Placed } from './picture.js';
import { put, scopeOf, type Thing, take } from './thing.js';
import { flowOf, viewOf } from './view.js';
import { subjectOf } from './words.js';

/**
 * Merges pictures into one sketch. Things are identified across pictures by name, never within one picture; aliases are
 * local to a picture.
 */
export function merged(pictures: readonly Picture[], findings: Findings): Sketch {
  const merging = new Merging();
  // Domains distinguish things with the same name. Pictures that do not state types take them from the others.
  const inOrder = [...pictures].sort((a, b) => rankOf(a) - rankOf(b));
  const added = new Map(inOrder.map((picture) => [picture, merging.add(picture)]));
  const drawn = pictures.map((picture) => ({ picture, things: added.get(picture) ?? new Map() }));
  const lines = new Lines(merging.things);
  const edges = drawn.map(({ picture, things }, at) => lines.add(at, picture.lines, things));
  lines.addMessages(drawn, findings);
  const subjects = pictures.map(({ title }) => subjectOf(title ?? '').whole);
  const homes = new Homes(merging.things, findings);
  for (const [picture, things] of added) homes.find(picture, things.values());
  const nodes = [...merging.things.values()];
  inDomain(nodes, findings);
  const kept = lines.done(findings);
  const views = drawn.map(({ picture, things }, at): SketchView => {
    const own = (edges[at] ?? []).flatMap((key) => kept.get(key) ?? []);
    return viewOf(`view ${at}`, picture, { shown: new Set(things.values()), edges: own }, merging.things);
  });
  const flows = drawn.flatMap(({ picture, things }, at) => flowOf(`view ${at}`, picture, things) ?? []);
  const title = subjects.find((it) => it !== '') ?? nodes.find(({ type }) => type === 'domain')?.name;
  return {
    ...(title !== undefined && title !== '' && { title }),
    nodes: nodes.map(({ scope: _, aliases: __, ...node }) => node),
    edges: [...kept.values()],
    views: views.filter(({ nodes: shown }) => shown.length > 0),
    flows,
    findings: findings.all,
  };
}

const rankOf = ({ items }: Picture): number =>
  items.some(({ word }) => word === 'enterprise') ? 0 : items.every((it) => it.isLoose) ? 2 : 1;

/** Moves everything without a domain into the only domain. */
function inDomain(things: readonly Thing[], findings: Findings): void {
  const [only, ...others] = things.filter(({ type }) => type === 'domain');
  if (!only || others.length > 0) return;
  const outside = things.filter((it) => it !== only && it.parent === undefined);
  for (const it of outside) it.parent = only.key;
  if (outside.length === 0) return;
  const message = `${counted(outside.length, 'element')} outside of "${only.name}" ${outside.length === 1 ? 'is' : 'are'} moved there: it is the only domain.`;
  findings.push(inferred(message, outside[0]?.place));
}

/** Things of one class may be identical. */
const classOf = (type: SketchType): string => (type === 'store' ? 'app' : type);
const CLASSES = ['system', 'app', 'component', 'actor'];

/** Limits the candidates of one name. */
const MOST_ALIKE = 1_000;

class Merging {
  readonly things = new Map<string, Thing>();
  /** Things of earlier pictures, by class and name. */
  readonly #byName = new Map<string, Thing[]>();
  /** Things first seen in the current picture, with their names. */
  #fresh: (readonly [called: string, thing: Thing])[] = [];
  /** Length of the prefix of each list that the current picture shows. */
  readonly #shown = new Map<string, number>();

  /** Things of a picture by item. */
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
    this.#keep();
    return things;
  }

  /** Makes the new things available to later pictures. */
  #keep(): void {
    for (const [called, thing] of this.#fresh) {
      const list = this.#byName.get(called);
      if (list) list.push(thing);
      else this.#byName.set(called, [thing]);
    }
    this.#fresh = [];
    this.#shown.clear();
  }

  /** Things of a name that the current picture does not show yet. */
  #others(called: string, used: ReadonlySet<Thing>): readonly Thing[] {
    const all = this.#byName.get(called) ?? [];
    let from = this.#shown.get(called) ?? 0;
    for (let one = all[from]; one && used.has(one); one = all[from]) from += 1;
    this.#shown.set(called, from);
    return all.slice(from, from + MOST_ALIKE).filter((it) => !used.has(it));
  }

  /** Finds the same thing in another picture. */
  #known(
    { name, alias, isLoose }: Placed,
    { type, scope }: { type: SketchType; scope: string | undefined },
    used: ReadonlySet<Thing>,
  ): Thing | undefined {
    const own = classOf(type);
    const classes =
      isLoose && CLASSES.includes(own) ? [own, ...CLASSES.filter((it) => it !== own), 'group'] : [own];
    for (const it of classes) {
      const candidates = this.#others(`${it} ${folded(name)}`, used).filter(
        (one) => one.scope === undefined || scope === undefined || one.scope === scope,
      );
      const best =
        candidates.find((one) => scope !== undefined && one.scope === scope) ??
        candidates.find((one) => one.aliases.has(alias)) ??
        candidates[0];
      if (best) return best;
    }
    // A closed box in one picture may be a group of the same name in another.
    const groups = own === 'system' && alias !== '' ? this.#others(`group ${folded(name)}`, used) : [];
    return groups.find((it) => it.aliases.has(alias));
  }

  #made({ name, place }: Placed, type: SketchType): Thing {
    const key = `${type} ${this.things.size} ${name}`;
    const thing: Thing = { key, name, type, place, groups: [], aliases: new Set() };
    this.things.set(key, thing);
    this.#fresh.push([`${classOf(type)} ${folded(name)}`, thing]);
    return thing;
  }
}

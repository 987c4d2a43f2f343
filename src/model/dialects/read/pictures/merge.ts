import { foldCase, pluralize } from '../../../../base/text/words.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Sketch, SketchType, SketchView } from '../../sketch.js';
import { typesOf } from './boundaries.js';
import { Lines } from './lines.js';
import { MissingParents } from './missing-parents.js';
import type { Picture, PlacedItem } from './picture.js';
import { assignParent, fillFrom, scopeOf, type Thing } from './thing.js';
import { flowOf, viewOf } from './view.js';
import { subjectOf } from './words.js';

/**
 * Merges pictures into one sketch. Things are identified across pictures by name, never within one picture; aliases are
 * local to a picture.
 */
export function mergePictures(pictures: readonly Picture[], diagnostics: Diagnostics): Sketch {
  const merging = new Merger();
  // Pictures with domains come first, because domains distinguish things with the same name. Pictures without types
  // come last, because they use the types of the others.
  const inOrder = [...pictures].sort((a, b) => rankOf(a) - rankOf(b));
  const added = new Map(inOrder.map((picture) => [picture, merging.add(picture)]));
  const drawn = pictures.map((picture) => ({ picture, things: added.get(picture) ?? new Map() }));
  const lines = new Lines(merging.things);
  const edges = drawn.map(({ picture, things }, at) => lines.add(at, picture.lines, things));
  lines.addMessages(drawn, diagnostics);
  const subjects = pictures.map(({ title }) => subjectOf(title ?? '').whole);
  const missingParents = new MissingParents(merging.things, diagnostics);
  for (const [picture, things] of added) missingParents.find(picture, things.values());
  const nodes = [...merging.things.values()];
  moveIntoOnlyDomain(nodes, diagnostics);
  const edgesByKey = lines.mergedLines(diagnostics);
  const views = drawn.map(({ picture, things }, at): SketchView => {
    const own = (edges[at] ?? []).flatMap((key) => edgesByKey.get(key) ?? []);
    return viewOf(`view ${at}`, picture, { shown: new Set(things.values()), edges: own }, merging.things);
  });
  const flows = drawn.flatMap(({ picture, things }, at) => flowOf(`view ${at}`, picture, things) ?? []);
  const title = subjects.find((it) => it !== '') ?? nodes.find(({ type }) => type === 'domain')?.name;
  return {
    title: title || undefined,
    nodes: nodes.map(({ scope: _, aliases: __, ...node }) => node),
    edges: [...edgesByKey.values()],
    views: views.filter(({ nodes: shown }) => shown.length > 0),
    flows,
    findings: diagnostics.all,
  };
}

const rankOf = ({ items }: Picture): number =>
  items.some(({ keyword }) => keyword === 'enterprise') ? 0 : items.every((it) => it.hasInferredType) ? 2 : 1;

/** Moves everything without a domain into the only domain. */
function moveIntoOnlyDomain(things: readonly Thing[], diagnostics: Diagnostics): void {
  const [only, ...others] = things.filter(({ type }) => type === 'domain');
  if (!only || others.length > 0) return;
  const outside = things.filter((it) => it !== only && it.parent === undefined);
  for (const it of outside) it.parent = only.key;
  if (outside.length === 0) return;
  const message = `${pluralize(outside.length, 'element')} outside of "${only.name}" ${outside.length === 1 ? 'is' : 'are'} moved there: it is the only domain.`;
  diagnostics.guess(message, outside[0]?.place);
}

/** Class of a type. Only items of one class can represent the same element. */
const classOf = (type: SketchType): string => (type === 'store' ? 'app' : type);
const CLASSES = ['system', 'app', 'component', 'actor'];

/** Maximum number of candidates for one name. */
const MAX_CANDIDATES = 1_000;

class Merger {
  readonly things = new Map<string, Thing>();
  /** Things of earlier pictures, by class and name. */
  readonly #byName = new Map<string, Thing[]>();
  /** Things first seen in the current picture, with their names. */
  #newThings: (readonly [identity: string, thing: Thing])[] = [];
  /** For each list of `#byName`: number of leading things that the current picture already contains. */
  readonly #usedCounts = new Map<string, number>();

  /** Adds the items of a picture, and returns their things by item. */
  add({ items }: Picture): Map<PlacedItem, Thing> {
    const types = typesOf(items);
    const things = new Map<PlacedItem, Thing>();
    const used = new Set<Thing>();
    for (const item of items) {
      const type = types.get(item) ?? 'system';
      const around = item.parent && things.get(item.parent);
      const scope = scopeOf(type, around, this.things);
      const known = this.#match(item, { type, scope }, used);
      const thing = known ?? this.#create(item, type);
      used.add(thing);
      things.set(item, thing);
      fillFrom(thing, item);
      if (around) assignParent(thing, around, scope, this.things);
    }
    this.#indexNewThings();
    return things;
  }

  /** Makes the new things available to later pictures. */
  #indexNewThings(): void {
    for (const [identity, thing] of this.#newThings) {
      const list = this.#byName.get(identity);
      if (list) list.push(thing);
      else this.#byName.set(identity, [thing]);
    }
    this.#newThings = [];
    this.#usedCounts.clear();
  }

  /** Earlier things of a class and name that the current picture does not contain yet. */
  #candidates(identity: string, used: ReadonlySet<Thing>): readonly Thing[] {
    const all = this.#byName.get(identity) ?? [];
    let from = this.#usedCounts.get(identity) ?? 0;
    for (let one = all[from]; one && used.has(one); one = all[from]) from += 1;
    this.#usedCounts.set(identity, from);
    return all.slice(from, from + MAX_CANDIDATES).filter((it) => !used.has(it));
  }

  /** Finds the item of an earlier picture that is the same as this one. */
  #match(
    { name, alias, hasInferredType }: PlacedItem,
    { type, scope }: { type: SketchType; scope: string | undefined },
    used: ReadonlySet<Thing>,
  ): Thing | undefined {
    const own = classOf(type);
    const classes =
      hasInferredType && CLASSES.includes(own)
        ? [own, ...CLASSES.filter((it) => it !== own), 'group']
        : [own];
    for (const it of classes) {
      const candidates = this.#candidates(`${it} ${foldCase(name)}`, used).filter(
        (one) => one.scope === undefined || scope === undefined || one.scope === scope,
      );
      const best =
        candidates.find((one) => scope !== undefined && one.scope === scope) ??
        candidates.find((one) => one.aliases.has(alias)) ??
        candidates[0];
      if (best) return best;
    }
    // A collapsed box in one picture can be a group of the same name in another.
    const groups = own === 'system' && alias !== '' ? this.#candidates(`group ${foldCase(name)}`, used) : [];
    return groups.find((it) => it.aliases.has(alias));
  }

  #create({ name, place }: PlacedItem, type: SketchType): Thing {
    const key = `${type} ${this.things.size} ${name}`;
    const thing: Thing = { key, name, type, place, groups: [], aliases: new Set() };
    this.things.set(key, thing);
    this.#newThings.push([`${classOf(type)} ${foldCase(name)}`, thing]);
    return thing;
  }
}

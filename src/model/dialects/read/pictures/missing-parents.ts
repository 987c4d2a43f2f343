import { foldCase } from '../../../../base/text/words.js';
import { truncate } from '../../../validate/rule.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { SketchType } from '../../sketch.js';
import type { Picture } from './picture.js';
import type { Thing } from './thing.js';
import { subjectOf } from './words.js';

/** Infers systems for apps, and apps for components, that no boundary gives, from the title of their picture. */
export class MissingParents {
  readonly #things: Map<string, Thing>;
  readonly #diagnostics: Diagnostics;
  /** Systems and apps by name; undefined for an ambiguous name. */
  readonly #byName = new Map<string, Thing | undefined>();

  constructor(things: Map<string, Thing>, diagnostics: Diagnostics) {
    this.#things = things;
    this.#diagnostics = diagnostics;
    for (const it of things.values()) this.#name(it);
  }

  #name(thing: Thing): void {
    if (thing.type !== 'system' && thing.type !== 'app') return;
    const called = `${thing.type} ${foldCase(thing.name)}`;
    this.#byName.set(called, this.#byName.has(called) ? undefined : thing);
  }

  /** Assigns parents to the things of a picture. */
  find({ title, fallback }: Picture, shown: Iterable<Thing>): void {
    const { whole, part } = subjectOf(title ?? '');
    const system = whole || fallback;
    const things = [...shown];
    const apps: Thing[] = [];
    for (const thing of things)
      if (thing.type === 'component' && thing.scope === undefined) {
        const app = this.#parentFor('app', part ?? system, thing);
        this.#move(thing, app);
        apps.push(app);
      }
    for (const thing of [...things, ...apps])
      if ((thing.type === 'app' || thing.type === 'store') && thing.scope === undefined)
        this.#move(thing, this.#parentFor('system', system, thing));
  }

  #move(thing: Thing, parent: Thing): void {
    const above = thing.parent === undefined ? undefined : this.#things.get(thing.parent);
    if (above?.type === 'group' && !thing.groups.includes(above.key)) thing.groups.unshift(above.key);
    thing.parent = parent.key;
    thing.scope = parent.key;
  }

  #parentFor(type: Extract<SketchType, 'system' | 'app'>, name: string, of: Thing): Thing {
    const called = `${type} ${foldCase(name)}`;
    const known = this.#byName.get(called);
    const what = type === 'system' ? 'system' : 'app';
    const parent = known ?? this.#create(type, name);
    const how = known ? `it is moved to "${truncate(name)}"` : `"${truncate(name)}" is added`;
    this.#diagnostics.guess(
      `"${truncate(of.name)}" is not in ${what === 'app' ? 'an' : 'a'} ${what}: ${how}.`,
      of.place,
    );
    return parent;
  }

  #create(type: 'system' | 'app', name: string): Thing {
    const key = `made ${type} ${this.#things.size} ${name}`;
    const created: Thing = { key, name, type, groups: [], aliases: new Set() };
    this.#things.set(key, created);
    this.#byName.set(`${type} ${foldCase(name)}`, created);
    return created;
  }
}

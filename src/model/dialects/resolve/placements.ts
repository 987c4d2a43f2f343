import { truncate } from '../../validate/rule.js';
import type { Diagnostics } from '../diagnostics.js';
import type { Sketch, SketchNode, SketchType } from '../sketch.js';

/** Type and parent of each node in the model (docs/service.md#parents-by-type). */

export interface Placement {
  node: SketchNode;
  type: SketchType;
  /** Key of its domain; for a domain, its own key. */
  domain: string;
  /** Key of the parent object; absent at the top of its domain. */
  parent?: string;
  /** Keys of its groups besides its parent. */
  groups: readonly string[];
}

/** Enclosing elements of a node. */
interface Enclosing {
  domain?: string;
  group?: string;
  system?: string;
  app?: string;
  component?: string;
}

/** Domain for elements without one. */
const DEFAULT_DOMAIN = '\u0000domain';

/** Type of a node under these parents. */
function typeWithin(type: SketchType, around: Enclosing): SketchType {
  if (type === 'domain')
    return around.domain === undefined && around.group === undefined ? 'domain' : 'group';
  if (type === 'system' || type === 'app' || type === 'store') {
    if (around.app !== undefined) return 'component';
    if (type === 'system' && around.system !== undefined) return 'app';
  }
  return type;
}

/** Places every node, parents first, including generated nodes. */
export function placementsOf(sketch: Sketch, diagnostics: Diagnostics): Map<string, Placement> {
  return new Placer(sketch, diagnostics).all();
}

class Placer {
  readonly #placements = new Map<string, Placement>();
  readonly #children = new Map<string | undefined, SketchNode[]>();
  readonly #byKey: ReadonlyMap<string, SketchNode>;
  readonly #title: string;
  readonly #diagnostics: Diagnostics;

  constructor({ nodes, title }: Sketch, diagnostics: Diagnostics) {
    this.#title = title ?? 'Model';
    this.#diagnostics = diagnostics;
    this.#byKey = new Map(nodes.map((it) => [it.key, it]));
    for (const node of nodes) {
      const above = node.parent !== undefined && this.#byKey.has(node.parent) ? node.parent : undefined;
      const list = this.#children.get(above);
      if (list) list.push(node);
      else this.#children.set(above, [node]);
    }
  }

  all(): Map<string, Placement> {
    this.#placeBelow(this.#children.get(undefined) ?? [], {});
    // Nodes of a parent cycle cannot be reached from the top: the first one is placed there.
    for (const node of this.#byKey.values()) {
      if (this.#placements.has(node.key)) continue;
      this.#diagnostics.loss(
        `"${truncate(node.name)}" contains itself: it is moved to the top level.`,
        node.place,
      );
      this.#placeBelow([node], {});
    }
    return this.#placements;
  }

  #placeBelow(first: readonly SketchNode[], around: Enclosing): void {
    const open = first.map((node) => ({ node, around })).reverse();
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const { node } = one;
      if (this.#placements.has(node.key)) continue;
      const inside = this.#place(node, one.around);
      const below = this.#children.get(node.key) ?? [];
      for (const child of [...below].reverse()) open.push({ node: child, around: inside });
    }
  }

  /** Places a node, and returns the enclosing elements of its children. */
  #place(node: SketchNode, around: Enclosing): Enclosing {
    const type = typeWithin(node.type, around);
    if (type !== node.type && node.type !== 'domain') {
      const message = `The ${node.type} "${truncate(node.name)}" is inside another: it becomes ${type === 'app' ? 'an app' : 'a component'}.`;
      this.#diagnostics.loss(message, node.place);
    }
    if (type === 'domain') {
      this.#placements.set(node.key, { node, type, domain: node.key, groups: [] });
      return { domain: node.key };
    }
    const domain = around.domain ?? this.#defaultDomain();
    const within = { ...around, domain };
    // Nested groups already refer to their parents.
    const groups =
      type === 'group' ? [] : (node.groups ?? []).filter((it) => this.#byKey.get(it)?.type === 'group');
    const addPlacement = (parent: string | undefined, more: readonly (string | undefined)[] = []): void => {
      const besides = new Set([...groups, ...more].filter((it) => it !== undefined && it !== parent));
      const placement = { node, type, domain, groups: [...besides] as string[] };
      this.#placements.set(node.key, parent === undefined ? placement : { ...placement, parent });
    };
    switch (type) {
      case 'group':
        addPlacement(around.group);
        return { ...within, group: node.key };
      case 'actor':
        if (around.system !== undefined)
          this.#diagnostics.loss(
            `The actor "${truncate(node.name)}" is inside a system: it is moved next to the system.`,
            node.place,
          );
        addPlacement(around.system === undefined ? around.group : undefined);
        return within;
      case 'system': {
        addPlacement(around.group);
        const { group: _, ...rest } = within;
        return { ...rest, system: node.key };
      }
      case 'app':
      case 'store': {
        const system = around.system ?? this.#generatedSystem(node, within);
        addPlacement(system, around.system === undefined ? [] : [around.group]);
        const { group: _, ...rest } = within;
        return { ...rest, system, app: node.key };
      }
      case 'component': {
        const app = around.app ?? this.#generatedApp(node, within);
        addPlacement(app, [around.group]);
        if (around.component !== undefined)
          this.#diagnostics.loss(
            `The component "${truncate(node.name)}" is inside another: it is moved next to that component.`,
            node.place,
          );
        return { ...within, app, component: node.key };
      }
    }
  }

  #defaultDomain(): string {
    if (!this.#placements.has(DEFAULT_DOMAIN)) {
      const node: SketchNode = { key: DEFAULT_DOMAIN, name: this.#title, type: 'domain' };
      this.#placements.set(DEFAULT_DOMAIN, { node, type: 'domain', domain: DEFAULT_DOMAIN, groups: [] });
    }
    return DEFAULT_DOMAIN;
  }

  /** Generated system for elements without one, one a group. */
  #generatedSystem(of: SketchNode, { domain = DEFAULT_DOMAIN, group }: Enclosing): string {
    const key = `\u0000system ${domain} ${group ?? ''}`;
    if (!this.#placements.has(key)) {
      const around = this.#placements.get(group ?? domain)?.node.name ?? this.#title;
      const node: SketchNode = { key, name: `${around} System`, type: 'system' };
      const placement = { node, type: 'system' as const, domain, groups: [] };
      this.#placements.set(key, group === undefined ? placement : { ...placement, parent: group });
      const message = `"${truncate(of.name)}" is not in a system: the system "${truncate(node.name)}" is added.`;
      this.#diagnostics.guess(message, of.place);
    }
    return key;
  }

  /** Generated app for components without one, one a system. */
  #generatedApp(of: SketchNode, around: Enclosing): string {
    const system = around.system ?? this.#generatedSystem(of, around);
    const key = `\u0000app ${system}`;
    const placement = this.#placements.get(system);
    if (placement && !this.#placements.has(key)) {
      const node: SketchNode = { key, name: `${placement.node.name} App`, type: 'app' };
      this.#placements.set(key, { node, type: 'app', domain: placement.domain, parent: system, groups: [] });
      const message = `The component "${truncate(of.name)}" is not in an app: the app "${truncate(node.name)}" is added.`;
      this.#diagnostics.guess(message, of.place);
    }
    return key;
  }
}

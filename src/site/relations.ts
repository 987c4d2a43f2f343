import type { SiteConnection, SiteData, SiteDecision, SiteDiagram, SiteFlow, SiteObject } from './types.js';

/** Lookups in the data of a site, by id. Each index is built on first use. */
export interface Relations {
  object(id: string): SiteObject | undefined;
  connection(id: string): SiteConnection | undefined;
  diagram(id: string): SiteDiagram | undefined;
  flow(id: string): SiteFlow | undefined;
  /** Objects directly inside an object; top-level objects for undefined. */
  children(id: string | undefined): readonly SiteObject[];
  /** Ancestors of an object, outermost first. Stops at a cycle of parents. */
  ancestors(id: string): readonly SiteObject[];
  outgoing(id: string): readonly SiteConnection[];
  incoming(id: string): readonly SiteConnection[];
  /** Diagrams that show the content of an object. */
  opens(id: string): readonly SiteDiagram[];
  /** Diagrams on which an object is drawn. */
  shownOn(id: string): readonly SiteDiagram[];
  /** Flows with a step from, to or through an object. */
  flowsOf(id: string): readonly SiteFlow[];
  flowsOn(diagramId: string): readonly SiteFlow[];
  /** Decisions about an object, or about a diagram. */
  decisionsAbout(id: string): readonly SiteDecision[];
}

export function relationsOf(data: SiteData): Relations {
  const objects = lazily(() => byId(data.objects));
  const connections = lazily(() => byId(data.connections));
  const diagrams = lazily(() => byId(data.diagrams));
  const flows = lazily(() => byId(data.flows));
  const children = lazily(() => index(data.objects, ({ parent }) => [parent ?? '']));
  const outgoing = lazily(() =>
    index(data.connections, ({ origin, target, direction }) =>
      direction === 'bidirectional' ? [origin, target] : [origin],
    ),
  );
  const incoming = lazily(() =>
    index(data.connections, ({ origin, target, direction }) =>
      direction === 'bidirectional' ? [target, origin] : [target],
    ),
  );
  const opens = lazily(() => index(data.diagrams, ({ of }) => (of === undefined ? [] : [of])));
  const shownOn = lazily(() => index(data.diagrams, (it) => it.objects));
  const flowsOf = lazily(() =>
    index(data.flows, ({ steps }) =>
      steps.flatMap(({ origin, target, via }) => [origin, target, via].filter((it) => it !== undefined)),
    ),
  );
  const flowsOn = lazily(() => index(data.flows, ({ diagram }) => (diagram === undefined ? [] : [diagram])));
  const decisionsAbout = lazily(() =>
    index(data.decisions, ({ objects = [], diagrams = [] }) => [...objects, ...diagrams]),
  );
  const object = (id: string) => objects().get(id);
  return {
    object,
    connection: (id) => connections().get(id),
    diagram: (id) => diagrams().get(id),
    flow: (id) => flows().get(id),
    children: (id = '') => children().get(id) ?? [],
    ancestors: (id) => {
      const found = new Set<SiteObject>();
      for (let at = object(id)?.parent; at !== undefined; ) {
        const parent = object(at);
        if (!parent || found.has(parent)) break;
        found.add(parent);
        at = parent.parent;
      }
      return [...found].reverse();
    },
    outgoing: (id) => outgoing().get(id) ?? [],
    incoming: (id) => incoming().get(id) ?? [],
    opens: (id) => opens().get(id) ?? [],
    shownOn: (id) => shownOn().get(id) ?? [],
    flowsOf: (id) => flowsOf().get(id) ?? [],
    flowsOn: (id) => flowsOn().get(id) ?? [],
    decisionsAbout: (id) => decisionsAbout().get(id) ?? [],
  };
}

function lazily<Value>(create: () => Value): () => Value {
  let value: { of: Value } | undefined;
  return () => {
    value ??= { of: create() };
    return value.of;
  };
}

const byId = <Item extends { id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((it) => [it.id, it]));

/** Items by key, each item once per key, in order. */
function index<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const known = found.get(key);
      if (known) known.push(item);
      else found.set(key, [item]);
    }
  return found;
}

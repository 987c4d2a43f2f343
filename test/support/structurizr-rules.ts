/**
 * Rules by which Structurizr refuses a well-formed workspace: duplicate names, relationships that exist
 * already (written or implied) or lead to a descendant, and steps of dynamic views without a relationship.
 */

interface Item {
  id: string;
  kind: string;
  parent: Item | undefined;
}

const TEXT = String.raw`"((?:[^"\\]|\\.)*)"`;
const ELEMENT = RegExp(String.raw`^(\w+) = (\w+) ${TEXT}`);
const RELATION = RegExp(String.raw`^(\w+) -> (\w+)(?: ${TEXT})?`);
const VIEW = RegExp(String.raw`^(systemLandscape|container|component|dynamic)(?: (\w+|\*))? ${TEXT}`);

const wayUp = (item: Item): Item[] => (item.parent ? [item, ...wayUp(item.parent)] : [item]);

/** Returns the faults of an exported workspace, each with its line. */
export function faultsOf(text: string): string[] {
  return new Checker().check(text);
}

class Checker {
  readonly #items = new Map<string, Item>();
  readonly #names = new Set<string>();
  readonly #relations = new Map<string, Set<string>>();
  readonly #keys = new Set<string>();
  readonly #faults: string[] = [];

  check(text: string): string[] {
    /** Kind of each open block: an element, a view, or another block. */
    const open: { item?: Item; dynamic?: { scope: Item | undefined; on: Set<Item> } }[] = [];
    for (const line of text.split('\n').map((it) => it.trim())) {
      const fault = (message: string): void => {
        this.#faults.push(`${message}: ${line}`);
      };
      const opens = line.endsWith('{');
      if (line === '}') open.pop();
      const element = ELEMENT.exec(line);
      const relation = RELATION.exec(line);
      const view = VIEW.exec(line);
      const { dynamic } = open.at(-1) ?? {};
      let inner: (typeof open)[number] = {};
      if (element) inner = { item: this.#element(element, open.findLast(({ item }) => item)?.item, fault) };
      else if (relation && dynamic) this.#step(relation, dynamic, fault);
      else if (relation) this.#relation(relation, fault);
      else if (view) {
        if (this.#keys.has(view[3] ?? '')) fault('A view has this key already');
        this.#keys.add(view[3] ?? '');
        const scope = this.#items.get(view[2] ?? '');
        if (view[1] === 'dynamic') inner = { dynamic: { scope, on: new Set() } };
      }
      if (opens) open.push(inner);
    }
    if (open.length > 0) this.#faults.push('Blocks are not closed.');
    return this.#faults;
  }

  #element([, id = '', kind = '', name = '']: RegExpExecArray, parent: Item | undefined, fault: Fault): Item {
    const item = { id, kind, parent };
    if (this.#items.has(id)) fault('The identifier is taken');
    this.#items.set(id, item);
    const path = `${parent?.id ?? ''}\n${name}`;
    if (this.#names.has(path)) fault('The name is taken');
    this.#names.add(path);
    return item;
  }

  #relation([, from = '', to = '', text = '']: RegExpExecArray, fault: Fault): void {
    const [origin, target] = [this.#items.get(from), this.#items.get(to)];
    if (!origin || !target || areParentAndChild(origin, target)) {
      fault('An end is not there, or they are parent and child');
      return;
    }
    const known = this.#between(origin, target);
    if (known.has(text)) fault('The relationship exists already');
    known.add(text);
    for (const above of wayUp(origin))
      for (const other of wayUp(target)) {
        const implied = this.#between(above, other);
        if (above !== other && !areParentAndChild(above, other) && implied.size === 0) implied.add(text);
      }
  }

  #between(from: Item, to: Item): Set<string> {
    const pair = `${from.id} ${to.id}`;
    const known = this.#relations.get(pair) ?? new Set<string>();
    this.#relations.set(pair, known);
    return known;
  }

  #step(
    [, from = '', to = '']: RegExpExecArray,
    { scope, on }: { scope: Item | undefined; on: Set<Item> },
    fault: Fault,
  ): void {
    for (const id of [from, to]) {
      const item = this.#items.get(id);
      if (!item) {
        fault('An end is not there');
        return;
      }
      if (item.kind !== 'person') {
        if (!scope && item.kind !== 'softwareSystem') fault('Only people and systems can be added');
        if (scope && wayUp(scope).includes(item)) fault('The element is the scope');
        if (scope?.kind === 'softwareSystem' && item.kind === 'component')
          fault('Components cannot be added');
      }
      if ([...on].some((it) => areParentAndChild(it, item))) fault('A parent or child is on the view');
      on.add(item);
    }
    const known = [`${from} ${to}`, `${to} ${from}`].some((it) => (this.#relations.get(it)?.size ?? 0) > 0);
    if (!known) fault('There is no such relationship');
  }
}

type Fault = (message: string) => void;

const areParentAndChild = (a: Item, b: Item): boolean =>
  a !== b && (wayUp(a).includes(b) || wayUp(b).includes(a));

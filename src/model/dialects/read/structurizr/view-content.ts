import { push } from '../../../../base/grouped.js';
import type { Item, View, Workspace } from './workspace.js';

/** Elements of a view: those it names, and for `*` the default elements of its kind. */
export class ViewContent {
  readonly #workspace: Workspace;
  readonly #children = new Map<Item, Item[]>();
  readonly #related = new Map<Item, Item[]>();
  /** Elements of `*`, by kind and subject. */
  readonly #shown = new Map<string, readonly Item[]>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    for (const item of workspace.items) if (item.parent) push(this.#children, item.parent, item);
    for (const { from, to } of workspace.relations) {
      const [origin, target] = [workspace.itemAt(from), workspace.itemAt(to)];
      if (!origin || !target) continue;
      push(this.#related, origin, target);
      push(this.#related, target, origin);
    }
  }

  of(view: View, subject: Item | undefined): Item[] {
    const on = new Set<Item>();
    for (const { what, of, place } of view.content) {
      const items = of === '*' ? this.#all(view, subject) : [this.#workspace.itemAt(of)];
      if (!this.#workspace.diagnostics.spendWork(items.length, place)) break;
      for (const item of items) {
        if (item && what === 'include') on.add(item);
        else if (item) on.delete(item);
        else if (of !== '*' && 'word' in of)
          this.#workspace.diagnostics.loss(`The view refers to ${of.word}, which is not an element.`, place);
      }
    }
    return [...on];
  }

  #all({ kind }: View, subject: Item | undefined): readonly Item[] {
    const key = `${kind} ${subject?.key ?? ''}`;
    const known = this.#shown.get(key) ?? [...this.#wildcard(kind, subject)];
    this.#shown.set(key, known);
    return known;
  }

  #wildcard(kind: View['kind'], subject: Item | undefined): Set<Item> {
    if (kind === 'systemLandscape' || !subject)
      return new Set(
        this.#workspace.items.filter((it) => it.kind === 'person' || it.kind === 'softwareSystem'),
      );
    const on = new Set<Item>(kind === 'systemContext' ? [subject] : this.#children.get(subject));
    // A relationship of a child counts for the whole; those of the subject itself belong to the view above.
    for (const inner of this.#within(subject)) {
      if (inner === subject && kind !== 'systemContext') continue;
      for (const other of this.#related.get(inner) ?? []) {
        const beside = shownAncestor(other, subject);
        if (beside) on.add(beside);
      }
    }
    return on;
  }

  #within(subject: Item): Item[] {
    const found = [subject];
    for (const one of found) found.push(...(this.#children.get(one) ?? []));
    return found;
  }
}

/**
 * The ancestor of an element that is shown beside the subject: a container of the same system, or a top-level element.
 */
function shownAncestor(other: Item, subject: Item): Item | undefined {
  let last = other;
  for (let at: Item | undefined = other; at; at = at.parent) {
    if (at === subject) return undefined;
    if (at === subject.parent) return last === at ? undefined : last;
    last = at;
  }
  return last;
}

import { push } from '../../../../base/grouped.js';
import { truncate } from '../../../validate/rule.js';
import type { Sketch, SketchFlow, SketchType, SketchView } from '../../sketch.js';
import { likec4Id } from '../ids.js';
import type { Names } from './names.js';
import type { Element, Flow, Source, Target, View } from './source.js';

/** Elements of views, and the diagrams of flows. */

export function viewsOf(
  source: Source,
  names: Names,
  types: ReadonlyMap<string, SketchType>,
): Pick<Sketch, 'views' | 'flows'> {
  const content = new ViewContent(source, names);
  const byName = new Map(source.views.map((it) => [it.name, it]));
  const views = source.views.flatMap((it, at) =>
    it.isLevel ? [] : (viewOf(it, at, byName, content, source, names) ?? []),
  );
  const flows = source.flows.flatMap(
    (it, at) => flowOf(it, `flow ${at}`, content, source, names, types) ?? [],
  );
  return { views: [...views, ...flows.map(({ view }) => view)], flows: flows.map(({ flow }) => flow) };
}

class ViewContent {
  readonly #source: Source;
  readonly #names: Names;
  readonly #children = new Map<string, string[]>();
  readonly #related = new Map<string, string[]>();
  readonly #shown = new Map<string, readonly string[]>();

  constructor(source: Source, names: Names) {
    this.#source = source;
    this.#names = names;
    for (const { path, within } of source.elements.values()) push(this.#children, within, path);
    for (const relation of source.relations) {
      const [from, to] = [names.find(relation.from)?.path, names.find(relation.to)?.path];
      if (from === undefined || to === undefined) continue;
      push(this.#related, from, to);
      push(this.#related, to, from);
    }
  }

  /** Paths of the elements on a view, added to those of the view it extends. */
  of(
    { content }: Pick<View, 'content'>,
    subject: Element | undefined,
    first: Iterable<string> = [],
  ): Set<string> {
    const on = new Set(first);
    for (const { what, of, place } of content) {
      const found = this.#targets(of, subject);
      if (!found) {
        const word = of.is === 'element' ? of.of.word : of.is === 'path' ? of.path : '';
        this.#source.diagnostics.loss(
          `The view refers to ${truncate(word)}, which is not an element.`,
          place,
        );
      }
      const size = of.is === 'kind' || of.is === 'tag' ? this.#source.elements.size : (found?.length ?? 0);
      if (!this.#source.diagnostics.spendWork(size, place)) break;
      for (const path of found ?? [])
        if (what === 'include') on.add(path);
        else on.delete(path);
    }
    return on;
  }

  #targets(target: Target, subject: Element | undefined): readonly string[] | undefined {
    const elements = this.#source.elements;
    switch (target.is) {
      case 'all':
        return subject ? this.#around(subject) : (this.#children.get('') ?? []);
      case 'kind':
        return [...elements.values()].filter(({ kind }) => kind === target.name).map(({ path }) => path);
      case 'tag':
        return [...elements.values()]
          .filter(({ tags }) => tags.includes(target.name))
          .map(({ path }) => path);
      case 'path':
        return elements.has(target.path) ? [target.path] : undefined;
      case 'element': {
        const path = this.#names.find({ word: target.of.word, within: subject?.path ?? '' })?.path;
        if (path === undefined || target.suffix === '') return path === undefined ? undefined : [path];
        return target.suffix === '*' ? (this.#children.get(path) ?? []) : this.#within(path).slice(1);
      }
    }
  }

  #within(path: string): string[] {
    const found = [path];
    for (const one of found) for (const it of this.#children.get(one) ?? []) found.push(it);
    return found;
  }

  /** Children of an element, and neighbours that are connected with it. */
  #around({ path }: Element): readonly string[] {
    const known = this.#shown.get(path);
    if (known) return known;
    const children = this.#children.get(path) ?? [];
    const on = new Set(children.length > 0 ? children : [path]);
    for (const inner of this.#within(path))
      for (const other of this.#related.get(inner) ?? []) {
        const beside = shownAncestor(other, path);
        if (beside !== undefined) on.add(beside);
      }
    const shown = [...on];
    this.#shown.set(path, shown);
    return shown;
  }
}

/** The outermost ancestor of `other` (or `other` itself) that does not contain `path`; undefined if one contains the other. */
function shownAncestor(other: string, path: string): string | undefined {
  const [own, steps] = [path.split('.'), other.split('.')];
  const parted = steps.findIndex((it, at) => it !== own[at]);
  return parted === -1 || parted >= own.length ? undefined : steps.slice(0, parted + 1).join('.');
}

/** Limits chains of views that extend each other. */
const MAX_EXTENDED = 20;

function viewOf(
  view: View,
  at: number,
  byName: ReadonlyMap<string | undefined, View>,
  content: ViewContent,
  source: Source,
  names: Names,
): SketchView | undefined {
  const chain = [view];
  for (let it: View | undefined = view; it?.extends !== undefined && chain.length < MAX_EXTENDED; ) {
    const { extends: above, place }: View = it;
    it = byName.get(above);
    if (it) chain.unshift(it);
    else
      source.diagnostics.loss(
        `A view extends the view ${truncate(above ?? '')}, which does not exist.`,
        place,
      );
  }
  const of = chain.findLast((it) => it.of !== undefined)?.of;
  const subject = of && names.find(of);
  if (of && !subject) {
    source.diagnostics.loss(`A view is skipped: ${truncate(of.word)} is not an element.`, view.place);
    return undefined;
  }
  const on = chain.reduce<Set<string>>((before, it) => content.of(it, subject, before), new Set());
  return {
    key: `view ${at}`,
    id: view.name === undefined ? undefined : { exact: likec4Id(view.name) },
    name: view.title ?? subject?.title ?? subject?.name ?? view.name ?? 'Landscape',
    type: 'context-diagram',
    nodes: [...on],
    place: view.place,
    edges: view.relations,
    description: view.description,
    of: subject?.path,
  };
}

/** Steps between existing elements, on a diagram of their common parent. */
function flowOf(
  flow: Flow,
  key: string,
  content: ViewContent,
  source: Source,
  names: Names,
  types: ReadonlyMap<string, SketchType>,
): { flow: SketchFlow; view: SketchView } | undefined {
  if (flow.isLost) return undefined;
  const steps = flow.steps.flatMap(({ from, to, ...step }) => {
    const [origin, target] = [names.find(from)?.path, names.find(to)?.path];
    return origin === undefined || target === undefined ? [] : [{ from: origin, to: target, ...step }];
  });
  if (steps.length < flow.steps.length)
    source.diagnostics.loss(
      `Steps of the dynamic view ${truncate(flow.name ?? '')} are skipped: their elements do not exist.`,
      flow.place,
    );
  if (steps.length === 0) return undefined;
  const nodes = content.of(flow, undefined, new Set(steps.flatMap(({ from, to }) => [from, to])));
  const name = flow.title ?? flow.name ?? 'Flow';
  const of = subjectOf([...nodes], types);
  const id = flow.name === undefined ? name : { exact: likec4Id(flow.name) };
  return {
    flow: { id, name, view: key, steps, place: flow.place },
    view: {
      key,
      id,
      name,
      type: 'context-diagram',
      nodes: [...nodes],
      place: flow.place,
      description: flow.description,
      of,
    },
  };
}

/** Subject of a diagram that can show these: the app of a component, the system of an app, or none. */
function subjectOf(paths: readonly string[], types: ReadonlyMap<string, SketchType>): string | undefined {
  const around = (path: string, wanted: readonly SketchType[]): string | undefined => {
    for (let at = path; at.includes('.'); ) {
      at = at.slice(0, at.lastIndexOf('.'));
      if (wanted.includes(types.get(at) ?? 'group')) return at;
    }
    return undefined;
  };
  const deep = paths.find((it) => types.get(it) === 'component');
  if (deep !== undefined) return around(deep, ['app', 'store']) ?? around(deep, ['system']);
  const app = paths.find((it) => ['app', 'store'].includes(types.get(it) ?? ''));
  return app === undefined ? undefined : around(app, ['system']);
}

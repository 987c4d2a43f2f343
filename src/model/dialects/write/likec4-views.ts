import { type Element, elementsOf } from '../../document/element.js';
import { entriesOf, textAt } from '../../validate/facts.js';
import { LEVEL_TAG } from '../read/ids.js';
import { DiagramViews, diagramOf, drawnOn } from '../view/diagram-view.js';
import { viewsOf } from '../view/levels.js';
import { isWithin, type Landscape, type Thing } from '../view/things.js';
import { Identifiers } from './identifiers.js';
import type { Leftovers } from './leftovers.js';
import { LIKEC4_KEYWORDS, likec4Block, likec4Text } from './likec4-text.js';

/** What the parts are written with. */
export interface LikeC4 {
  landscape: Landscape;
  /** A domain that is not written. */
  hidden: Thing | undefined;
  /** How a thing is named from anywhere. */
  nameOf(thing: Thing): string;
  tagOf(name: string): string;
}

/** Diagrams and flows as views, then a view of each level of the model, with a tag so that no diagram is read from it. */
export function likec4Views(writer: LikeC4, left: Leftovers): string[] {
  const { landscape } = writer;
  const ids = new Identifiers(LIKEC4_KEYWORDS);
  const views = new DiagramViews(landscape);
  const flows = elementsOf(landscape.model, 'flow').map((flow) => new FlowView(flow, writer));
  const ofFlows = new Set(flows.flatMap((it) => it.ownDiagram() ?? []));
  const diagrams = elementsOf(landscape.model, 'diagram').filter((it) => !ofFlows.has(it));
  const drawn = diagrams.flatMap((diagram) => {
    const { key, title, of, nodes } = views.of(diagram);
    // The boundary of what is opened is the scope of the view.
    const objects = new Set(drawnOn(diagram, landscape).values());
    const things = nodes.map(({ thing }) => thing).filter((it) => objects.has(it));
    const shown = { id: ids.of({ key, id: diagram.id }), title, of, about: aboutOf(diagram), things };
    const lines = viewLines(shown, writer);
    if (lines.length === 0) left.add('diagrams that show nothing');
    return lines;
  });
  const dynamic = flows.flatMap((it) => it.lines(ids, left));
  const levels = viewsOf(landscape).flatMap(({ key, title, of, nodes }) => {
    const id = ids.of({ key, id: key === 'context' ? 'index' : key });
    const things = nodes.map(({ thing }) => thing);
    return viewLines({ id, title, of, about: '', things, tag: LEVEL_TAG }, writer);
  });
  return [...levels, ...drawn, ...dynamic];
}

const aboutOf = ({ fields }: Element): string => textAt(fields, 'description') ?? '';

/** A flow as a dynamic view: its messages, in order. Branches and remarks have no form there. */
class FlowView {
  readonly #diagram: Element | undefined;
  readonly #steps: readonly string[];
  readonly #ends = new Set<Thing>();
  readonly #all: number;

  constructor(
    readonly flow: Element,
    { landscape, nameOf }: LikeC4,
  ) {
    this.#diagram = diagramOf(flow, landscape);
    const drawn = this.#diagram ? drawnOn(this.#diagram, landscape) : new Map<string, Thing>();
    const steps = entriesOf(flow.fields.steps);
    this.#all = steps.length;
    this.#steps = steps.flatMap((step) => {
      const [from, to] = ['origin', 'target'].map((end) => drawn.get(textAt(step, end) ?? ''));
      const type = textAt(step, 'type') ?? 'outgoing';
      if (!from || !to || !MESSAGES.includes(type) || textAt(step, 'parent') !== undefined) return [];
      if (from !== to && (isWithin(from, to) || isWithin(to, from))) return [];
      for (const end of [from, to]) this.#ends.add(end);
      const words = likec4Text(textAt(step, 'description') ?? '');
      return type === 'reply'
        ? [`    ${nameOf(to)} <- ${nameOf(from)} ${words}`]
        : [`    ${nameOf(from)} -> ${nameOf(to)} ${words}`];
    });
  }

  /** The diagram that a reader makes of the dynamic view, which needs no view of its own. */
  ownDiagram(): Element | undefined {
    const diagram = this.#diagram;
    const objects = entriesOf(diagram?.fields.objects);
    const isSame = diagram?.id === this.flow.id && diagram.fields.name === this.flow.fields.name;
    return isSame && this.#steps.length > 0 && objects.length === this.#ends.size ? diagram : undefined;
  }

  lines(ids: Identifiers, left: Leftovers): string[] {
    left.add('steps of flows that are no messages', this.#all - this.#steps.length);
    if (this.#steps.length === 0) return [];
    const { id, fields } = this.flow;
    const diagram = this.ownDiagram();
    return [
      `  dynamic view ${ids.of({ key: `flow ${id}`, id })} {`,
      `    title ${likec4Text(textAt(fields, 'name') ?? id)}`,
      ...descriptionLines(diagram ? aboutOf(diagram) : ''),
      ...this.#steps,
      '  }',
    ];
  }
}

/** Types of steps that go from one to another. */
const MESSAGES = ['outgoing', 'reply', 'self-action'];

interface Shown {
  id: string;
  title: string;
  of: Thing | undefined;
  about: string;
  things: readonly Thing[];
  tag?: string;
}

const descriptionLines = (about: string): string[] =>
  about.trim() === '' ? [] : [`    description ${likec4Block(about)}`];

function viewLines({ id, title, of, about, things, tag }: Shown, { nameOf, hidden }: LikeC4): string[] {
  const shown = things.filter((it) => it !== hidden);
  if (shown.length === 0) return [];
  const scope = of && of !== hidden ? ` of ${nameOf(of)}` : '';
  return [
    `  view ${id}${scope} {`,
    ...(tag === undefined ? [] : [`    #${tag}`]),
    `    title ${likec4Text(title)}`,
    ...descriptionLines(about),
    `    include ${shown.map(nameOf).join(', ')}`,
    '  }',
  ];
}

import { type Element, elementsOf } from '../../document/element.js';
import { entriesOf, textAt } from '../../validate/facts.js';
import { DiagramViews, diagramOf, drawnOn } from '../view/diagram-view.js';
import { viewsOf } from '../view/levels.js';
import { isWithin, type Landscape, type Thing } from '../view/things.js';
import { Identifiers } from './identifiers.js';
import type { Leftovers } from './leftovers.js';
import { LIKEC4_KEYWORDS, likec4Block, likec4Text } from './likec4-text.js';

/** What the parts are written with. */
export interface LikeC4 {
  landscape: Landscape;
  /** How a thing is named from anywhere. */
  nameOf(thing: Thing): string;
  tagOf(name: string): string;
}

/** Views of levels and of diagrams, each with what it shows by name. */
export function likec4Views(writer: LikeC4, left: Leftovers): string[] {
  const { landscape } = writer;
  const ids = new Identifiers([...LIKEC4_KEYWORDS, 'index']);
  const views = new DiagramViews(landscape);
  const levels = viewsOf(landscape).flatMap(({ key, title, of, nodes }) => {
    const id = key === 'context' ? 'index' : ids.of({ key, id: key });
    return viewLines({ id, title, of, about: '', things: nodes.map(({ thing }) => thing) }, writer);
  });
  const diagrams = elementsOf(landscape.model, 'diagram').flatMap((diagram) => {
    const { key, title, of, nodes } = views.of(diagram);
    const about = textAt(diagram.fields, 'description') ?? '';
    // The boundary of what is opened is told by the scope.
    const drawn = new Set(drawnOn(diagram, landscape).values());
    const things = nodes.map(({ thing }) => thing).filter((it) => drawn.has(it));
    const lines = viewLines({ id: ids.of({ key, id: key }), title, of, about, things }, writer);
    if (lines.length === 0) left.add('diagrams that show nothing');
    return lines;
  });
  const flows = elementsOf(landscape.model, 'flow').flatMap((flow) => flowLines(flow, ids, writer, left));
  return [...levels, ...diagrams, ...flows];
}

/** A flow as a dynamic view: its steps from one to another, in order. Branches and remarks are no such steps. */
function flowLines(
  flow: Element,
  ids: Identifiers,
  { landscape, nameOf }: LikeC4,
  left: Leftovers,
): string[] {
  const diagram = diagramOf(flow, landscape);
  const drawn = diagram ? drawnOn(diagram, landscape) : new Map<string, Thing>();
  const all = entriesOf(flow.fields.steps);
  const steps = all.flatMap((step) => {
    const [from, to] = ['origin', 'target'].map((end) => drawn.get(textAt(step, end) ?? ''));
    const type = textAt(step, 'type') ?? 'outgoing';
    if (!from || !to || !MESSAGES.includes(type) || textAt(step, 'parent') !== undefined) return [];
    if (from !== to && (isWithin(from, to) || isWithin(to, from))) return [];
    const words = likec4Text(textAt(step, 'description') ?? '');
    return type === 'reply'
      ? [`    ${nameOf(to)} <- ${nameOf(from)} ${words}`]
      : [`    ${nameOf(from)} -> ${nameOf(to)} ${words}`];
  });
  left.add('steps of flows that are no messages', all.length - steps.length);
  if (steps.length === 0) return [];
  const title = likec4Text(textAt(flow.fields, 'name') ?? flow.id);
  const id = ids.of({ key: `flow ${flow.id}`, id: `flow-${flow.id}` });
  return [`  dynamic view ${id} {`, `    title ${title}`, ...steps, '  }'];
}

/** Types of steps that go from one to another. */
const MESSAGES = ['outgoing', 'reply', 'self-action'];

interface Shown {
  id: string;
  title: string;
  of: Thing | undefined;
  about: string;
  things: readonly Thing[];
}

function viewLines({ id, title, of, about, things }: Shown, { nameOf }: LikeC4): string[] {
  if (things.length === 0) return [];
  const scope = of ? ` of ${nameOf(of)}` : '';
  return [
    `  view ${id}${scope} {`,
    `    title ${likec4Text(title)}`,
    ...(about.trim() === '' ? [] : [`    description ${likec4Block(about)}`]),
    `    include ${things.map(nameOf).join(', ')}`,
    '  }',
  ];
}

import { capitalised, pluralize } from '../../../base/text/words.js';
import { type Block, commas, type Inline, toMarkdown } from '../../../documents/index.js';
import { nameOf } from '../../document/containers.js';
import { decisionsAbout, elementsIn } from '../../document/decision/elements.js';
import { titleOf } from '../../document/decision/references.js';
import { type Decision, elementsOf, textAt } from '../../document/element.js';
import { DiagramViews } from '../view/diagram-view.js';
import { viewsOf } from '../view/levels.js';
import type { Landscape, TreeNode } from '../view/tree.js';
import type { View } from '../view/view.js';
import { mermaidFlow } from './flows.js';
import { Losses } from './losses.js';
import { mermaidFlowchart } from './mermaid.js';

/** Writes a model as a Markdown page: landscape, elements, connections, diagrams and flows. */
export function markdownPage(landscape: Landscape): string {
  const { title, tops, objects, links } = landscape;
  const views = viewsOf(landscape);
  const opened = new Map(views.flatMap((view) => (view.of ? [[view.of, view] as const] : [])));
  const [context] = views;
  const sections: Block[] = [
    ...tops.flatMap((it) => nodeBlocks(it, 2, { opened, about: decisionsAbout(landscape.model) })),
    ...connectionBlocks(landscape),
    ...diagramBlocks(landscape),
    ...flowBlocks(landscape),
    ...decisionBlocks(landscape),
  ];
  return toMarkdown([
    { kind: 'heading', level: 1, text: title, anchor: 'top' },
    { kind: 'text', text: `${pluralize(objects.size, 'object')}, ${pluralize(links.length, 'connection')}.` },
    ...contentsOf(sections),
    ...(context && context.nodes.length > 0 ? [pictureOf(context)] : []),
    ...sections,
  ]);
}

/** Heading levels in the table of contents. */
const LISTED = [2, 3];
const MAX_HEADING_LEVEL = 6;

function contentsOf(sections: readonly Block[]): Block[] {
  const items = sections.flatMap((it): Inline[][] =>
    it.kind === 'heading' && LISTED.includes(it.level) ? [[{ text: it.text, to: it.anchor }]] : [],
  );
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

const anchorOf = (kind: string, id: string): string => `${kind}-${id.replace(/[^\w-]/g, '_')}`;

const heading = (level: number, text: string, anchor: string): Block => ({
  kind: 'heading',
  level: Math.min(level, MAX_HEADING_LEVEL),
  text,
  anchor,
});

const text = (value: string): Block[] => (value.trim() === '' ? [] : [{ kind: 'text', text: value.trim() }]);

const pictureOf = (view: View): Block => ({
  kind: 'picture',
  title: view.title,
  // The tables contain what the flowchart cannot show.
  mermaid: mermaidFlowchart(view, new Losses()),
});

/** Whether a node has its own heading; others are rows in the table of their parent. */
const hasHeading = ({ kind, children, description, links }: TreeNode): boolean =>
  kind === 'domain' || children.length > 0 || description.trim() !== '' || links.length > 0;

const linkTo = (node: TreeNode): Inline =>
  hasHeading(node) ? { text: node.name, to: anchorOf(node.kind, node.id) } : node.name;

interface With {
  opened: ReadonlyMap<TreeNode, View>;
  about: ReturnType<typeof decisionsAbout>;
}

function nodeBlocks(node: TreeNode, level: number, from: With): Block[] {
  const { opened, about } = from;
  if (!hasHeading(node)) return node.parent ? [] : tableOf([node]);
  const view = opened.get(node);
  return [
    heading(level, `${capitalised(node.type)}: ${node.name}`, anchorOf(node.kind, node.id)),
    ...text(node.caption),
    ...text(node.description),
    ...factsOf(node),
    ...decisionsOn(about(node)),
    ...(view ? [pictureOf(view)] : []),
    ...tableOf(node.children),
    ...node.children.flatMap((it) => nodeBlocks(it, node.type === 'group' ? level : level + 1, from)),
  ];
}

function factsOf({ kind, status, external, technologies, tags, teams, links }: TreeNode): Block[] {
  if (kind === 'domain') return [];
  const listed: [string, readonly Inline[]][] = [
    ['Status', [`${status}${external ? ', external' : ''}`]],
    ['Technologies', technologies],
    ['Tags', tags],
    ['Teams', teams],
    ['Links', links.map(({ url, name }) => ({ text: name.trim() || url, url }))],
  ];
  const facts = listed
    .filter(([, pieces]) => pieces.length > 0)
    .map(([label, pieces]) => [label, commas(pieces)] as const);
  return [{ kind: 'facts', facts }];
}

const statusOf = ({ fields }: Decision): string => textAt(fields, 'status') ?? 'draft';

/** Decisions about an element: `ADR-0012: Use PostgreSQL (accepted)`. */
const decisionsOn = (decisions: readonly Decision[]): Block[] =>
  decisions.length === 0
    ? []
    : [
        { kind: 'text', text: 'Decisions:' },
        { kind: 'list', items: decisions.map((it) => [`${titleOf(it)} (${statusOf(it)})`]) },
      ];

function decisionBlocks({ model }: Landscape): Block[] {
  const { decisions = [] } = model;
  if (decisions.length === 0) return [];
  const rows = decisions.map((it): Inline[][] => [
    [titleOf(it)],
    [statusOf(it)],
    [elementsIn(model, it).map(nameOf).join(', ')],
    [textAt(it.fields, 'description') ?? ''],
  ]);
  return [
    heading(2, 'Decisions', 'decisions'),
    { kind: 'table', head: ['Decision', 'Status', 'Elements', 'About it'], rows },
  ];
}

const tableOf = (treeNodes: readonly TreeNode[]): Block[] =>
  treeNodes.length === 0
    ? []
    : [
        {
          kind: 'table',
          head: ['Name', 'Type', 'Status', 'Technologies', 'Description'],
          rows: treeNodes.map((it) => [
            [linkTo(it)],
            [`${it.type}${it.external ? ', external' : ''}`],
            [it.status],
            [it.technologies.join(', ')],
            [it.caption],
          ]),
        },
      ];

const ARROWS = { outgoing: '→', bidirectional: '↔', none: '–' };

function connectionBlocks({ links }: Landscape): Block[] {
  if (links.length === 0) return [];
  const rows = links.map(({ from, to, name, direction, status, technologies, description }): Inline[][] => [
    [linkTo(from)],
    [ARROWS[direction]],
    [linkTo(to)],
    [name],
    [status],
    [technologies.join(', ')],
    [description],
  ]);
  const head = ['From', '', 'To', 'What', 'Status', 'Technologies', 'About it'];
  return [heading(2, 'Connections', 'connections'), { kind: 'table', head, rows }];
}

function diagramBlocks(landscape: Landscape): Block[] {
  const diagrams = elementsOf(landscape.model, 'diagram');
  if (diagrams.length === 0) return [];
  const views = new DiagramViews(landscape);
  const about = decisionsAbout(landscape.model);
  return [
    heading(2, 'Diagrams', 'diagrams'),
    ...diagrams.flatMap((diagram) => {
      const view = views.of(diagram);
      return [
        heading(3, view.title, anchorOf('diagram', diagram.id)),
        ...text(textAt(diagram.fields, 'description') ?? ''),
        ...decisionsOn(about(diagram)),
        ...(view.nodes.length > 0 ? [pictureOf(view)] : []),
      ];
    }),
  ];
}

function flowBlocks(landscape: Landscape): Block[] {
  const flows = elementsOf(landscape.model, 'flow');
  if (flows.length === 0) return [];
  return [
    heading(2, 'Flows', 'flows'),
    ...flows.flatMap((flow): Block[] => {
      const name = textAt(flow.fields, 'name') ?? flow.id;
      return [
        heading(3, name, anchorOf('flow', flow.id)),
        { kind: 'picture', title: name, mermaid: mermaidFlow(flow, landscape) },
      ];
    }),
  ];
}

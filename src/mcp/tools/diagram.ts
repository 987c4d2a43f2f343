import { usageError } from '../../base/errors.js';
import { type GraphPicture, graphMermaid } from '../../documents/index.js';
import {
  type GraphRequest,
  type GraphSelection,
  LEVELS,
  selectGraph,
} from '../../model/analysis/graph/select-graph.js';
import { type Element, idsAt, textAt } from '../../model/document/element.js';
import { drawnOn } from '../describe.js';
import type { ModelView } from '../model-view.js';
import { withDescription, z } from '../schema.js';
import { type Answer, tool } from '../tool.js';
import type { Workspace } from '../workspace.js';
import { source } from './inputs.js';

const FORMATS = ['text', 'mermaid', 'picture'] as const;
type Format = (typeof FORMATS)[number];

export default tool({
  name: 'diagram',
  title: 'Show a diagram',
  description:
    'Shows a stored diagram by name, or draws an object with its neighbours: as text, as Mermaid, or as a PNG picture.',
  input: z.object({
    name: withDescription(z.optional(z.string()), 'Stored diagram'),
    object: withDescription(z.optional(z.string()), 'Instead of name: the object in the centre'),
    depth: withDescription(
      z.optional(z.int().check(z.gte(0), z.lte(10))),
      'Connections around the object (default: 1)',
    ),
    level: z.optional(z.enum(LEVELS)),
    format: z.optional(z.enum(FORMATS)),
    source,
  }),
  async run(workspace, { name, object, depth = 1, level, format = 'text', source: from }) {
    if ((name === undefined) === (object === undefined))
      throw usageError('Pass either "name" or "object".', {
        hint: 'List stored diagrams with the tool "list" and { "kind": "diagram" }.',
      });
    const view = await workspace.model(from, name !== undefined);
    if (name !== undefined) return stored(workspace, view, view.find(name, 'diagram') as Element, format);
    const focus = view.objectNamed(object ?? '');
    const aim: GraphRequest = { focus: focus.id, depth, direction: 'both', ...(level && { level }) };
    const title = view.nameOf(focus);
    const facts = { ...view.facts, object: view.word('object', focus.id), format };
    if (format === 'picture')
      return { kind: 'picture', png: await workspace.picture(view, { aim, title }), facts };
    return {
      kind: 'text',
      text: textIn(chosenGraph(view, selectGraph(view.model, aim), focus.id), format),
      facts,
    };
  },
});

async function stored(
  workspace: Workspace,
  view: ModelView,
  diagram: Element,
  format: Format,
): Promise<Answer> {
  const facts = { ...view.facts, diagram: view.word('diagram', diagram.id), format };
  if (format === 'picture')
    return { kind: 'picture', png: await workspace.picture(view, { diagram }), facts };
  return { kind: 'text', text: diagramText(view, diagram, format), facts };
}

/** A stored diagram without its layout. */
export const diagramText = (view: ModelView, diagram: Element, format: 'text' | 'mermaid'): string =>
  textIn(diagramGraph(view, diagram), format);

const textIn = (graph: GraphPicture, format: 'text' | 'mermaid'): string =>
  format === 'mermaid' ? graphMermaid(graph) : plainText(graph);

function diagramGraph(view: ModelView, diagram: Element): GraphPicture {
  const objects = drawnOn(view, diagram.id, 'object').flatMap((id) => view.element('object', id) ?? []);
  const connections = drawnOn(view, diagram.id, 'connection').flatMap(
    (id) => view.element('connection', id) ?? [],
  );
  return {
    nodes: objects.map((it) => nodeOf(view, it)),
    edges: connections.map((it) => ({
      from: textAt(it.fields, 'origin') ?? '',
      to: textAt(it.fields, 'target') ?? '',
      text: labelOf(view, [it]),
      both: it.fields.direction === 'bidirectional',
      status: textAt(it.fields, 'status'),
    })),
    focus: [],
  };
}

const chosenGraph = (view: ModelView, { objects, lines }: GraphSelection, focus: string): GraphPicture => ({
  nodes: objects.map((it) => nodeOf(view, it)),
  edges: lines.map(({ from, to, connections, direction, status }) => ({
    from,
    to,
    text: labelOf(view, connections),
    both: direction === 'bidirectional',
    status,
  })),
  focus: [focus],
});

const nodeOf = (view: ModelView, object: Element): GraphPicture['nodes'][number] => ({
  id: object.id,
  name: view.nameOf(object),
  type: textAt(object.fields, 'type') ?? '',
  parentId: textAt(object.fields, 'parent'),
  status: textAt(object.fields, 'status'),
});

/** Names of the connections, and their technologies. */
const labelOf = (view: ModelView, connections: readonly Element[]): string => {
  const technologies = new Set(connections.flatMap(({ fields }) => idsAt(fields, 'technologies')));
  const names = [...new Set(connections.map((it) => view.nameOf(it)))].join(', ');
  return technologies.size === 0 ? names : `${names} (${[...technologies].join(', ')})`;
};

/** Nested objects, then one connection per line: `Booking API -> Booking Database: Reads bookings`. */
function plainText({ nodes, edges }: GraphPicture): string {
  const byId = new Map(nodes.map((it) => [it.id, it]));
  const below = new Map<string, string[]>();
  for (const { id, parentId } of nodes) {
    const key = parentId && byId.has(parentId) ? parentId : '';
    below.set(key, [...(below.get(key) ?? []), id]);
  }
  const seen = new Set<string>();
  const lines: string[] = [];
  const write = (id: string, indent: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const node = byId.get(id);
    const { status = 'live', type = '' } = node ?? {};
    const facts = [type, status === 'live' ? '' : status].filter(Boolean).join(', ');
    lines.push(`${indent}${quoted(node?.name ?? id)}${facts === '' ? '' : ` [${facts}]`}`);
    for (const child of below.get(id) ?? []) write(child, `${indent}  `);
  };
  for (const id of below.get('') ?? []) write(id, '');
  const nameOf = (id: string): string => quoted(byId.get(id)?.name ?? id);
  const connections = edges.map(
    ({ from, to, text, both, status = 'live' }) =>
      `${nameOf(from)} ${both ? '<->' : '->'} ${nameOf(to)}${text === '' ? '' : `: ${quoted(text)}`}${status === 'live' ? '' : ` [${status}]`}`,
  );
  return `${[...lines, ...(connections.length > 0 ? ['', ...connections] : [])].join('\n')}\n`;
}

/** A name on one line. */
const quoted = (name: string): string => (/[\n\r:]|->/.test(name) ? JSON.stringify(name) : name);

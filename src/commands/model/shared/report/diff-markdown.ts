import { pluralize } from '../../../../base/text/words.js';
import { type GraphEdge, type GraphNode, graphMermaid } from '../../../../documents/index.js';
import { CHANGE_TYPES, changeTypeOf, oldName } from '../../../../model/compare/change-report.js';
import type { Change } from '../../../../model/compare/diff.js';
import { linesOf } from '../../../../model/compare/lines.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementOf,
  type Model,
  textAt,
} from '../../../../model/document/element.js';
import { MODEL_KINDS } from '../../../../model/document/kinds.js';
import {
  commentText,
  countTable,
  elementText,
  fieldText,
  headingText,
  MARKS,
  short,
} from './comment-markdown.js';
import { type DiagramPictures, picturesText } from './diff-pictures.js';

/** Differences as Markdown for a pull request: a table, a picture and all changes, within the size limit of a comment. */

/** Maximum length of the picture, to leave space for the changes. */
const LONGEST_PICTURE = 15_000;

export interface ComparedModels {
  title: string;
  before: Model;
  after: Model;
  changes: readonly Change[];
  /** Pictures of changed diagrams. */
  pictures?: readonly DiagramPictures[];
}

export function markdownOfChanges({ title, before, after, changes, pictures = [] }: ComparedModels): string {
  if (changes.length === 0) return `${headingText(title)}\nNo differences.\n`;
  const picture = changedPicture(before, after, changes);
  const isShown = picture !== undefined && picture.length <= LONGEST_PICTURE;
  const head = [
    headingText(title),
    `\n${countTable(changes, CHANGE_TYPES, changeTypeOf)}\n`,
    ...(isShown ? [`\n\`\`\`mermaid\n${picture.trimEnd()}\n\`\`\`\n`] : []),
    picturesText(pictures),
  ];
  const sections = [...ELEMENT_KINDS, 'decision' as const].flatMap((kind) => {
    const own = changes.filter((it) => it.kind === kind);
    const heading = pluralize(own.length, MODEL_KINDS[kind].noun);
    return own.length === 0 ? [] : [{ heading, entries: own.map(changeText) }];
  });
  return commentText(head, sections, { noun: 'change', command: 'archctl model diff' });
}

function changeText(change: Change): string {
  const was = oldName(change);
  const what = changeTypeOf(change);
  const became = [
    what === 'changed' ? '' : what,
    was === undefined ? '' : `${what === 'renamed' ? '' : 'renamed, '}was ${short(was)}`,
  ].filter(Boolean);
  const words = [`- ${MARKS[change.change]} ${elementText(change)}`, became.join(', ')];
  return `${[words.filter(Boolean).join(' '), ...linesOf(change).map((it) => fieldText(it))].join('\n')}\n`;
}

/** Changed objects and connections with their parents, as a Mermaid diagram with colours. */

/** Maximum number of nodes; larger pictures are less useful than the list of changes. */
const MAX_NODES = 80;
const MAX_EDGES = 120;

const COLORS = { added: '#2da44e', removed: '#cf222e', changed: '#bf8700' } as const;
type Mark = keyof typeof COLORS;

/** Undefined if no object or connection differs, or if too many do. */
function changedPicture(before: Model, after: Model, changes: readonly Change[]): string | undefined {
  const find = (kind: 'object' | 'connection', id: unknown): Element | undefined =>
    elementOf(after, kind, String(id)) ?? elementOf(before, kind, String(id));
  const marked = new Map<Mark, { nodes: Set<string>; edges: Set<GraphEdge> }>();
  const markOf = (mark: Mark) => {
    const found = marked.get(mark) ?? { nodes: new Set(), edges: new Set() };
    marked.set(mark, found);
    return found;
  };
  const nodes = new Map<string, GraphNode>();
  const put = (id: unknown): void => {
    for (let at = find('object', id); at && !nodes.has(at.id); at = find('object', at.fields.parent))
      nodes.set(at.id, nodeOf(at));
  };
  const edges: GraphEdge[] = [];
  for (const { kind, id, change } of changes) {
    if (kind === 'object') {
      put(id);
      markOf(change).nodes.add(id);
    }
    const line = kind === 'connection' ? find(kind, id) : undefined;
    if (!line) continue;
    const edge = edgeOf(line);
    put(edge.from);
    put(edge.to);
    edges.push(edge);
    markOf(change).edges.add(edge);
  }
  if (nodes.size === 0 || nodes.size > MAX_NODES || edges.length > MAX_EDGES) return undefined;
  const marks = [...marked].map(([name, it]) => ({ name, color: COLORS[name], ...it }));
  return graphMermaid({ nodes: [...nodes.values()], edges, focus: [], marks });
}

const nodeOf = ({ id, fields }: Element): GraphNode => ({
  id,
  name: String(fields.name ?? id),
  type: String(fields.type ?? ''),
  parentId: typeof fields.parent === 'string' ? fields.parent : null,
  status: textAt(fields, 'status'),
});

const edgeOf = ({ fields }: Element): GraphEdge => ({
  from: String(fields.origin),
  to: String(fields.target),
  text: String(fields.name ?? ''),
  both: fields.direction === 'bidirectional',
  status: textAt(fields, 'status'),
});

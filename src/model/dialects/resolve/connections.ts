import { pluralize } from '../../../base/text/words.js';
import type { Element } from '../../document/element.js';
import { truncate } from '../../validate/rule.js';
import type { SketchEdge } from '../sketch.js';
import { linksOf, type ResolveContext, withoutEmpty } from './context.js';

/** Name of a connection without a label. */
const DEFAULT_NAME = 'Uses';
/** A longer label becomes the description. */
const MAX_NAME_LENGTH = 80;

/** Fields that distinguish connections besides ends and name. */
const COMPARED_FIELDS = ['technology', 'status', 'via', 'tags', 'links', 'labels'] as const;

export interface Connections {
  elements: readonly Element[];
  /** Ids of connections by edge key. */
  ids: ReadonlyMap<string, string>;
}

/** Converts edges to connections. Reports dangling edges, and keeps the first of duplicates. */
export function connectionsOf(context: ResolveContext): Connections {
  const elements = new Map<string, Element>();
  const ids = new Map<string, string>();
  let nameless = 0;
  let duplicates = 0;
  for (const edge of context.sketch.edges) {
    const ends = endsOf(edge, context);
    if (!ends) continue;
    const words = nameAndDescription(edge);
    if (edge.name.trim() === '') nameless += 1;
    const same = JSON.stringify([
      ends,
      words,
      edge.direction ?? 'outgoing',
      COMPARED_FIELDS.map((field) => edge[field]),
    ]);
    const known = elements.get(same);
    if (known) duplicates += 1;
    const element = known ?? connectionOf(edge, { ...ends, ...words }, context);
    elements.set(same, element);
    if (edge.key !== undefined) ids.set(edge.key, element.id);
  }
  if (nameless > 0)
    context.diagnostics.guess(
      `${pluralize(nameless, 'connection')} without a label: named "${DEFAULT_NAME}".`,
    );
  if (duplicates > 0) context.diagnostics.guess(`${pluralize(duplicates, 'duplicate connection')} merged.`);
  return { elements: [...elements.values()], ids };
}

function endsOf(edge: SketchEdge, { placements, ids, diagnostics }: ResolveContext) {
  const nodes = [edge.from, edge.to].map((key) => placements.get(key));
  const missing = [edge.from, edge.to].filter((_, at) => nodes[at] === undefined);
  if (missing.length > 0) {
    const message = `The connection "${truncate(edge.name)}" refers to ${missing.map((it) => truncate(it)).join(' and ')}, which does not exist.`;
    diagnostics.loss(message, edge.place);
    return undefined;
  }
  const domain = nodes.find((it) => it?.type === 'domain');
  if (domain) {
    const message = `The connection "${truncate(edge.name)}" ends at the domain "${truncate(domain.node.name)}": only objects have connections.`;
    diagnostics.loss(message, edge.place);
    return undefined;
  }
  const [origin = '', target = ''] = [edge.from, edge.to].map((key) => ids.get(key));
  return { origin, target };
}

/** Splits a label into name and description: a long or multi-line label is a description. */
function nameAndDescription({ name, description }: SketchEdge): { name: string; description: string } {
  const short = name.replace(/\s+/g, ' ').trim();
  const details = description?.trim() ?? '';
  if (short === '') return { name: DEFAULT_NAME, description: details };
  if (!isLong(short)) return { name: short, description: details };
  const cut = [...short]
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .replace(/\s+\S*$/, '');
  return { name: `${cut}…`, description: [name.trim(), details].filter((it) => it !== '').join('\n\n') };
}

const isLong = (name: string): boolean => [...name.replace(/\s+/g, ' ').trim()].length > MAX_NAME_LENGTH;

function connectionOf(
  edge: SketchEdge,
  { name, origin, target, description }: Record<'name' | 'origin' | 'target' | 'description', string>,
  context: ResolveContext,
): Element {
  const { ids, diagnostics } = context;
  const { via, direction = 'outgoing' } = edge;
  const through = via === undefined ? undefined : ids.get(via);
  if (via !== undefined && through === undefined)
    diagnostics.loss(
      `The connection "${truncate(name)}" goes through ${truncate(via)}, which does not exist.`,
      edge.place,
    );
  if (isLong(edge.name))
    diagnostics.guess(`A long text becomes the description of "${truncate(name)}".`, edge.place);
  return {
    kind: 'connection',
    id: context.freeId('connection', edge.id ?? `${origin} ${name} ${target}`),
    fields: withoutEmpty({
      name,
      origin,
      target,
      direction: direction === 'none' ? undefined : direction,
      description,
      via: through,
      status: edge.status === 'live' ? undefined : edge.status,
      ...context.technologies(edge),
      tags: context.tags(edge.tags),
      links: linksOf(edge),
    }),
  };
}

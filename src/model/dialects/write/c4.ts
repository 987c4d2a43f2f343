import { type StatusStyle, statusStyle } from '../../../documents/index.js';
import { isTreeNode, type Link, type TreeNode } from '../view/tree.js';
import { type Level, type NestedNode, nestedNodes, type View } from '../view/view.js';
import type { Identifiers } from './identifiers.js';
import { type LineRules, linesOf } from './lines.js';
import type { Losses } from './losses.js';

/** C4 macros that Mermaid and PlantUML share. */

export interface C4Notation {
  /** Quotes a text; an empty text may become nothing. */
  quoted(text: string): string;
  rules: LineRules;
  emptyBoundaries: boolean;
  /** Statement that gives an element the outline of its status, if the format has one. */
  statusStyle?(id: string, style: StatusStyle): string;
}

const DEEP = ['app', 'store', 'component'];

/** Whether the macros express a field of a node or a connection. */
export function c4Expresses(of: TreeNode | Link, field: string): boolean {
  if (!isTreeNode(of)) return field === 'technologies' || (field === 'direction' && of.direction !== 'none');
  if (of.type === 'group' || of.type === 'domain') return false;
  return field === 'caption' || field === 'external' || (field === 'technologies' && DEEP.includes(of.type));
}

/** Macros of a view, one a line: elements in boundaries, then relations. */
export function c4Lines(view: View, ids: Identifiers, notation: C4Notation, losses: Losses): string[] {
  const drawn = new Set<string>();
  const styles: string[] = [];
  const write = (branch: NestedNode): string[] => {
    const { node, inside, isOpen } = branch;
    const isElement = !isOpen && inside.length === 0;
    if (!isElement && !notation.emptyBoundaries && !hasLeaf(branch)) {
      losses.add(`empty ${node.type}s`);
      return [];
    }
    drawn.add(node.key);
    const id = ids.of(node);
    const style = isElement ? statusStyle(node.status) : undefined;
    if (style && notation.statusStyle) styles.push(notation.statusStyle(id, style));
    if (isElement) return [elementOf(node, id, notation)];
    const content = inside.flatMap(write).map((it) => `  ${it}`);
    return [`${boundaryOf(node, id, notation)} {`, ...content, '}'];
  };
  const elements = nestedNodes(view).flatMap(write);
  const relations = linesOf(view, notation.rules, losses)
    .filter(({ ends }) => ends.every(({ key }) => drawn.has(key)))
    .map(({ ends, text, technologies, direction }) => {
      const [from, to] = ends.map((it) => ids.of(it));
      const words = args([notation.quoted(text), listed(technologies, notation)]);
      return `${direction === 'bidirectional' ? 'BiRel' : 'Rel'}(${from}, ${to}, ${words})`;
    });
  return [...elements, ...relations, ...styles];
}

/** Whether it contains anything but boundaries. */
const hasLeaf = ({ inside, isOpen }: NestedNode): boolean =>
  inside.length === 0 ? !isOpen : inside.some(hasLeaf);

/** Arguments without trailing empty ones. */
function args(all: readonly string[]): string {
  let end = all.length;
  while (end > 1 && all[end - 1] === '""') end -= 1;
  return all.slice(0, end).join(', ');
}

const listed = (technologies: readonly string[], { quoted }: C4Notation): string =>
  technologies.length === 0 ? '""' : quoted(technologies.join(', '));

const MACROS: Readonly<Record<string, string>> = {
  actor: 'Person',
  system: 'System',
  app: 'Container',
  store: 'ContainerDb',
  component: 'Component',
};

function elementOf(node: TreeNode, id: string, notation: C4Notation): string {
  const macro = `${MACROS[node.type] ?? 'System'}${node.external ? '_Ext' : ''}`;
  const technologies = DEEP.includes(node.type) ? [listed(node.technologies, notation)] : [];
  const caption = node.caption.trim() === '' ? '""' : notation.quoted(node.caption);
  return `${macro}(${args([id, notation.quoted(node.name), ...technologies, caption])})`;
}

const BOUNDARIES: Readonly<Record<string, string>> = {
  domain: 'Enterprise_Boundary',
  system: 'System_Boundary',
  app: 'Container_Boundary',
  store: 'Container_Boundary',
};

function boundaryOf(node: TreeNode, id: string, { quoted }: C4Notation): string {
  const macro = BOUNDARIES[node.type];
  return macro
    ? `${macro}(${id}, ${quoted(node.name)})`
    : `Boundary(${id}, ${quoted(node.name)}, "${node.type}")`;
}

export const C4_DIAGRAMS: Readonly<Record<Level, string>> = {
  context: 'C4Context',
  app: 'C4Container',
  component: 'C4Component',
};

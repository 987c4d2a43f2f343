import { isThing, type Link, type Thing } from '../view/things.js';
import { type Branch, branchesOf, type Level, type View } from '../view/view.js';
import type { Identifiers } from './identifiers.js';
import { type LineRules, linesOf } from './lines.js';
import type { Losses } from './losses.js';

/** C4 macros that Mermaid and PlantUML share. */

export interface C4Notation {
  /** Quotes a text; an empty text may become nothing. */
  quoted(text: string): string;
  rules: LineRules;
  emptyBoundaries: boolean;
}

const DEEP = ['app', 'store', 'component'];

/** Whether the macros express a field of a thing or a connection. */
export function c4Expresses(of: Thing | Link, field: string): boolean {
  if (!isThing(of)) return field === 'technologies' || (field === 'direction' && of.direction !== 'none');
  if (of.type === 'group' || of.type === 'domain') return false;
  return field === 'caption' || field === 'external' || (field === 'technologies' && DEEP.includes(of.type));
}

/** Macros of a view, one a line: elements in boundaries, then relations. */
export function c4Lines(view: View, ids: Identifiers, notation: C4Notation, losses: Losses): string[] {
  const drawn = new Set<string>();
  const write = (branch: Branch): string[] => {
    const { thing, inside, isOpen } = branch;
    const isElement = !isOpen && inside.length === 0;
    if (!isElement && !notation.emptyBoundaries && !hasLeaf(branch)) {
      losses.add(`empty ${thing.type}s`);
      return [];
    }
    drawn.add(thing.key);
    const id = ids.of(thing);
    if (isElement) return [elementOf(thing, id, notation)];
    const content = inside.flatMap(write).map((it) => `  ${it}`);
    return [`${boundaryOf(thing, id, notation)} {`, ...content, '}'];
  };
  const elements = branchesOf(view).flatMap(write);
  const relations = linesOf(view, notation.rules, losses)
    .filter(({ ends }) => ends.every(({ key }) => drawn.has(key)))
    .map(({ ends, text, technologies, direction }) => {
      const [from, to] = ends.map((it) => ids.of(it));
      const words = args([notation.quoted(text), listed(technologies, notation)]);
      return `${direction === 'bidirectional' ? 'BiRel' : 'Rel'}(${from}, ${to}, ${words})`;
    });
  return [...elements, ...relations];
}

/** Whether it contains anything but boundaries. */
const hasLeaf = ({ inside, isOpen }: Branch): boolean =>
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

function elementOf(thing: Thing, id: string, notation: C4Notation): string {
  const macro = `${MACROS[thing.type] ?? 'System'}${thing.external ? '_Ext' : ''}`;
  const technologies = DEEP.includes(thing.type) ? [listed(thing.technologies, notation)] : [];
  const caption = thing.caption.trim() === '' ? '""' : notation.quoted(thing.caption);
  return `${macro}(${args([id, notation.quoted(thing.name), ...technologies, caption])})`;
}

const BOUNDARIES: Readonly<Record<string, string>> = {
  domain: 'Enterprise_Boundary',
  system: 'System_Boundary',
  app: 'Container_Boundary',
  store: 'Container_Boundary',
};

function boundaryOf(thing: Thing, id: string, { quoted }: C4Notation): string {
  const macro = BOUNDARIES[thing.type];
  return macro
    ? `${macro}(${id}, ${quoted(thing.name)})`
    : `Boundary(${id}, ${quoted(thing.name)}, "${thing.type}")`;
}

export const C4_DIAGRAMS: Readonly<Record<Level, string>> = {
  context: 'C4Context',
  app: 'C4Container',
  component: 'C4Component',
};

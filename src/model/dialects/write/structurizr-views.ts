import { elementsOf } from '../../document/element.js';
import { textAt } from '../../validate/facts.js';
import { DiagramViews } from '../view/diagram-view.js';
import { isWithin, type Landscape, type Thing, wayTo } from '../view/things.js';
import type { View } from '../view/view.js';
import { Identifiers } from './identifiers.js';
import type { Leftovers } from './leftovers.js';

/** The views of a workspace: its landscape, each system and container that has something in it, and the diagrams. */

/** What the parts of a workspace are written with. */
export interface Workspace {
  landscape: Landscape;
  ids: Identifiers;
  /** A text on one line, with its quotes. */
  text: (text: string) => string;
  /** A text of several lines, likewise. */
  block: (text: string) => string;
  /** Elements that are in the workspace. */
  written: ReadonlySet<Thing>;
}

const INDENT = '        ';

export function structurizrViews(workspace: Workspace, left: Leftovers): string[] {
  const { landscape, ids, written } = workspace;
  const keys = new Identifiers();
  const all = landscape.all.filter((it) => written.has(it));
  const opened = all.flatMap((thing) => {
    const isSystem = thing.type === 'system';
    if (!thing.children.some((it) => written.has(it))) return [];
    const key = keys.of({ key: `level ${thing.key}`, id: `${isSystem ? 'app' : 'component'}-${thing.id}` });
    return viewLines(`${isSystem ? 'container' : 'component'} ${ids.of(thing)} "${key}"`, ['*'], undefined);
  });
  const landscapeKey = keys.of({ key: 'context', id: 'context' });
  const whole = all.length > 0 ? viewLines(`systemLandscape "${landscapeKey}"`, ['*'], undefined) : [];
  const views = new DiagramViews(landscape);
  const diagrams = elementsOf(landscape.model, 'diagram').flatMap((diagram) => {
    const lines = diagramLines(
      views.of(diagram),
      keys,
      workspace,
      textAt(diagram.fields, 'description') ?? '',
      left,
    );
    if (lines.length === 0) left.add('diagrams that show nothing it can');
    return lines;
  });
  return [...whole, ...opened, ...diagrams];
}

const viewLines = (
  head: string,
  include: readonly string[],
  title: string | undefined,
  about = '',
): string[] => [
  `${INDENT}${head}${about === '' ? '' : ` ${about}`} {`,
  ...(title === undefined ? [] : [`${INDENT}    title ${title}`]),
  `${INDENT}    include ${include.join(' ')}`,
  `${INDENT}    autolayout lr`,
  `${INDENT}}`,
];

const HIDDEN = 'model objects on diagrams whose views cannot show them';

function diagramLines(
  view: View,
  keys: Identifiers,
  workspace: Workspace,
  description: string,
  left: Leftovers,
): string[] {
  const { ids, text, block, written } = workspace;
  const scope = view.of && written.has(view.of) ? view.of : undefined;
  const isOpened = scope !== undefined && OPENED[view.level]?.includes(scope.type) === true;
  const shown = view.nodes.map(({ thing }) => thing).filter((it) => written.has(it));
  const fit = fitting(shown, isOpened ? scope : undefined);
  if (fit.length === 0) return [];
  // What something shown is in is a boundary around it.
  const isShown = (it: Thing): boolean => it === scope || fit.some((one) => isWithin(one, it));
  left.add(HIDDEN, shown.filter((it) => !isShown(it)).length);
  const kind =
    isOpened && scope
      ? `${view.level === 'app' ? 'container' : 'component'} ${ids.of(scope)}`
      : 'systemLandscape';
  const key = keys.of({ key: view.key, id: view.key });
  const include = fit.map((it) => ids.of(it));
  const about = description.trim() === '' ? '' : block(description);
  return viewLines(`${kind} "${key}"`, include, text(view.title), about);
}

const OPENED: Readonly<Record<string, readonly string[]>> = { app: ['system'], component: ['app', 'store'] };

/** Depths that a view takes: people and systems on a landscape, and what is in the one that is opened. */
function fitting(shown: readonly Thing[], scope: Thing | undefined): readonly Thing[] {
  const deepest = scope === undefined ? 0 : scope.type === 'system' ? 1 : 2;
  const levels: Readonly<Record<string, number>> = { actor: 0, system: 0, app: 1, store: 1, component: 2 };
  const fit = shown.filter((it) => (levels[it.type] ?? 9) <= deepest && it !== scope);
  const around = new Set<Thing>(scope ? [scope] : []);
  const system = scope && wayTo(scope).find(({ type }) => type === 'system');
  if (system) around.add(system);
  // What something shown is in cannot be shown beside it.
  for (const it of fit) for (let at = it.parent; at; at = at.parent) around.add(at);
  return fit.filter((it) => !around.has(it));
}

import { type Element, elementsOf, textAt } from '../../document/element.js';
import { LEVEL_PROPERTY } from '../read/structurizr/workspace.js';
import { DiagramViews } from '../view/diagram-view.js';
import { ancestorsOf, isWithin, type Thing } from '../view/things.js';
import type { View } from '../view/view.js';
import { Identifiers } from './identifiers.js';
import type { Leftovers } from './leftovers.js';
import { type DynamicView, dynamicViewsOf } from './structurizr-flows.js';
import type { Pairs, Workspace } from './structurizr-text.js';

/** Writes the views of a workspace: levels, diagrams and flows. */

const INDENT = '        ';

export function structurizrViews(workspace: Workspace, pairs: Pairs, left: Leftovers): string[] {
  const { landscape } = workspace;
  const keys = new Identifiers();
  const flows = dynamicViewsOf(workspace, pairs, left);
  const ofFlows = new Set(flows.map(({ diagram }) => diagram));
  const views = new DiagramViews(landscape);
  const diagrams = elementsOf(landscape.model, 'diagram').filter((it) => !ofFlows.has(it));
  const drawn = diagrams.flatMap((diagram) => {
    const key = keys.of({ key: `diagram ${diagram.id}`, id: diagram.id });
    const lines = diagramLines(views.of(diagram), key, workspace, aboutOf(diagram), left);
    if (lines.length === 0) left.add('diagrams without an element that the format can show');
    return lines;
  });
  const dynamic = flows.flatMap((view) => {
    const { flow } = view;
    return flowLines(view, keys.of({ key: `flow ${flow.id}`, id: flow.id }), workspace);
  });
  return [...levelLines(keys, workspace), ...drawn, ...dynamic];
}

const aboutOf = ({ fields }: Element): string => textAt(fields, 'description') ?? '';

/** The landscape, and each system and container with content; these are not imported as diagrams. */
function levelLines(keys: Identifiers, { landscape, ids, written }: Workspace): string[] {
  const all = landscape.all.filter((it) => written.has(it));
  if (all.length === 0) return [];
  const level = (head: string, id: string): string[] => {
    const mark = [
      `${INDENT}    properties {`,
      `${INDENT}        "${LEVEL_PROPERTY}" "true"`,
      `${INDENT}    }`,
    ];
    return viewLines(
      `${head} "${keys.of({ key: `level ${id}`, id })}"`,
      ['include *', 'autolayout lr'],
      mark,
    );
  };
  const opened = all.filter(({ children }) => children.some((it) => written.has(it)));
  return [
    ...level('systemLandscape', 'context'),
    ...opened.flatMap((thing) => {
      const isSystem = thing.type === 'system';
      const kind = isSystem ? 'container' : 'component';
      return level(`${kind} ${ids.of(thing)}`, `${isSystem ? 'app' : 'component'}-${thing.id}`);
    }),
  ];
}

const viewLines = (head: string, statements: readonly string[], more: readonly string[] = []): string[] => [
  `${INDENT}${head} {`,
  ...statements.map((it) => `${INDENT}    ${it}`),
  ...more,
  `${INDENT}}`,
];

const withText = (about: string, block: Workspace['block']): string =>
  about.trim() === '' ? '' : ` ${block(about)}`;

function flowLines(
  { flow, scope, messages, diagram }: DynamicView,
  key: string,
  workspace: Workspace,
): string[] {
  const { ids, text, block } = workspace;
  const about = withText(diagram ? aboutOf(diagram) : '', block);
  const head = `dynamic ${scope ? ids.of(scope) : '*'} "${key}"${about}`;
  const steps = messages.map(
    (it) => `${ids.of(it.from)} -> ${ids.of(it.to)}${it.text.trim() === '' ? '' : ` ${text(it.text)}`}`,
  );
  return viewLines(head, [
    `title ${text(textAt(flow.fields, 'name') ?? flow.id)}`,
    ...steps,
    'autolayout lr',
  ]);
}

const HIDDEN = 'model objects on diagrams whose views cannot show them';

function diagramLines(
  view: View,
  key: string,
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
  // Ancestors of a shown element are boundaries around it.
  const isShown = (it: Thing): boolean => it === scope || fit.some((one) => isWithin(one, it));
  left.add(HIDDEN, shown.filter((it) => !isShown(it)).length);
  const kind =
    isOpened && scope
      ? `${view.level === 'app' ? 'container' : 'component'} ${ids.of(scope)}`
      : 'systemLandscape';
  const include = fit.map((it) => ids.of(it)).join(' ');
  return viewLines(`${kind} "${key}"${withText(description, block)}`, [
    `title ${text(view.title)}`,
    `include ${include}`,
    'autolayout lr',
  ]);
}

const OPENED: Readonly<Record<string, readonly string[]>> = { app: ['system'], component: ['app', 'store'] };

/** Elements whose depth the view allows: people and systems on a landscape, otherwise content of the scope. */
function fitting(shown: readonly Thing[], scope: Thing | undefined): readonly Thing[] {
  const deepest = scope === undefined ? 0 : scope.type === 'system' ? 1 : 2;
  const levels: Readonly<Record<string, number>> = { actor: 0, system: 0, app: 1, store: 1, component: 2 };
  const fit = shown.filter((it) => (levels[it.type] ?? 9) <= deepest && it !== scope);
  const around = new Set<Thing>(scope ? [scope] : []);
  const system = scope && ancestorsOf(scope).find(({ type }) => type === 'system');
  if (system) around.add(system);
  // Ancestors of a shown element cannot be shown beside it.
  for (const it of fit) for (let at = it.parent; at; at = at.parent) around.add(at);
  return fit.filter((it) => !around.has(it));
}

import { truncate } from '../../../validate/rule.js';
import type { SketchView } from '../../sketch.js';
import { spelledOut } from '../ids.js';
import {
  type Block,
  keywordOf,
  type Line,
  type Reading,
  referenceTo,
  reportExtra,
  SKIPPED,
  textAt,
  unexpected,
} from './block.js';
import type { DeploymentView, Item, Workspace } from './workspace.js';

/** Deployment views: diagrams of the groups made from deployment nodes, with the elements that run there. */

/** `deployment ("*" | system) environment [key] [description] { include * }` */
export function readDeploymentView(line: Line, reading: Reading): Block {
  const [of, environment] = [textAt(line, 1), textAt(line, 2)];
  if (of === undefined || environment === undefined) {
    unexpected(line, reading, 'deployment, "*" or the identifier of a system, and an environment');
    return SKIPPED;
  }
  reportExtra(line, 5, reading);
  const [key, description] = [textAt(line, 3), textAt(line, 4)];
  const view: DeploymentView = {
    environment,
    place: line.place,
    ...(of !== '*' && { of: referenceTo(of, undefined, reading) }),
    ...(key !== undefined && { key }),
    ...(description !== undefined && { description }),
  };
  reading.workspace.deploymentViews.push(view);
  return {
    read(inner) {
      const keyword = keywordOf(inner);
      const value = textAt(inner, 1);
      if (LOOKS.has(keyword)) return SKIPPED;
      if (keyword === 'title' || keyword === 'description') {
        reportExtra(inner, 2, reading);
        if (value !== undefined) view[keyword] = value;
        return SKIPPED;
      }
      if (keyword !== 'include' && keyword !== 'exclude')
        return unexpected(inner, reading, 'include, exclude, title, description, autoLayout or animation');
      if (keyword === 'exclude' || value !== '*' || inner.words.length > 2) {
        const words = inner.words.map(({ text }) => text).join(' ');
        reading.diagnostics.lost(
          `"${truncate(words)}" is not supported: the view shows the whole deployment.`,
          inner.place,
        );
      }
      return SKIPPED;
    },
  };
}

const LOOKS = new Set(['autolayout', 'default', 'animation', 'properties']);

export function deploymentDiagrams(workspace: Workspace): SketchView[] {
  return workspace.deploymentViews.flatMap((view): SketchView[] => {
    const { of, key, title, description, place } = view;
    const environment = workspace.environments.get(view.environment.toLowerCase()) ?? view.environment;
    if (!workspace.diagnostics.spend(workspace.instances.length + workspace.groups.size, place)) return [];
    const subject = of && workspace.itemAt(of);
    const top = [...workspace.groups.values()].find(
      (it) => it.key.startsWith('node') && it.parent === undefined && it.name === environment,
    );
    if ((of && !subject) || !top) {
      const word = top && of && 'word' in of ? of.word : environment;
      workspace.diagnostics.lost(`A deployment view is skipped: ${truncate(word)} does not exist.`, place);
      return [];
    }
    return [
      {
        key: `deployment ${workspace.freshKey()}`,
        name: title ?? `${subject ? `${subject.name} - ` : ''}Deployment - ${environment}`,
        type: 'context-diagram',
        nodes: [...nodesIn(top.key, subject, workspace)],
        place,
        ...(key !== undefined && { id: spelledOut(key) }),
        ...(description !== undefined && { description }),
        ...(subject && { of: subject.key }),
      },
    ];
  });
}

/**
 * Keys of the deployment nodes of an environment and of what runs on them: elements of the subject, or whole systems if
 * the view has no subject.
 */
function nodesIn(environment: string, subject: Item | undefined, workspace: Workspace): Set<string> {
  const nodes = new Set<string>();
  const items = new Set<string>();
  for (const { of, node } of workspace.instances) {
    const item = workspace.itemAt(of);
    const system = item?.parent ?? item;
    const way: string[] = [];
    for (let at = workspace.groups.get(node); at; at = workspace.groups.get(at.parent ?? ''))
      way.unshift(at.key);
    if (!item || !system || way[0] !== environment || (subject && system !== subject)) continue;
    for (const key of way.slice(1)) nodes.add(key);
    items.add((subject ? item : system).key);
  }
  // Adds infrastructure nodes, which run no elements.
  for (const { key, parent } of workspace.groups.values())
    if (parent !== undefined && (nodes.has(parent) || (!subject && parent === environment))) nodes.add(key);
  return new Set([...nodes, ...items]);
}

import { truncate } from '../../../validate/rule.js';
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
import { readDescribed, readInline } from './described.js';
import { type Archetype, inherit } from './kinds.js';
import { type EndsOf, readRelation } from './relations.js';
import type { End, Group } from './workspace.js';

/**
 * Deployments: deployment and infrastructure nodes become groups with the elements that run on them as members.
 *
 *     environment = "deploymentEnvironment" name "{" part* "}"
 *     part        = ("deploymentNode" | "infrastructureNode" | archetype) name [description] [technology] [tags]
 *                   [instances] "{" part* "}"
 *                 | "group" name "{" part* "}" | "deploymentGroup" name | "instances" number
 *                 | ("softwareSystemInstance" | "containerInstance" | "instanceOf") element [groups] [tags]
 *                   ["{" (relationship | property)* "}"]
 *                 | relationship | property
 */

/** A node or an instance whose block is read. */
interface Scope {
  node: Group;
  /** The element of an instance, or the node. */
  self: End;
  /** Lookup identifier. */
  path: string;
}

export function deploymentOf(line: Line, reading: Reading): Block {
  const name = textAt(line, 1);
  if (name === undefined) {
    unexpected(line, reading, 'deploymentEnvironment and a name');
    return SKIPPED;
  }
  const { workspace } = reading;
  const node = workspace.group(name, undefined, line.place, 'node');
  if (line.identifier !== undefined) {
    workspace.nameOther(line.identifier);
    workspace.environments.set(line.identifier.toLowerCase(), name);
  }
  return nodeBlock({ node, self: node, path: (line.identifier ?? node.key).toLowerCase() });
}

const nodeBlock = (scope: Scope): Block => ({
  read(line, reading) {
    const related = readRelation(line, reading, endsIn(scope, reading), nodeBlock(scope));
    if (related) return related;
    const keyword = keywordOf(line);
    if (keyword.startsWith('!')) {
      reading.diagnostics.lost(`"${keyword}" is not supported in a deployment: it is skipped.`, line.place);
      return SKIPPED;
    }
    const archetype = reading.archetypes.of(keyword);
    return (
      readPart(archetype ?? keyword, scope, line, reading) ??
      readDescribed([scope.node], line, reading) ??
      unknown(line, reading)
    );
  },
});

const unknown = (line: Line, reading: Reading): undefined =>
  unexpected(
    line,
    reading,
    'deploymentNode, infrastructureNode, softwareSystemInstance, containerInstance, instanceOf, group, deploymentGroup or a relationship',
  );

function readPart(what: Archetype | string, scope: Scope, line: Line, reading: Reading): Block | undefined {
  const { node } = scope;
  const { workspace, diagnostics } = reading;
  const name = textAt(line, 1);
  switch (typeof what === 'string' ? what : what.base) {
    case 'deploymentnode':
    case 'infrastructurenode': {
      if (name === undefined) return undefined;
      const inner = workspace.group(name, node.key, line.place, 'node');
      if (typeof what !== 'string') inherit(inner, what);
      readInline(inner, line, 2, ['description', 'technology', 'tags'], reading, 1);
      setInstances(inner, textAt(line, 5));
      return nodeBlock({ node: inner, self: inner, path: naming(line, inner, scope, reading) });
    }
    case 'softwaresysteminstance':
    case 'containerinstance':
    case 'instanceof': {
      if (name === undefined) return undefined;
      const of = referenceTo(name, undefined, reading);
      reportExtra(line, 4, reading);
      workspace.instances.push({ of, node: node.key, place: line.place });
      if (textAt(line, 3) !== undefined) reportInstanceProperty(name, 'tags', line, reading);
      return instanceBlock(name, { node, self: of, path: naming(line, of, scope, reading) });
    }
    case 'group':
      if (name === undefined) return undefined;
      return nodeBlock({ ...scope, node: workspace.group(name, node.key, line.place, 'node') });
    case 'instances':
      setInstances(node, name);
      return SKIPPED;
    case 'deploymentgroup':
      if (line.identifier !== undefined) workspace.nameOther(line.identifier);
      diagnostics.lost(`The deployment group "${truncate(name ?? '')}" is not imported.`, line.place);
      return SKIPPED;
    default:
      return undefined;
  }
}

/** Records the number of instances of a node. */
function setInstances(node: Group, count: string | undefined): void {
  if (count !== undefined && count !== '1') node.labels.set('instances', count);
}

/** An instance is the element itself; its own properties are reported as losses. */
const instanceBlock = (name: string, scope: Scope): Block => ({
  read(line, reading) {
    const related = readRelation(line, reading, endsIn(scope, reading), SKIPPED);
    if (!related) reportInstanceProperty(name, keywordOf(line), line, reading);
    return related ?? SKIPPED;
  },
});

function reportInstanceProperty(name: string, what: string, { place }: Line, reading: Reading): void {
  reading.diagnostics.lost(
    `Properties of instances are not imported: ${truncate(what)} of an instance of ${truncate(name)}.`,
    place,
  );
}

/** Ends of a relationship: nodes, or the elements of instances. */
const endsIn =
  ({ self, path }: Scope, reading: Reading): EndsOf =>
  (origin, target) => {
    const endAt = (word: string): End =>
      word.toLowerCase() === 'this'
        ? self
        : (reading.workspace.deployedAt(word, path) ?? referenceTo(word, undefined, reading));
    return [[origin === undefined ? self : endAt(origin), endAt(target)]];
  };

/** Registers the identifier of a part, and returns its path. Flat identifiers are unique in their environment. */
function naming(
  { identifier }: Line,
  end: End,
  { path }: Scope,
  { workspace, hierarchical }: Reading,
): string {
  if (identifier !== undefined) workspace.nameOther(identifier);
  const above = hierarchical ? path : (path.split('.')[0] ?? '');
  const own = `${above}.${(identifier ?? `\u0000${workspace.freshKey()}`).toLowerCase()}`;
  workspace.deploy(own, end);
  return own;
}

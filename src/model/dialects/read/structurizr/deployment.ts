import { truncate } from '../../../validate/rule.js';
import { type Block, type Line, SKIPPED } from './block.js';
import { readDetail, readInline } from './details.js';
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

export function deploymentBlock(line: Line): Block {
  const { workspace } = line.reading;
  const name = line.text(1);
  if (name === undefined) return line.unexpected('deploymentEnvironment and a name');
  const node = workspace.group(name, undefined, line.place, 'node');
  if (line.identifier !== undefined) {
    workspace.nameOther(line.identifier);
    workspace.environments.set(line.identifier.toLowerCase(), name);
  }
  return nodeBlock({ node, self: node, path: (line.identifier ?? node.key).toLowerCase() });
}

const PARTS =
  'deploymentNode, infrastructureNode, softwareSystemInstance, containerInstance, instanceOf, group, deploymentGroup or a relationship';

const nodeBlock =
  (scope: Scope): Block =>
  (line) => {
    const relation = readRelation(line, endsIn(scope, line), nodeBlock(scope));
    if (relation) return relation;
    const { keyword } = line;
    if (keyword.startsWith('!'))
      return line.loss(`"${keyword}" is not supported in a deployment: it is skipped.`);
    const archetype = line.reading.archetypes.of(keyword);
    return (
      readPart(archetype ?? keyword, scope, line) ?? readDetail([scope.node], line) ?? line.unexpected(PARTS)
    );
  };

function readPart(kind: Archetype | string, scope: Scope, line: Line): Block | undefined {
  const { node } = scope;
  const { workspace } = line.reading;
  const name = line.text(1);
  switch (typeof kind === 'string' ? kind : kind.base) {
    case 'deploymentnode':
    case 'infrastructurenode': {
      if (name === undefined) return undefined;
      const inner = workspace.group(name, node.key, line.place, 'node');
      if (typeof kind !== 'string') inherit(inner, kind);
      readInline(inner, line, 2, ['description', 'technology', 'tags'], 1);
      setInstances(inner, line.text(5));
      return nodeBlock({ node: inner, self: inner, path: register(line, inner, scope) });
    }
    case 'softwaresysteminstance':
    case 'containerinstance':
    case 'instanceof': {
      if (name === undefined) return undefined;
      const of = line.reference(name);
      line.limit(4);
      workspace.instances.push({ of, node: node.key, place: line.place });
      if (line.text(3) !== undefined) reportInstanceProperty(name, 'tags', line);
      return instanceBlock(name, { node, self: of, path: register(line, of, scope) });
    }
    case 'group':
      if (name === undefined) return undefined;
      return nodeBlock({ ...scope, node: workspace.group(name, node.key, line.place, 'node') });
    case 'instances':
      setInstances(node, name);
      return SKIPPED;
    case 'deploymentgroup':
      if (line.identifier !== undefined) workspace.nameOther(line.identifier);
      return line.loss(`The deployment group "${truncate(name ?? '')}" is not imported.`);
    default:
      return undefined;
  }
}

function setInstances(node: Group, count: string | undefined): void {
  if (count !== undefined && count !== '1') node.labels.set('instances', count);
}

/** An instance is the element itself; its own properties are reported as losses. */
const instanceBlock =
  (name: string, scope: Scope): Block =>
  (line) =>
    readRelation(line, endsIn(scope, line)) ?? reportInstanceProperty(name, line.keyword, line);

const reportInstanceProperty = (name: string, what: string, line: Line): Block =>
  line.loss(
    `Properties of instances are not imported: ${truncate(what)} of an instance of ${truncate(name)}.`,
  );

/** Ends of a relationship: nodes, or the elements of instances. */
const endsIn =
  ({ self, path }: Scope, line: Line): EndsOf =>
  (origin, target) => {
    const endAt = (word: string): End =>
      word.toLowerCase() === 'this'
        ? self
        : (line.reading.workspace.deployedAt(word, path) ?? line.reference(word));
    return [[origin === undefined ? self : endAt(origin), endAt(target)]];
  };

/** Registers the identifier of a part, and returns its path. Flat identifiers are unique in their environment. */
function register({ identifier, reading }: Line, end: End, { path }: Scope): string {
  const { workspace, hierarchical } = reading;
  if (identifier !== undefined) workspace.nameOther(identifier);
  const above = hierarchical ? path : (path.split('.')[0] ?? '');
  const own = `${above}.${(identifier ?? `\u0000${workspace.freshKey()}`).toLowerCase()}`;
  workspace.deploy(own, end);
  return own;
}

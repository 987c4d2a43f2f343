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
import { type Archetype, inherit, isArrow } from './kinds.js';
import type { Group } from './workspace.js';

/** Deployments: deployment and infrastructure nodes become groups with the elements that run on them as members. */

export function deploymentOf(line: Line, reading: Reading): Block {
  const name = textAt(line, 1);
  if (name === undefined) {
    unexpected(line, reading, 'deploymentEnvironment and a name');
    return SKIPPED;
  }
  naming(line, reading);
  if (line.identifier !== undefined) reading.workspace.environments.set(line.identifier.toLowerCase(), name);
  return nodeBlock(reading.workspace.group(name, undefined, line.place, 'node'));
}

const nodeBlock = (node: Group): Block => ({
  read(line, reading) {
    const [first, second] = [textAt(line, 0), textAt(line, 1)];
    if (isArrow(first) || isArrow(second)) {
      reading.diagnostics.lost('Relationships of deployments are not imported.', line.place);
      return SKIPPED;
    }
    const keyword = keywordOf(line);
    if (keyword.startsWith('!')) {
      reading.diagnostics.lost(`"${keyword}" is not supported in a deployment: it is skipped.`, line.place);
      return SKIPPED;
    }
    const archetype = reading.archetypes.of(keyword);
    return (
      readPart(archetype ?? keyword, node, line, reading) ??
      readDescribed([node], line, reading) ??
      unknown(line, reading)
    );
  },
});

const unknown = (line: Line, reading: Reading): undefined =>
  unexpected(
    line,
    reading,
    'deploymentNode, infrastructureNode, softwareSystemInstance, containerInstance, instanceOf, group or deploymentGroup',
  );

function readPart(what: Archetype | string, node: Group, line: Line, reading: Reading): Block | undefined {
  const name = textAt(line, 1);
  switch (typeof what === 'string' ? what : what.base) {
    case 'deploymentnode':
    case 'infrastructurenode': {
      if (name === undefined) return undefined;
      naming(line, reading);
      const inner = reading.workspace.group(name, node.key, line.place, 'node');
      if (typeof what !== 'string') inherit(inner, what);
      readInline(inner, line, 2, ['description', 'technology', 'tags'], reading, 1);
      setInstances(inner, textAt(line, 5));
      return nodeBlock(inner);
    }
    case 'softwaresysteminstance':
    case 'containerinstance':
    case 'instanceof': {
      if (name === undefined) return undefined;
      naming(line, reading);
      const of = referenceTo(name, undefined, reading);
      reportExtra(line, 4, reading);
      reading.workspace.instances.push({ of, node: node.key, place: line.place });
      if (textAt(line, 3) !== undefined) reportInstanceProperty(name, 'tags', line, reading);
      return instanceBlock(name);
    }
    case 'group':
      if (name === undefined) return undefined;
      return nodeBlock(reading.workspace.group(name, node.key, line.place, 'node'));
    case 'instances':
      setInstances(node, name);
      return SKIPPED;
    case 'deploymentgroup':
      naming(line, reading);
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
const instanceBlock = (name: string): Block => ({
  read(line, reading) {
    const isRelated = [0, 1].some((at) => isArrow(textAt(line, at)));
    reportInstanceProperty(name, isRelated ? 'a relationship' : keywordOf(line), line, reading);
    return SKIPPED;
  },
});

function reportInstanceProperty(name: string, what: string, { place }: Line, reading: Reading): void {
  reading.diagnostics.lost(
    `Properties of instances are not imported: ${truncate(what)} of an instance of ${truncate(name)}.`,
    place,
  );
}

/** Records the identifier, so that relationships of instances are reported as such. */
function naming(line: Line, reading: Reading): void {
  if (line.identifier !== undefined) reading.workspace.nameOther(line.identifier);
}

import { inPieces } from '../../../base/pieces.js';
import { elementsOf } from '../../document/element.js';
import { ImpliedPairs } from '../implied-pairs.js';
import { DOMAINS_PROPERTY, GROUPS_PROPERTY } from '../read/structurizr/workspace.js';
import { messagesOf } from '../view/messages.js';
import { isWithin, type Landscape, type Link, type TreeNode } from '../view/tree.js';
import { Identifiers, wordsIn } from './identifiers.js';
import { countCommas, type Expresses, type Losses } from './losses.js';
import {
  countEmptyGroups,
  detailLines,
  elementLines,
  namesOf,
  quotedWords,
  STORE,
  tagOf,
} from './structurizr-elements.js';
import {
  type Pairs,
  structurizrBlock,
  structurizrLine,
  structurizrText,
  type Workspace,
} from './structurizr-text.js';
import { structurizrViews } from './structurizr-views.js';

/** Writes a whole model as a workspace in Structurizr's DSL: model, and views of levels, diagrams and flows. */

/** Keywords of the DSL in lower case, which cannot be identifiers. */
const KEYWORDS = wordsIn(`
  workspace model views this group person softwaresystem container component element relationship
  deploymentenvironment deploymentnode infrastructurenode styles softwaresysteminstance
  containerinstance include exclude autolayout description technology tags tag url properties
  perspectives archetypes configuration systemlandscape systemcontext filtered dynamic deployment
  custom image title default animation theme themes branding terminology users instances extends
`);

/** Whether the workspace expresses a field; fields without a keyword become properties. */
export const structurizrExpresses: Expresses = (of, field) => {
  if (!('children' in of)) return !['via', 'ignore'].includes(field);
  if (of.type === 'group' || of.type === 'domain') return false;
  // The first group is written around the element.
  if (field === 'groups') return of.groups.length < 2;
  return !['teamOnlyEditing', 'ignore'].includes(field);
};

export function structurizrOf(landscape: Landscape, losses: Losses): string {
  const ids = new Identifiers(KEYWORDS);
  for (const node of landscape.all) if (node.kind === 'object') ids.of(node);
  const text = (it: string): string => structurizrLine(it, losses);
  const block = (it: string): string => structurizrText(it, losses);
  const names = namesOf(landscape, losses);
  const workspace: Workspace = {
    ...{ landscape, ids, losses, names, text, block },
    written: new Set<TreeNode>(),
    grouped: new Set<TreeNode>(),
    inside: new Set<TreeNode>(),
  };
  // Text in pieces takes less memory than an array of all lines.
  const elements = [...piecesOf(elementLines(landscape.tops, workspace))];
  countEmptyGroups(workspace);
  const { all, links } = landscape;
  countCommas(
    [...all, ...links].flatMap(({ tags }) => tags),
    'names of tags',
    losses,
  );
  countCommas(
    all.flatMap(({ teams }) => teams),
    'names of teams',
    losses,
  );
  const { lines, pairs } = relationsOf(workspace);
  const relations = [...piecesOf(lines)];
  const properties = [
    `"structurizr.groupSeparator" ${text(separatorFor(landscape))}`,
    ...(landscape.domains.size > 0 ? [`"${DOMAINS_PROPERTY}" "true"`] : []),
    ...(workspace.inside.size > 0 ? [`"${GROUPS_PROPERTY}" "true"`] : []),
  ];
  const views = [...piecesOf([...structurizrViews(workspace, pairs), ...STYLES])];
  return [
    `workspace ${text(landscape.title)} {\n    model {\n`,
    ...piecesOf(structurizrBlock('properties', properties)),
    ...elements,
    ...relations,
    '    }\n    views {\n',
    ...views,
    '    }\n}\n',
  ].join('');
}

/** Text of the lines in a block of the workspace. */
const piecesOf = (lines: Iterable<string>): Generator<string> => inPieces(indented(lines));

function* indented(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `        ${line}\n`;
}

const STYLES = structurizrBlock('styles', [
  ...structurizrBlock('element "Person"', ['shape Person']),
  ...structurizrBlock(`element "${STORE}"`, ['shape Cylinder']),
]);

/** A character that occurs in no group name; it separates nested groups. */
function separatorFor({ all }: Landscape): string {
  const names = all.filter(({ type }) => type === 'group' || type === 'domain').map(({ name }) => name);
  return ['/', '|', '~', '^', '>', ';'].find((sign) => !names.some((it) => it.includes(sign))) ?? '/';
}

/**
 * Relationships of a workspace. Structurizr allows one for each source, target and description. For each it implies
 * relationships between the ancestors of the ends that have none yet, so explicit ones are written first.
 */

interface Relations {
  lines: Iterable<string>;
  /** Relationships, written or implied, between elements of flows. */
  pairs: Pairs;
}

/** A node and its ancestors that are elements. */
function elementsAround(node: TreeNode): TreeNode[] {
  const around: TreeNode[] = [];
  for (let at: TreeNode | undefined = node; at && !['group', 'domain'].includes(at.type); at = at.parent)
    around.push(at);
  return around;
}

function relationsOf(workspace: Workspace): Relations {
  const { landscape, text, written, losses } = workspace;
  const links = new Map<string, Link>();
  const inFlows = new Set(
    elementsOf(landscape.model, 'flow').flatMap((flow) =>
      messagesOf(flow, landscape).messages.flatMap(({ from, to }) => [from, to]),
    ),
  );
  const pairs = new ImpliedPairs<TreeNode>((it) => elementsAround(it).filter((one) => inFlows.has(one)));
  for (const link of landscape.links) {
    const { from, to, name } = link;
    if (![from, to].every((it) => written.has(it)))
      losses.add('connections to objects that the workspace does not contain');
    else if (from !== to && (isWithin(from, to) || isWithin(to, from)))
      losses.add('connections between an object and its parent');
    else {
      const same = JSON.stringify([from.key, to.key, text(name)]);
      const known = links.get(same);
      if (known) losses.add('connections merged with another of the same ends and label');
      links.set(same, known ? merged(known, link) : link);
      pairs.add(from, to);
    }
  }
  const depthOf = ({ from, to }: Link): number => elementsAround(from).length + elementsAround(to).length;
  const sorted = [...links.values()].sort((a, b) => depthOf(a) - depthOf(b));
  return { lines: allLines(sorted, workspace), pairs };
}

function* allLines(links: readonly Link[], workspace: Workspace): Generator<string> {
  for (const link of links) yield* relationLines(link, workspace);
}

/** Merges technologies, tags, links and labels of another connection. */
const merged = (link: Link, other: Link): Link => ({
  ...link,
  description: link.description || other.description,
  technologies: [...new Set([...link.technologies, ...other.technologies])],
  tags: [...new Set([...link.tags, ...other.tags])],
  links: [...link.links, ...other.links],
  labels: [...new Map([...other.labels, ...link.labels])],
});

function relationLines(link: Link, workspace: Workspace): string[] {
  const { ids, text } = workspace;
  const direction = link.direction === 'outgoing' ? '' : link.direction;
  const texts = quotedWords([link.name, link.technologies.join(', '), link.tags.map(tagOf).join(',')], text);
  const head = `${ids.of(link.from)} -> ${ids.of(link.to)} ${texts}`;
  return structurizrBlock(head, detailLines(link, { direction }, workspace));
}

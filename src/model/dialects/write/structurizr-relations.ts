import { ImpliedPairs } from '../implied-pairs.js';
import { isWithin, type Link, type Thing } from '../view/things.js';
import type { Leftovers } from './leftovers.js';
import { saidLines, tagOf, words } from './structurizr-elements.js';
import type { Pairs, Workspace } from './structurizr-workspace.js';

/**
 * Relationships of a workspace. Structurizr allows one for each source, target and description. For each it implies
 * relationships between the ancestors of the ends that have none yet, so explicit ones are written first.
 */

export interface Relations {
  lines: readonly string[];
  /** Whether a relationship, written or implied, connects two elements. */
  pairs: Pairs;
}

/** A thing and its ancestors that are elements. */
function elementsAround(thing: Thing): Thing[] {
  const around: Thing[] = [];
  for (let at: Thing | undefined = thing; at && !['group', 'domain'].includes(at.type); at = at.parent)
    around.push(at);
  return around;
}

export function relationsOf(workspace: Workspace, left: Leftovers): Relations {
  const { landscape, text, written } = workspace;
  const links = new Map<string, Link>();
  const pairs = new ImpliedPairs<Thing>(elementsAround);
  for (const link of landscape.links) {
    const { from, to, name } = link;
    if (![from, to].every((it) => written.has(it)))
      left.add('connections to objects that the workspace does not contain');
    else if (from !== to && (isWithin(from, to) || isWithin(to, from)))
      left.add('connections between an object and its parent');
    else {
      const same = JSON.stringify([from.key, to.key, text(name)]);
      const known = links.get(same);
      if (known) left.add('connections merged with another of the same ends and label');
      links.set(same, known ? merged(known, link) : link);
      pairs.add(from, to);
    }
  }
  const depthOf = ({ from, to }: Link): number => elementsAround(from).length + elementsAround(to).length;
  const sorted = [...links.values()].sort((a, b) => depthOf(a) - depthOf(b));
  return { lines: sorted.flatMap((it) => relationLines(it, workspace, left)), pairs };
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

function relationLines(link: Link, workspace: Workspace, left: Leftovers): string[] {
  const { ids, text } = workspace;
  const indent = '        ';
  const direction = link.direction === 'outgoing' ? '' : link.direction;
  const own = saidLines(link, { direction }, `${indent}    `, workspace, left);
  const said = words([link.name, link.technologies.join(', '), link.tags.map(tagOf).join(',')], text);
  const head = `${indent}${ids.of(link.from)} -> ${ids.of(link.to)} ${said}`;
  return own.length === 0 ? [head] : [`${head} {`, ...own, `${indent}}`];
}

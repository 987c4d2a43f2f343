import { parentTypes } from '../../../contract/rules/parents.js';
import { onOneLine } from '../../../documents/index.js';
import { isWithin, type Landscape, type Link, type Thing } from '../view/things.js';
import { Identifiers } from './identifiers.js';
import type { Leftovers, Says } from './leftovers.js';
import { structurizrLine, structurizrText } from './structurizr-text.js';
import { structurizrViews, type Workspace } from './structurizr-views.js';

/** A whole model as the workspace of Structurizr's DSL: model, and views from levels and diagrams. */

/** Words of the DSL, in small letters: an identifier of that name would be read as one. */
const KEYWORDS = [
  ...['workspace', 'model', 'views', 'this', 'group', 'person', 'softwaresystem', 'container', 'component'],
  ...['element', 'relationship', 'deploymentenvironment', 'deploymentnode', 'infrastructurenode', 'styles'],
  ...['softwaresysteminstance', 'containerinstance', 'include', 'exclude', 'autolayout', 'description'],
  ...['technology', 'tags', 'tag', 'url', 'properties', 'perspectives', 'archetypes', 'configuration'],
  ...['systemlandscape', 'systemcontext', 'filtered', 'dynamic', 'deployment', 'custom', 'image', 'title'],
  ...['default', 'animation', 'theme', 'themes', 'branding', 'terminology', 'users', 'instances', 'extends'],
];

const KINDS_OF: Readonly<Record<string, string>> = {
  actor: 'person',
  system: 'softwareSystem',
  app: 'container',
  store: 'container',
  component: 'component',
};

/** Tags that tell what the DSL has no words for. */
export const EXTERNAL = 'External';
export const STORE = 'Database';

/** What the workspace says: what is no word of the DSL stands in the properties. */
export const structurizrSays: Says = (of, field) =>
  'children' in of && (of.type === 'group' || of.type === 'domain')
    ? false
    : !['groups', 'via', 'teamOnlyEditing', 'ignore'].includes(field);

export function structurizrOf(landscape: Landscape, left: Leftovers): string {
  const ids = new Identifiers(KEYWORDS);
  for (const thing of landscape.all) if (thing.kind === 'object') ids.of(thing);
  const written = new Set<Thing>();
  const text = (it: string): string => structurizrLine(it, left);
  const block = (it: string): string => structurizrText(it, left);
  const workspace: Workspace = { landscape, ids, text, block, written };
  const separator = separatorFor(landscape);
  const elements = landscape.tops.flatMap((it) => elementLines(it, '        ', workspace, written, left));
  const relations = relationLines(workspace, left);
  const domains = landscape.domains.size > 0 ? ['            "archctl.domains" "true"'] : [];
  const lines = [
    `workspace ${text(landscape.title)} {`,
    '    model {',
    '        properties {',
    `            "structurizr.groupSeparator" ${text(separator)}`,
    ...domains,
    '        }',
    ...elements,
    ...relations,
    '    }',
    '    views {',
    ...structurizrViews(workspace, left),
    ...STYLES,
    '    }',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

const STYLES = [
  '        styles {',
  '            element "Person" {',
  '                shape Person',
  '            }',
  `            element "${STORE}" {`,
  '                shape Cylinder',
  '            }',
  '        }',
];

/** A sign that no group has in its name: groups in groups are told by it. */
function separatorFor({ all }: Landscape): string {
  const names = all.filter(({ type }) => type === 'group' || type === 'domain').map(({ name }) => name);
  return ['/', '|', '~', '^', '>', ';'].find((sign) => !names.some((it) => it.includes(sign))) ?? '/';
}

function elementLines(
  thing: Thing,
  indent: string,
  workspace: Workspace,
  written: Set<Thing>,
  left: Leftovers,
): string[] {
  const { text, ids } = workspace;
  const below = (list: readonly Thing[]): string[] =>
    list.flatMap((it) => elementLines(it, `${indent}    `, workspace, written, left));
  if (thing.type === 'domain' || thing.type === 'group') {
    const inside = below(thing.children);
    if (inside.length > 0) return [`${indent}group ${text(thing.name)} {`, ...inside, `${indent}}`];
    left.add(`${thing.type}s with nothing in them`);
    return [];
  }
  const kind = KINDS_OF[thing.type];
  const above = thing.parent?.type;
  const isTop = above === undefined || above === 'domain' || above === 'group';
  if (!kind || !parentTypes(thing.type).includes(isTop ? 'root' : above)) {
    left.add('model objects that stand where none of their type may', thing.children.length + 1);
    return [];
  }
  written.add(thing);
  const lines = [...ownLines(thing, `${indent}    `, workspace, left), ...below(thing.children)];
  const head = `${indent}${ids.of(thing)} = ${kind} ${words(wordsOf(thing), text)}`;
  return lines.length === 0 ? [head] : [`${head} {`, ...lines, `${indent}}`];
}

/** Texts in quotes one behind the other, the empty ones at the end left out. */
function words(all: readonly string[], text: (it: string) => string): string {
  let end = all.length;
  while (end > 1 && all[end - 1]?.trim() === '') end -= 1;
  return all
    .slice(0, end)
    .map((it, at) => (at > 0 && it.trim() === '' ? '""' : text(it)))
    .join(' ');
}

const DEEP = ['app', 'store', 'component'];

/** Name, description, technology where there is such a word, and tags. */
function wordsOf(thing: Thing): string[] {
  const tags = [
    ...(thing.type === 'store' ? [STORE] : []),
    ...(thing.external ? [EXTERNAL] : []),
    ...thing.tags.map(tagOf),
  ];
  const technology = DEEP.includes(thing.type) ? [thing.technologies.join(', ')] : [];
  return [thing.name, thing.caption, ...technology, tags.join(',')];
}

/** What stands in the braces of an element: the first address, and what there is no word for as properties. */
function ownLines(thing: Thing, indent: string, workspace: Workspace, left: Leftovers): string[] {
  const technologies = DEEP.includes(thing.type) ? '' : thing.technologies.join(', ');
  const more = { technologies, teams: thing.teams.join(', ') };
  return saidLines(thing, more, indent, workspace, left);
}

/** A tag ends at a comma. */
const tagOf = (name: string): string => name.replaceAll(',', ';');

const isAddress = (url: string): boolean => /^https?:\/\/[^\s"\\]+$/i.test(url);

/** The first address, and what the DSL has no words for under the names that a document has. */
function saidLines(
  { description, status, links, labels }: Thing | Link,
  more: Readonly<Record<string, string>>,
  indent: string,
  { text, block }: Workspace,
  left: Leftovers,
): string[] {
  const [first] = links;
  const isUrl = first !== undefined && isAddress(first.url);
  const own = new Map(
    Object.entries({
      ...more,
      description: description.trim(),
      status: status === 'live' ? '' : status,
      links: (isUrl ? links.slice(1) : links).map(({ url }) => url).join(', '),
    }).filter(([, value]) => value.trim() !== ''),
  );
  left.add('names of links', links.filter(({ name }) => name.trim() !== '').length);
  const free = labels.filter(([key]) => !own.has(key));
  left.add('labels called as a field', labels.length - free.length);
  const properties = [...free, ...own].filter(([key, value]) => key.trim() !== '' && value.trim() !== '');
  return [
    ...(isUrl ? [`${indent}url ${text(first.url)}`] : []),
    ...propertyLines(new Map(properties), indent, block),
  ];
}

const propertyLines = (
  properties: ReadonlyMap<string, string>,
  indent: string,
  text: (it: string) => string,
): string[] =>
  properties.size === 0
    ? []
    : [
        `${indent}properties {`,
        ...[...properties].map(([key, value]) => `${indent}    ${text(key)} ${text(value)}`),
        `${indent}}`,
      ];

function relationLines(workspace: Workspace, left: Leftovers): string[] {
  const { landscape, ids, text, written } = workspace;
  const known = new Set<string>();
  const indent = '        ';
  return landscape.links.flatMap((link) => {
    const { from, to, name, technologies } = link;
    if (![from, to].every((it) => written.has(it))) {
      left.add('connections with an end that is not in it');
      return [];
    }
    if (from !== to && (isWithin(from, to) || isWithin(to, from))) {
      left.add('connections between a thing and what it is in');
      return [];
    }
    // Two of one pair with the same words are an error there.
    const same = JSON.stringify([from.key, to.key, onOneLine(name)]);
    if (known.has(same)) {
      left.add('connections that say the same as another');
      return [];
    }
    known.add(same);
    const direction = link.direction === 'outgoing' ? '' : link.direction;
    const own = saidLines(link, { direction }, `${indent}    `, workspace, left);
    const said = words([name, technologies.join(', '), link.tags.map(tagOf).join(',')], text);
    const head = `${indent}${ids.of(from)} -> ${ids.of(to)} ${said}`;
    return own.length === 0 ? [head] : [`${head} {`, ...own, `${indent}}`];
  });
}

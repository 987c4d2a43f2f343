import { onOneLine } from '../../../documents/index.js';
import { elementsOf, textAt } from '../../document/element.js';
import { ID_KEY, LEVEL_TAG, likec4Id } from '../read/ids.js';
import { isWithin, type Landscape, type Link, type Thing } from '../view/things.js';
import { Identifiers } from './identifiers.js';
import { countCommas, type Expresses, type Leftovers } from './leftovers.js';
import { LIKEC4_KEYWORDS, likec4Block, likec4Text } from './likec4-text.js';
import { type LikeC4, likec4Views } from './likec4-views.js';

/** Writes a whole model as LikeC4: specification, model, and views of levels, diagrams and flows. */

export const likec4Expresses: Expresses = (of, field) =>
  'children' in of
    ? !['groups', 'teamOnlyEditing', 'ignore'].includes(field)
    : !['via', 'ignore'].includes(field);

/** Element kinds with their styles. */
const SPECIFICATION = [
  '  element domain',
  '  element group',
  '  element actor {\n    style { shape person }\n  }',
  '  element system',
  '  element app',
  '  element store {\n    style { shape storage }\n  }',
  '  element component',
  '  relationship bidirectional {\n    tail normal\n  }',
  '  relationship undirected {\n    head none\n  }',
];

export function likec4Of(landscape: Landscape, left: Leftovers): string {
  const ids = new Identifiers(LIKEC4_KEYWORDS);
  const names = new Map<Thing, string>();
  const hidden = madeDomain(landscape);
  for (const thing of landscape.all) {
    if (thing === hidden) continue;
    const around = thing.parent && names.get(thing.parent);
    names.set(thing, around === undefined ? ids.of(thing) : `${around}.${ids.of(thing)}`);
  }
  const tags = new Identifiers([...LIKEC4_KEYWORDS, LEVEL_TAG]);
  const usedTags = tagsOf(landscape);
  const tagOf = (name: string): string => tags.of({ key: name, id: name });
  for (const { name } of usedTags) tagOf(name);
  const writer: LikeC4 = { landscape, hidden, nameOf: (it) => names.get(it) ?? ids.of(it), tagOf };
  countCommas(
    landscape.all.flatMap(({ teams }) => teams),
    'names of teams',
    left,
  );
  const lines = [
    'specification {',
    ...SPECIFICATION,
    ...usedTags.map(
      ({ name }) => `  tag ${tagOf(name)}${tagOf(name) === name ? '' : ` // ${likec4Text(name)}`}`,
    ),
    `  tag ${LEVEL_TAG}`,
    '}',
    'model {',
    ...(hidden?.children ?? landscape.tops).flatMap((it) => elementLines(it, '  ', writer, ids, left)),
    ...landscape.links.flatMap((it) => relationLines(it, writer, left)),
    '}',
    'views {',
    ...likec4Views(writer, left),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

/** The domain that an import generates for a file without one; it is not written, so that paths stay the same. */
function madeDomain({ domains, tops }: Landscape): Thing | undefined {
  const [only, ...others] = domains.values();
  const isMade = only?.id === 'model' && only.name === 'Model' && only.labels.length === 0;
  return isMade && others.length === 0 && tops.length === 1 && only.children.length > 0 ? only : undefined;
}

/** Tags in use, by name. */
function tagsOf({ all, links, model }: Landscape): readonly { name: string }[] {
  const used = new Set([...all, ...links].flatMap((it) => it.tags));
  const declared = elementsOf(model, 'tag').map(({ id, fields }) => textAt(fields, 'name') ?? id);
  return [...new Set([...declared.filter((it) => used.has(it)), ...used])].map((name) => ({ name }));
}

function elementLines(
  thing: Thing,
  indent: string,
  writer: LikeC4,
  ids: Identifiers,
  left: Leftovers,
): string[] {
  const kind = KINDS.includes(thing.type) ? thing.type : 'system';
  const name = ids.of(thing);
  const head = `${indent}${name} = ${kind} ${likec4Text(thing.name)}`;
  const inner = `${indent}  `;
  const metadata = [
    ...(likec4Id(name) === thing.id || onOneLine(thing.id) !== thing.id ? [] : [[ID_KEY, thing.id] as const]),
    ...(thing.external ? [['external', 'true'] as const] : []),
    ...(thing.status === 'live' ? [] : [['status', thing.status] as const]),
    ...(thing.teams.length > 0 ? [['teams', thing.teams.join(', ')] as const] : []),
    ...thing.labels,
  ];
  const lines = [
    ...tagLine(thing.tags, inner, writer),
    ...(thing.caption.trim() === '' ? [] : [`${inner}summary ${likec4Text(thing.caption)}`]),
    ...about(thing, inner),
    ...linkLines(thing, inner, left),
    ...metadataLines(metadata, inner, left),
    ...thing.children.flatMap((it) => elementLines(it, inner, writer, ids, left)),
  ];
  return lines.length === 0 ? [head] : [`${head} {`, ...lines, `${indent}}`];
}

const KINDS = ['domain', 'group', 'actor', 'system', 'app', 'store', 'component'];

const tagLine = (tags: readonly string[], indent: string, { tagOf }: LikeC4): string[] =>
  tags.length === 0 ? [] : [`${indent}${[...new Set(tags)].map((it) => `#${tagOf(it)}`).join(' ')}`];

const about = (of: Pick<Thing, 'description' | 'technologies'>, indent: string): string[] => [
  ...(of.description.trim() === '' ? [] : [`${indent}description ${likec4Block(of.description)}`]),
  ...(of.technologies.length === 0 ? [] : [`${indent}technology ${likec4Text(of.technologies.join(', '))}`]),
];

const linkLines = ({ links }: Pick<Thing, 'links'>, indent: string, left: Leftovers): string[] =>
  links.flatMap(({ url, name }) => {
    if (/^https?:\/\//i.test(url)) return linkLine(url, name, indent);
    left.add('links that are not valid URLs');
    return [];
  });

/** URLs are unquoted in LikeC4; characters that would end one are percent-encoded. */
function linkLine(url: string, name: string, indent: string): string[] {
  const safe = onOneLine(url).replace(/[^\w\-.~:/?#@!$&()*+,;=%[\]]/g, (it) =>
    encodeURIComponent(it).replace("'", '%27'),
  );
  return [`${indent}link ${safe}${name.trim() === '' ? '' : ` ${likec4Text(name)}`}`];
}

/** Metadata; its keys must be identifiers. */
function metadataLines(
  pairs: readonly (readonly [key: string, value: string])[],
  indent: string,
  left: Leftovers,
): string[] {
  const keys = new Identifiers();
  const lines = pairs
    .filter(([, value]) => value.trim() !== '')
    .map(([key, value]) => {
      const own = keys.of({ key, id: key });
      left.add('keys of labels that change', own === key ? 0 : 1);
      return `${indent}  ${own} ${likec4Text(value)}`;
    });
  return lines.length === 0 ? [] : [`${indent}metadata {`, ...lines, `${indent}}`];
}

const ARROWS = { outgoing: '->', bidirectional: '-[bidirectional]->', none: '-[undirected]->' };

function relationLines(link: Link, writer: LikeC4, left: Leftovers): string[] {
  const { from, to, name, direction, tags, status } = link;
  if (isWithin(from, to) || isWithin(to, from)) {
    left.add('connections between an object and its parent');
    return [];
  }
  const head = `  ${writer.nameOf(from)} ${ARROWS[direction]} ${writer.nameOf(to)} ${likec4Text(name)}`;
  const metadata = [...(status === 'live' ? [] : [['status', status] as const]), ...link.labels];
  const lines = [
    ...tagLine(tags, '    ', writer),
    ...about(link, '    '),
    ...linkLines(link, '    ', left),
    ...metadataLines(metadata, '    ', left),
  ];
  return lines.length === 0 ? [head] : [`${head} {`, ...lines, '  }'];
}

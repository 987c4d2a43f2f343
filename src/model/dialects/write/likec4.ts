import { onOneLine } from '../../../documents/index.js';
import { elementsOf, textAt } from '../../document/element.js';
import { ID_KEY, LEVEL_TAG, likec4Id } from '../read/ids.js';
import { isWithin, type Landscape, type Link, type TreeNode } from '../view/tree.js';
import { blockOf } from './blocks.js';
import { Identifiers } from './identifiers.js';
import { LIKEC4_KEYWORDS, likec4Block, likec4Text } from './likec4-text.js';
import { type LikeC4, likec4Views } from './likec4-views.js';
import { countCommas, type Expresses, type Losses } from './losses.js';

/** Writes a whole model as LikeC4: specification, model, and views of levels, diagrams and flows. */

export const likec4Expresses: Expresses = (of, field) =>
  'children' in of
    ? !['groups', 'teamOnlyEditing', 'ignore'].includes(field)
    : !['via', 'ignore'].includes(field);

/** Element kinds with their styles. */
const SPECIFICATION = [
  'element domain',
  'element group',
  ...blockOf('element actor', ['style { shape person }']),
  'element system',
  'element app',
  ...blockOf('element store', ['style { shape storage }']),
  'element component',
  ...blockOf('relationship bidirectional', ['tail normal']),
  ...blockOf('relationship undirected', ['head none']),
];

export function likec4Of(landscape: Landscape, losses: Losses): string {
  const ids = new Identifiers(LIKEC4_KEYWORDS);
  const names = new Map<TreeNode, string>();
  const hidden = generatedDomain(landscape);
  for (const node of landscape.all) {
    if (node === hidden) continue;
    const around = node.parent && names.get(node.parent);
    names.set(node, around === undefined ? ids.of(node) : `${around}.${ids.of(node)}`);
  }
  const tags = new Identifiers([...LIKEC4_KEYWORDS, LEVEL_TAG]);
  const usedTags = tagsOf(landscape);
  const tagOf = (name: string): string => tags.of({ key: name, id: name });
  for (const name of usedTags) tagOf(name);
  const writer: LikeC4 = { landscape, losses, hidden, nameOf: (it) => names.get(it) ?? ids.of(it), tagOf };
  countCommas(
    landscape.all.flatMap(({ teams }) => teams),
    'names of teams',
    losses,
  );
  const tagLines = usedTags.map((name) => {
    const tag = tagOf(name);
    return `tag ${tag}${tag === name ? '' : ` // ${likec4Text(name)}`}`;
  });
  const model = [
    ...(hidden?.children ?? landscape.tops).flatMap((it) => elementLines(it, writer, ids)),
    ...landscape.links.flatMap((it) => relationLines(it, writer)),
  ];
  const lines = [
    ...blockOf('specification', [...SPECIFICATION, ...tagLines, `tag ${LEVEL_TAG}`]),
    ...['model {', ...model.map((it) => `  ${it}`), '}'],
    ...['views {', ...likec4Views(writer).map((it) => `  ${it}`), '}'],
  ];
  return `${lines.join('\n')}\n`;
}

/** The domain that an import generates for a file without one; it is not written, so that paths stay the same. */
function generatedDomain({ domains, tops }: Landscape): TreeNode | undefined {
  const [only, ...others] = domains.values();
  const isMade = only?.id === 'model' && only.name === 'Model' && only.labels.length === 0;
  return isMade && others.length === 0 && tops.length === 1 && only.children.length > 0 ? only : undefined;
}

/** Tags in use, by name. */
function tagsOf({ all, links, model }: Landscape): readonly string[] {
  const used = new Set([...all, ...links].flatMap((it) => it.tags));
  const declared = elementsOf(model, 'tag').map(({ id, fields }) => textAt(fields, 'name') ?? id);
  return [...new Set([...declared.filter((it) => used.has(it)), ...used])];
}

function elementLines(node: TreeNode, writer: LikeC4, ids: Identifiers): string[] {
  const kind = KINDS.includes(node.type) ? node.type : 'system';
  const name = ids.of(node);
  const metadata = [
    ...(likec4Id(name) === node.id || onOneLine(node.id) !== node.id ? [] : [[ID_KEY, node.id] as const]),
    ...(node.external ? [['external', 'true'] as const] : []),
    ...(node.status === 'live' ? [] : [['status', node.status] as const]),
    ...(node.teams.length > 0 ? [['teams', node.teams.join(', ')] as const] : []),
    ...node.labels,
  ];
  return blockOf(`${name} = ${kind} ${likec4Text(node.name)}`, [
    ...tagLine(node.tags, writer),
    ...(node.caption.trim() === '' ? [] : [`summary ${likec4Text(node.caption)}`]),
    ...about(node),
    ...linkLines(node, writer),
    ...metadataLines(metadata, writer),
    ...node.children.flatMap((it) => elementLines(it, writer, ids)),
  ]);
}

const KINDS = ['domain', 'group', 'actor', 'system', 'app', 'store', 'component'];

const tagLine = (tags: readonly string[], { tagOf }: LikeC4): string[] =>
  tags.length === 0 ? [] : [[...new Set(tags)].map((it) => `#${tagOf(it)}`).join(' ')];

const about = (of: Pick<TreeNode, 'description' | 'technologies'>): string[] => [
  ...(of.description.trim() === '' ? [] : [`description ${likec4Block(of.description)}`]),
  ...(of.technologies.length === 0 ? [] : [`technology ${likec4Text(of.technologies.join(', '))}`]),
];

const linkLines = ({ links }: Pick<TreeNode, 'links'>, { losses }: LikeC4): string[] =>
  links.flatMap(({ url, name }) => {
    if (/^https?:\/\//i.test(url)) return [linkLine(url, name)];
    losses.add('links that are not valid URLs');
    return [];
  });

/** URLs are unquoted in LikeC4; characters that would end one are percent-encoded. */
function linkLine(url: string, name: string): string {
  const safe = onOneLine(url).replace(/[^\w\-.~:/?#@!$&()*+,;=%[\]]/g, (it) =>
    encodeURIComponent(it).replace("'", '%27'),
  );
  return `link ${safe}${name.trim() === '' ? '' : ` ${likec4Text(name)}`}`;
}

/** Metadata; its keys must be identifiers. */
function metadataLines(
  pairs: readonly (readonly [key: string, value: string])[],
  { losses }: LikeC4,
): string[] {
  const keys = new Identifiers(LIKEC4_KEYWORDS);
  const lines = pairs
    .filter(([, value]) => value.trim() !== '')
    .map(([key, value]) => {
      const own = keys.of({ key, id: key });
      losses.add('keys of labels that change', own === key ? 0 : 1);
      return `${own} ${likec4Text(value)}`;
    });
  return lines.length === 0 ? [] : blockOf('metadata', lines);
}

const ARROWS = { outgoing: '->', bidirectional: '-[bidirectional]->', none: '-[undirected]->' };

function relationLines(link: Link, writer: LikeC4): string[] {
  const { from, to, name, direction, tags, status } = link;
  if (isWithin(from, to) || isWithin(to, from)) {
    writer.losses.add('connections between an object and its parent');
    return [];
  }
  const head = `${writer.nameOf(from)} ${ARROWS[direction]} ${writer.nameOf(to)} ${likec4Text(name)}`;
  const metadata = [...(status === 'live' ? [] : [['status', status] as const]), ...link.labels];
  return blockOf(head, [
    ...tagLine(tags, writer),
    ...about(link),
    ...linkLines(link, writer),
    ...metadataLines(metadata, writer),
  ]);
}

import { push } from '../../../base/grouped.js';
import { parentTypes } from '../../../contract/rules/parents.js';
import { ancestorsOf, firstGroup, type Landscape, type Link, type TreeNode } from '../view/tree.js';
import type { Losses } from './losses.js';
import { largeBlock, structurizrBlock, structurizrLine, type Workspace } from './structurizr-text.js';

/** Writes elements of a workspace with their groups and properties. */

const KINDS_OF: Readonly<Record<string, string>> = {
  actor: 'person',
  system: 'softwareSystem',
  app: 'container',
  store: 'container',
  component: 'component',
};

/** Tags for properties without a keyword in the DSL. */
const EXTERNAL = 'External';
export const STORE = 'Database';

const isGroup = ({ type }: TreeNode): boolean => type === 'group' || type === 'domain';

/** Names that are unique where Structurizr requires it: among people and systems, and within each parent. */
export function namesOf({ all }: Landscape, losses: Losses): ReadonlyMap<TreeNode, string> {
  const names = new Map<TreeNode, string>();
  const taken = new Set<string>();
  for (const node of all) {
    if (isGroup(node)) continue;
    const parent = node.parent && !isGroup(node.parent) ? node.parent.key : '';
    const written = (name: string): string => `${parent}\n${structurizrLine(name, losses)}`;
    let name = node.name;
    for (let at = 1; taken.has(written(name)); at += 1)
      name = at === 1 && node.parent ? `${node.name} (${node.parent.name})` : `${node.name} ${at}`;
    taken.add(written(name));
    names.set(node, name);
    losses.add('duplicate names, which get a suffix', name === node.name ? 0 : 1);
  }
  return names;
}

/** Writes elements, or top-level groups, with their content, line by line. */
export function* elementLines(treeNodes: readonly TreeNode[], workspace: Workspace): Generator<string> {
  for (const node of treeNodes)
    if (isGroup(node)) yield* groupLines(node, elementLines(node.children, workspace), workspace);
    else yield* ownLines(node, workspace);
}

function* ownLines(node: TreeNode, workspace: Workspace): Generator<string> {
  const { ids, names, written, losses } = workspace;
  const kind = KINDS_OF[node.type];
  const isTop = node.parent === undefined || isGroup(node.parent);
  if (!kind || !parentTypes(node.type).includes(isTop ? 'root' : (node.parent?.type ?? ''))) {
    losses.add('model objects whose parent cannot contain their type', node.children.length + 1);
    return;
  }
  written.add(node);
  const technologies = DEEP.includes(node.type) ? '' : node.technologies.join(', ');
  const details = detailLines(node, { technologies, teams: node.teams.join(', ') }, workspace);
  const head = `${ids.of(node)} = ${kind} ${quotedWords(wordsOf(node, names), workspace.text)}`;
  yield* largeBlock(head, joined(details, contentLines(node.children, workspace, 0)));
}

function* joined(before: Iterable<string>, after: Iterable<string>): Generator<string> {
  yield* before;
  yield* after;
}

/** Writes a group with its content; nothing for an empty one, and returns false. */
function* groupLines(
  group: TreeNode,
  content: Generator<string>,
  { text, grouped }: Workspace,
): Generator<string, boolean> {
  const first = content.next();
  if (first.done === true) return false;
  grouped.add(group);
  yield* largeBlock(`group ${text(group.name)}`, joined([first.value], content));
  return true;
}

/** Content of an element; elements with a group are in a block of that group and its parent groups. */
function* contentLines(
  children: readonly TreeNode[],
  workspace: Workspace,
  level: number,
): Generator<string> {
  const byGroup = new Map<TreeNode | undefined, TreeNode[]>();
  for (const child of children) push(byGroup, groupsAround(child, workspace)[level], child);
  for (const [group, treeNodes] of byGroup) {
    if (!group) yield* elementLines(treeNodes, workspace);
    else if (yield* groupLines(group, contentLines(treeNodes, workspace, level + 1), workspace))
      workspace.inside.add(group);
  }
}

/** Parent groups of the group of an element, and the group itself. */
function groupsAround(node: TreeNode, { landscape }: Workspace): readonly TreeNode[] {
  const group = firstGroup(node, landscape.objects);
  return group ? ancestorsOf(group).filter(({ type }) => type === 'group') : [];
}

export function countEmptyGroups({ landscape, grouped, losses }: Workspace): void {
  for (const node of landscape.all)
    if (isGroup(node) && !grouped.has(node)) losses.add(`empty ${node.type}s`);
}

/** Quoted texts, without trailing empty ones. */
export function quotedWords(all: readonly string[], text: (it: string) => string): string {
  let end = all.length;
  while (end > 1 && all[end - 1]?.trim() === '') end -= 1;
  return all
    .slice(0, end)
    .map((it, at) => (at > 0 && it.trim() === '' ? '""' : text(it)))
    .join(' ');
}

const DEEP = ['app', 'store', 'component'];

/** Name, description, technology if the kind has one, and tags. */
function wordsOf(node: TreeNode, names: Workspace['names']): string[] {
  const tags = [
    ...(node.type === 'store' ? [STORE] : []),
    ...(node.external ? [EXTERNAL] : []),
    ...node.tags.map(tagOf),
  ];
  const technology = DEEP.includes(node.type) ? [node.technologies.join(', ')] : [];
  return [names.get(node) ?? node.name, node.caption, ...technology, tags.join(',')];
}

/** A comma would end the tag. */
export const tagOf = (name: string): string => name.replaceAll(',', ';');

const isAddress = (url: string): boolean => /^https?:\/\/[^\s"\\]+$/i.test(url);

/** The first URL, and properties named like document fields for everything else. */
export function detailLines(
  { description, status, links, labels }: TreeNode | Link,
  more: Readonly<Record<string, string>>,
  { text, block, losses }: Workspace,
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
  losses.add('names of links', links.filter(({ name }) => name.trim() !== '').length);
  const free = labels.filter(([key]) => !own.has(key));
  losses.add('labels with the name of a field', labels.length - free.length);
  const properties = [...new Map([...free, ...own])]
    .filter(([key, value]) => key.trim() !== '' && value.trim() !== '')
    .map(([key, value]) => `${block(key)} ${block(value)}`);
  return [
    ...(isUrl ? [`url ${text(first.url)}`] : []),
    ...(properties.length > 0 ? structurizrBlock('properties', properties) : []),
  ];
}

import {
  Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { jsonSafe } from '../../../base/text/escape.js';
import type { SourceFile } from '../read.js';
import { placeComments, withComments } from './comments.js';

/** Editable syntax trees of YAML and JSON files, which preserve comments and quotes. */

/** A parsed file. Scalars are kept as source text until they are read with a shape. */
export interface YamlFile {
  path: string;
  yaml: Document;
  isJson: boolean;
  /** Byte order mark and line endings of the file. */
  frame: Frame;
}

interface Frame {
  mark: string;
  end: '\n' | '\r\n';
}

const BYTE_ORDER_MARK = '\ufeff';

/** Normalizes line endings, and returns the frame that restores them. */
export function removeFrame(text: string): { text: string; frame: Frame } {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const end = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
  return { text: text.slice(mark.length).replaceAll('\r\n', '\n'), frame: { mark, end } };
}

export const restoreFrame = (text: string, { mark, end }: Frame): string =>
  mark + (end === '\n' ? text : text.replaceAll('\n', end));

export function openYaml({ path, text: original }: SourceFile): YamlFile {
  const { text, frame } = removeFrame(original);
  const isJson = isJsonText(text);
  const yaml = parseDocument(text, { schema: 'failsafe', prettyErrors: false, version: '1.2' });
  placeComments(yaml, text);
  return { path, yaml, isJson, frame };
}

/** Whether a text is a JSON object: no comments, quotes around every key. */
function isJsonText(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export interface Indent {
  /** Spaces per level. */
  indent: number;
  /** Whether lists are indented further than their key. */
  indentSeq: boolean;
}

/** Indentation of new documents. */
export const DEFAULT_INDENT: Indent = { indent: 2, indentSeq: true };

/** Detects the indentation of a text from its first indented line and its first list. */
export function indentOf(text: string): Indent {
  const [, spaces = '  '] = /^( +)[^\s#]/m.exec(text) ?? [];
  const [, outer, inner] =
    /^( *)[^\s#-][^\n]*:[^\S\n]*(?:#[^\n]*)?\n(?:[^\S\n]*(?:#[^\n]*)?\n)*( *)- /m.exec(text) ?? [];
  return {
    indent: Math.min(spaces.length, MAX_INDENT),
    indentSeq: outer === undefined || outer !== inner,
  };
}

const MAX_INDENT = 8;

/**
 * Prints a file without folding lines, with flow collections as `{ id: shop, tags: [public] }`. Returns undefined if
 * an alias has no target before it.
 */
export function printYaml(
  { yaml, isJson }: Pick<YamlFile, 'yaml' | 'isJson'>,
  indent = DEFAULT_INDENT,
): string | undefined {
  if (isJson && isNode(yaml.contents)) return `${jsonOf(yaml.contents, '')}\n`;
  visit(yaml, {
    Map: (_, map) => pad(map, ' '),
    Seq: (_, list) => pad(list, ''),
  });
  try {
    return withComments(yaml.toString({ lineWidth: 0, ...indent }));
  } catch {
    return undefined;
  }
}

/** Sets whether a list or map is printed with a space inside its brackets. */
function pad(node: YAMLMap | YAMLSeq, flowCollectionPadding: string): void {
  const print = Object.getPrototypeOf(node).toString as typeof node.toString;
  node.toString = (context, ...more) =>
    print.call(node, context && { ...context, flowCollectionPadding }, ...more);
}

/** Prints JSON with one value per line; unquoted scalars are numbers or JSON literals. */
function jsonOf(node: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (isMap(node)) {
    const pairs = node.items.map(
      ({ key, value }) => `${inner}${jsonSafe(JSON.stringify(keyOf(key)))}: ${jsonOf(value, inner)}`,
    );
    return pairs.length === 0 ? '{}' : `{\n${pairs.join(',\n')}\n${indent}}`;
  }
  if (isSeq(node)) {
    const items = node.items.map((it) => `${inner}${jsonOf(it, inner)}`);
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (!isScalar(node)) return 'null';
  const text = String(node.value);
  return node.type === 'PLAIN' && JSON_LITERAL.test(text) ? text : jsonSafe(JSON.stringify(text));
}

const JSON_LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

/** The text of a key or of an id. */
export const keyOf = (node: unknown): string | undefined =>
  isScalar(node) ? String(node.value) : typeof node === 'string' ? node : undefined;

export const pairAt = (map: YAMLMap, key: string): Pair | undefined =>
  map.items.find((it) => isPair(it) && keyOf(it.key) === key);

export const listAt = (map: YAMLMap, key: string): YAMLSeq | undefined => {
  const value = pairAt(map, key)?.value;
  return isSeq(value) ? value : undefined;
};

/** Moves the leading comments of the old first node of a file or element to the new first node. */
export function moveLeadingComments(old: Node | undefined, first: Node | undefined): void {
  if (!old?.commentBefore || !first || old === first) return;
  first.commentBefore = [old.commentBefore, first.commentBefore].filter(Boolean).join('\n');
  old.commentBefore = null;
}

/** The top-level map of a file, created if the file is empty. */
export function topOf({ yaml }: YamlFile): YAMLMap {
  if (isMap(yaml.contents)) return yaml.contents as YAMLMap;
  const top = new YAMLMap();
  yaml.contents = top;
  return top;
}

/** Maximum number of nodes after expanding aliases: a few lines of aliases can expand to gigabytes. */
const MAX_NODES = 20_000;
/** Cost of resolving an alias, in nodes. */
const ALIAS_COST = 20;

/**
 * Replaces aliases by copies of their targets, so that one can be changed without the others.
 * @returns false if the limit is exceeded; the tree is then unusable.
 */
export function withoutAliases({ yaml }: YamlFile): boolean {
  let budget = MAX_NODES;
  visit(yaml, {
    Alias: (_, alias) => {
      const node = alias.resolve(yaml);
      budget -= node ? Math.max(sizeOf(node, budget), ALIAS_COST) : MAX_NODES;
      return node && budget > 0 ? copyOf(node) : visit.BREAK;
    },
  });
  if (budget <= 0) return false;
  visit(yaml, {
    Node: (_, node) => {
      if (!isAlias(node)) delete (node as { anchor?: string }).anchor;
    },
  });
  return true;
}

/** Number of nodes in a tree; stops counting at `most`. */
function sizeOf(tree: Node, limit: number): number {
  let size = 0;
  visit(tree, () => {
    size += 1;
    return size < limit ? undefined : visit.BREAK;
  });
  return size;
}

const copyOf = (node: Node): Node => {
  const copy = node.clone() as Node;
  if (!(copy instanceof Alias)) delete (copy as { anchor?: string }).anchor;
  return copy;
};

/** Parses lines of YAML into a node. */
export const nodeOf = (lines: readonly string[]): Node | null =>
  parseDocument(lines.join('\n'), { schema: 'failsafe', prettyErrors: false, version: '1.2' }).contents;

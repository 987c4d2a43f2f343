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
import { jsonSafe } from '../../base/escape.js';
import { placeComments, withComments } from './comments.js';
import type { SourceFile } from './read.js';

/** A file of a document that is changed as a tree, in which comments and quotes stand. */

/** A file taken apart. Scalars are texts as they are written: nothing is a number before a reader says so. */
export interface YamlFile {
  path: string;
  yaml: Document;
  isJson: boolean;
  /** What stands around the lines: the mark of an encoding, and how lines end. */
  frame: Frame;
}

interface Frame {
  mark: string;
  end: '\n' | '\r\n';
}

const MARK = '\ufeff';

/** A text as lines that end in one character, and what puts it back. */
export function framed(text: string): { text: string; frame: Frame } {
  const mark = text.startsWith(MARK) ? MARK : '';
  const end = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
  return { text: text.slice(mark.length).replaceAll('\r\n', '\n'), frame: { mark, end } };
}

export const unframed = (text: string, { mark, end }: Frame): string =>
  mark + (end === '\n' ? text : text.replaceAll('\n', end));

export function openYaml({ path, text: written }: SourceFile): YamlFile {
  const { text, frame } = framed(written);
  const isJson = isJsonText(text);
  const yaml = parseDocument(text, { schema: 'failsafe', prettyErrors: false, version: '1.2' });
  placeComments(yaml, text);
  return { path, yaml, isJson, frame };
}

/** Whether it is an object of JSON: no comments, quotes around every key. */
function isJsonText(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How a file is indented. */
export interface Indent {
  /** Spaces a level. */
  indent: number;
  /** Whether lists stand further in than their key. */
  indentSeq: boolean;
}

/** The one way in which documents are written anew. */
export const USUAL_INDENT: Indent = { indent: 2, indentSeq: true };

/** How a text is indented, by the first line that is, and the first list. */
export function indentOf(text: string): Indent {
  const [, spaces = '  '] = /^( +)[^\s#]/m.exec(text) ?? [];
  const [, outer, inner] =
    /^( *)[^\s#-][^\n]*:[^\S\n]*(?:#[^\n]*)?\n(?:[^\S\n]*(?:#[^\n]*)?\n)*( *)- /m.exec(text) ?? [];
  return {
    indent: Math.min(spaces.length, WIDEST_INDENT),
    indentSeq: outer === undefined || outer !== inner,
  };
}

const WIDEST_INDENT = 8;

/**
 * The text of a file, in which nothing is folded; entries on one line are `{ id: shop, tags: [public] }`. Undefined where
 * an alias has come to stand before what it stands for, or that is gone.
 */
export function printYaml(
  { yaml, isJson }: Pick<YamlFile, 'yaml' | 'isJson'>,
  indent = USUAL_INDENT,
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

/** Has a list or map print itself with, or without, a space inside its brackets. */
function pad(node: YAMLMap | YAMLSeq, flowCollectionPadding: string): void {
  const print = Object.getPrototypeOf(node).toString as typeof node.toString;
  node.toString = (context, ...more) =>
    print.call(node, context && { ...context, flowCollectionPadding }, ...more);
}

/** JSON with a line for each value; scalars that stand without quotes are numbers, or words of JSON. */
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
  return node.type === 'PLAIN' && JSON_WORD.test(text) ? text : jsonSafe(JSON.stringify(text));
}

const JSON_WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

/** The text of a key or of an id. */
export const keyOf = (node: unknown): string | undefined =>
  isScalar(node) ? String(node.value) : typeof node === 'string' ? node : undefined;

export const pairAt = (map: YAMLMap, key: string): Pair | undefined =>
  map.items.find((it) => isPair(it) && keyOf(it.key) === key);

export const listAt = (map: YAMLMap, key: string): YAMLSeq | undefined => {
  const value = pairAt(map, key)?.value;
  return isSeq(value) ? value : undefined;
};

/** The first lines of a file, or of an element, stay its first lines, whatever comes to stand there. */
export function keepHead(old: Node | undefined, now: Node | undefined): void {
  if (!old?.commentBefore || !now || old === now) return;
  now.commentBefore = [old.commentBefore, now.commentBefore].filter(Boolean).join('\n');
  old.commentBefore = null;
}

/** The map at the top of a file; one is made where there is nothing. */
export function topOf({ yaml }: YamlFile): YAMLMap {
  if (isMap(yaml.contents)) return yaml.contents as YAMLMap;
  const top = new YAMLMap();
  yaml.contents = top;
  return top;
}

/** The most parts of a tree that aliases are written out as: a few lines of them can stand for gigabytes. */
const MOST_PARTS = 20_000;
/** The parts that finding what an alias stands for counts as. */
const LOOKING_UP = 20;

/**
 * Puts in the place of aliases what they stand for, so that one may be changed without the others.
 * @returns whether that is little enough; else the tree is none to use.
 */
export function withoutAliases({ yaml }: YamlFile): boolean {
  let left = MOST_PARTS;
  visit(yaml, {
    Alias: (_, alias) => {
      const node = alias.resolve(yaml);
      left -= node ? Math.max(sizeOf(node, left), LOOKING_UP) : MOST_PARTS;
      return node && left > 0 ? copyOf(node) : visit.BREAK;
    },
  });
  if (left <= 0) return false;
  visit(yaml, {
    Node: (_, node) => {
      if (!isAlias(node)) delete (node as { anchor?: string }).anchor;
    },
  });
  return true;
}

/** How many parts a tree has; no more than `most` are counted. */
function sizeOf(tree: Node, most: number): number {
  let size = 0;
  visit(tree, () => {
    size += 1;
    return size < most ? undefined : visit.BREAK;
  });
  return size;
}

const copyOf = (node: Node): Node => {
  const copy = node.clone() as Node;
  if (!(copy instanceof Alias)) delete (copy as { anchor?: string }).anchor;
  return copy;
};

/** The list or map that lines of YAML say, as part of a tree. */
export const nodeOf = (lines: readonly string[]): Node | null =>
  parseDocument(lines.join('\n'), { schema: 'failsafe', prettyErrors: false, version: '1.2' }).contents;

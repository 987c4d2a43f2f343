import { isMap, isNode, isScalar, isSeq, type Node, type Pair, Scalar, visit, type YAMLMap } from 'yaml';
import { type ArchctlError, usageError } from '../../../base/errors.js';
import { diffModels } from '../../compare/diff.js';
import { LAYOUT } from '../drawn-fields.js';
import { areSameIgnores, DRIFT } from '../drift-ignores.js';
import type { ElementKind } from '../element.js';
import { type Excerpt, excerptOf } from '../excerpt.js';
import type { Fields, Shape } from '../field.js';
import { type Finding, positions } from '../finding.js';
import { KINDS } from '../kinds.js';
import { isContainerKind } from '../nesting.js';
import { readModel, type SourceFile } from '../read.js';
import { hasSameSections, SECTION_KEYS, SECTIONS } from '../references.js';
import { TOP_ORDER, WRITTEN_KINDS } from '../write.js';
import { WIDTH } from '../yaml/print.js';
import { scalarOf } from '../yaml/scalar.js';
import {
  keyOf,
  listAt,
  moveLeadingComments,
  openYaml,
  pairAt,
  printYaml,
  removeFrame,
  restoreFrame,
} from '../yaml/yaml-file.js';
import { formattedFold } from './format-entry.js';

/**
 * Formats a file of a document: keys in the order of the field table, indentation of two spaces, short entries on one
 * line. Comments, quotes and values are kept. @throws ArchctlError `usage` for a file that cannot be parsed, with the
 * position.
 */
export function formatFile(file: SourceFile): SourceFile {
  const before = readModel([file]);
  if (!before.isWhole) throw unreadableFile(file, before.findings[0]);
  const { text, frame } = removeFrame(file.text);
  const simple = excerptOf(text, {
    choose: (item, kind, fold, column) => (fold && formattedFold(text, item, kind, fold, column)) ?? 'own',
    between: (gap) => (/^[\n ]+$/.test(gap) ? gap.replace(/\n[\n ]+/, '\n\n') : undefined),
  });
  for (const excerpt of [simple, undefined]) {
    const now = formattedText(file.path, text, excerpt);
    if (now === undefined) continue;
    const formatted = { path: file.path, text: restoreFrame(now, frame) };
    if (formatted.text === file.text) return file;
    const after = readModel([formatted]);
    const isSame =
      after.findings.length === before.findings.length &&
      areSameIgnores(before.model.driftIgnores, after.model.driftIgnores) &&
      diffModels(before.model, after.model).length === 0 &&
      hasSameSections(before.model, after.model);
    if (after.isWhole && isSame) return formatted;
  }
  throw unformattable(file);
}

function formattedText(path: string, text: string, excerpt: Excerpt | undefined): string | undefined {
  const opened = openYaml({ path, text: excerpt?.text ?? text });
  const top = opened.yaml.contents;
  if (isMap(top)) formatTop(top as YAMLMap);
  const printed = printYaml(opened);
  return printed === undefined || !excerpt ? printed : excerpt.restored(printed);
}

const unformattable = ({ path }: SourceFile): ArchctlError =>
  usageError(`${path} is written in a way that cannot be formatted.`, {
    hint: 'Expand the aliases, and correct the findings of `validate`.',
  });

/** The error for a file that cannot be parsed. */
export function unreadableFile({ path, text }: SourceFile, finding: Finding | undefined): ArchctlError {
  const { line, column } = positions(text)(finding?.place?.from ?? 0);
  return usageError(`${path}:${line}:${column}: ${finding?.message ?? 'It cannot be read.'}`, {
    hint: 'Correct the file; nothing was written.',
  });
}

function formatTop(top: YAMLMap): void {
  block(top);
  if (pairAt(top, 'layoutOf')) {
    formatFields(top, LAYOUT, ['layoutOf', ...Object.keys(LAYOUT)], 0);
    return;
  }
  order(top, TOP_ORDER);
  const drift = pairAt(top, 'drift');
  if (drift) formatValue(drift, { is: 'group', of: DRIFT }, 0);
  for (const kind of WRITTEN_KINDS) formatList(top, kind, KINDS[kind].list, 0);
  for (const pair of top.items) {
    const section = SECTION_KEYS.find((it) => it === keyOf(pair.key));
    if (section) formatValue(pair, SECTIONS[section].shape, 0);
  }
  for (const item of listAt(top, 'moved')?.items ?? [])
    if (isMap(item)) settle(item as YAMLMap, STEP + 2, undefined);
}

/** Columns per indentation level. */
const STEP = 2;

/** Formats a list of elements below a key at a column. */
function formatList(owner: YAMLMap, kind: ElementKind, key: string, column: number): void {
  const list = listAt(owner, key);
  if (!list || list.items.length === 0) return;
  block(list);
  for (const item of list.items) if (isMap(item)) formatElement(item as YAMLMap, kind, column + STEP);
}

function formatElement(map: YAMLMap, kind: ElementKind, column: number): void {
  const { fields } = KINDS[kind];
  const isNesting = isContainerKind(kind);
  formatEntry(
    map,
    fields,
    ['id', ...Object.keys(fields), 'ignore', ...(isNesting ? ['objects'] : [])],
    column + STEP,
  );
  if (isNesting && (listAt(map, 'objects')?.items.length ?? 0) > 0) {
    block(map);
    formatList(map, 'object', 'objects', column + STEP);
  } else settle(map, column + STEP, fields);
}

/** Formats the fields of a map whose keys start at a column. */
function formatFields(map: YAMLMap, table: Fields, keys: readonly string[], column: number): void {
  order(map, keys);
  for (const pair of map.items) {
    const field = table[keyOf(pair.key) ?? ''];
    if (field) formatValue(pair, field.shape, column);
  }
}

function formatValue(pair: Pair, shape: Shape, column: number): void {
  const { value } = pair;
  const inner = column + STEP;
  if (isMap(value)) {
    const map = value as YAMLMap;
    if (shape.is === 'group') formatFields(map, shape.of, Object.keys(shape.of), inner);
    if (shape.is === 'map')
      for (const it of map.items) {
        const { value: entry } = it;
        if (!isMap(entry)) continue;
        formatFields(entry as YAMLMap, shape.of, Object.keys(shape.of), inner + STEP);
        if (entry.items.length > 0) block(entry as YAMLMap);
      }
    if (map.items.length > 0 && (shape.is === 'group' || shape.is === 'map')) block(map);
    else setFlow(map, isShort(pair, column));
  }
  if (!isSeq(value)) return;
  const entries = value.items.filter(isMap) as YAMLMap[];
  if (shape.is === 'list')
    for (const entry of entries) {
      formatEntry(entry, shape.of, Object.keys(shape.of), inner + STEP);
      settle(entry, inner + STEP, shape.of);
    }
  setFlow(value, entries.length === 0 && isShort(pair, column));
}

/** Sorts keys; unknown keys follow in their current order. */
function order(map: YAMLMap, keys: readonly string[]): void {
  const first = map.items[0]?.key as Node | undefined;
  const rank = ({ key }: Pair): number => {
    const at = keys.indexOf(keyOf(key) ?? '');
    return at === -1 ? keys.length : at;
  };
  map.items = map.items
    .map((pair, at) => ({ pair, at }))
    .sort((a, b) => rank(a.pair) - rank(b.pair) || a.at - b.at)
    .map(({ pair }) => pair);
  moveLeadingComments(first, map.items[0]?.key as Node | undefined);
}

/** Formats the fields of an entry of a list. Comments and blank lines above its first key move above its dash. */
function formatEntry(map: YAMLMap, table: Fields, keys: readonly string[], column: number): void {
  formatFields(map, table, keys, column);
  const first = map.items[0]?.key as Node | undefined;
  if (!first) return;
  map.commentBefore = [map.commentBefore, first.commentBefore].filter(Boolean).join('\n') || null;
  first.commentBefore = null;
  first.spaceBefore = false;
}

/** Puts an entry on one line if it is short and allows it. */
function settle(map: YAMLMap, column: number, table: Fields | undefined): void {
  const needsLines = map.items.some((pair) => {
    const shape = table?.[keyOf(pair.key) ?? '']?.shape;
    const { value } = pair;
    if (isMap(value)) return value.items.length > 0 && (shape?.is === 'group' || shape?.is === 'map');
    return shape?.is === 'list' && isSeq(value) && value.items.some(isMap);
  });
  setFlow(map, !needsLines && !needsOwnLine(map) && column + lengthOf(map) <= WIDTH);
}

const isShort = (pair: Pair, column: number): boolean =>
  !needsOwnLine(pair.value) &&
  !(isNode(pair.value) && pair.value.commentBefore) &&
  column + lengthOf(pair.key) + 2 + lengthOf(pair.value) <= WIDTH;

const setFlow = (node: { flow?: boolean }, isFlow: boolean): void => {
  node.flow = isFlow;
};
const block = (node: { flow?: boolean }): void => setFlow(node, false);

/** Whether a node contains something that needs its own line: a comment, or a text of several lines. */
function needsOwnLine(node: unknown): boolean {
  let found = false;
  if (isNode(node))
    visit(node, (_, it) => {
      if (!isNode(it)) return undefined;
      const isLines =
        isScalar(it) && (String(it.value).includes('\n') || it.type?.startsWith('BLOCK') === true);
      found ||= isLines || (it !== node && Boolean(it.commentBefore || it.comment));
      return found ? visit.BREAK : undefined;
    });
  return found;
}

/** Length of a node on one line. */
function lengthOf(node: unknown): number {
  if (isMap(node))
    return node.items.reduce((sum, { key, value }) => sum + lengthOf(key) + 2 + lengthOf(value) + 2, 2);
  if (isSeq(node)) return node.items.reduce<number>((sum, it) => sum + lengthOf(it) + 2, 0);
  if (!isScalar(node)) return 0;
  const text = String(node.value);
  if (node.type === Scalar.PLAIN)
    return text.length + (NEEDS_QUOTES.test(text) ? 2 + (text.match(ESCAPED)?.length ?? 0) : 0);
  return node.type === Scalar.QUOTE_SINGLE
    ? text.replaceAll("'", "''").length + 2
    : Math.max(scalarOf(text, true).length, text.length + 2);
}

/** Texts with these characters are plain in block style, but need quotes in flow style. */
const NEEDS_QUOTES = /[,[\]{}]/;
/** Characters that quotes escape. */
const ESCAPED = /["\\]/g;

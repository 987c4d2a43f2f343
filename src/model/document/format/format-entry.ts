import type { ElementKind } from '../element.js';
import type { Fold } from '../excerpt.js';
import { KINDS } from '../kinds.js';
import { WIDTH } from '../yaml/print.js';
import { isList, isScalar, type MapNode } from '../yaml/tree.js';

/**
 * Formats entries without comments whose values are texts on one line or lists of them: most entries of large files.
 * The result is the same as that of `formatFile`, which prints all others with the package `yaml`.
 */

const STEP = '  ';

/** Folds an entry whose dash is at a column; undefined if it needs `yaml`. @param text Text of the file. */
export function formattedFold(
  text: string,
  { items }: MapNode,
  kind: ElementKind,
  fold: Fold,
  column: number,
): Fold | undefined {
  if (/#|\n *\n/.test(fold.lines)) return undefined;
  const pairs = new Map<string, string | string[]>();
  for (const { key, value } of items) {
    const name = simpleText(text, key);
    const values = isList(value) ? simpleTexts(text, value.items) : simpleText(text, value);
    if (name === undefined || values === undefined || pairs.has(name)) return undefined;
    pairs.set(name, values);
  }
  const keys = ['id', ...Object.keys(KINDS[kind].fields)].filter((it) => pairs.has(it));
  if (keys.length !== pairs.size) return undefined;
  const written = keys.map((key) => ({ key, value: pairs.get(key) as string | string[] }));
  const newPrefix = `${' '.repeat(column)}- `;
  const indent = ' '.repeat(newPrefix.length);
  const length = written.reduce((sum, { key, value }) => sum + key.length + lengthOf(value) + 4, 2);
  if (newPrefix.length + length <= WIDTH) {
    const flow = written.map(({ key, value }) => `${key}: ${inline(value)}`).join(', ');
    return { ...fold, newPrefix, lines: `${newPrefix}{ ${flow} }` };
  }
  const lines = written.flatMap(({ key, value }) => {
    const isShort = typeof value === 'string' || indent.length + key.length + 2 + lengthOf(value) <= WIDTH;
    if (isShort) return [`${indent}${key}: ${inline(value)}`];
    return [`${indent}${key}:`, ...value.map((it) => `${indent}${STEP}- ${it}`)];
  });
  return { ...fold, newPrefix, lines: newPrefix + lines.join('\n').slice(indent.length) };
}

const inline = (value: string | string[]): string =>
  typeof value === 'string' ? value : `[${value.join(', ')}]`;

const lengthOf = (value: string | string[]): number =>
  typeof value === 'string' ? value.length : value.reduce((sum, it) => sum + it.length + 2, 0);

function simpleTexts(text: string, items: readonly unknown[]): string[] | undefined {
  const texts = items.flatMap((it) => simpleText(text, it) ?? []);
  return texts.length > 0 && texts.length === items.length ? texts : undefined;
}

/** The source of a scalar that `yaml` prints unchanged in every context. */
function simpleText(text: string, node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const source = text.slice(...((node.range ?? [0, 0]) as [number, number]));
  return SIMPLE.test(source) ? source : undefined;
}

/** In quotes without escapes; or plain without characters of flow style and without a colon or dash at the end. */
const SIMPLE =
  /^(?:"[^"\\\p{C}\p{Zl}\p{Zp}]*"|'(?:[^'\p{C}\p{Zl}\p{Zp}]|'')*'|[^"'|>[\]{},\p{C}\p{Zl}\p{Zp}](?:[^[\]{},\p{C}\p{Zl}\p{Zp}]*[^:\-[\]{},\p{C}\p{Zl}\p{Zp}])?)$/u;

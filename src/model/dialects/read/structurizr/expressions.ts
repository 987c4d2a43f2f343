import type { Line } from './block.js';
import { type Item, TAGS_OF_KINDS } from './workspace.js';

/**
 * Evaluates expressions that select elements: `element.tag==Database && element.parent==shop`.
 *
 *     expression = all { "||" all }
 *     all        = condition { "&&" condition }
 *     condition  = "element" ["." ("tag" | "type" | "technology" | "parent")] ("==" | "!=") value
 *
 * Without a field, the only value is `*`.
 */

type Test = (item: Item) => boolean;

const CONDITION = /^element(?:\.([a-z]+))?(==|!=)(.*)$/i;

/** Elements defined so far that match an expression; undefined if it cannot be read. */
export function itemsWhere(text: string, within: Item | undefined, line: Line): Item[] | undefined {
  const any = text.split('||').map((part) => part.split('&&').map((it) => testOf(it.trim(), within, line)));
  const tests = any.map((all) => all.filter((it) => it !== undefined));
  if (any.some((all, at) => all.length !== tests[at]?.length)) return undefined;
  const { items } = line.reading.workspace;
  return items.filter((item) => tests.some((all) => all.every((test) => test(item))));
}

function testOf(text: string, within: Item | undefined, line: Line): Test | undefined {
  const [, field, sign, written = ''] = CONDITION.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const value = written.trim();
  const test =
    field === undefined ? (value === '*' ? () => true : undefined) : ofField(field, value, within, line);
  return test && sign === '!=' ? (item) => !test(item) : test;
}

function ofField(field: string, value: string, within: Item | undefined, line: Line): Test | undefined {
  switch (field.toLowerCase()) {
    case 'tag':
      return ({ kind, tags }) =>
        value.split(',').every((it) => [...tags, ...TAGS_OF_KINDS[kind]].includes(it.trim()));
    case 'type':
      return ({ kind }) => kind.toLowerCase() === value.toLowerCase();
    case 'technology':
      return ({ technology }) => technology === value;
    case 'parent': {
      const above = line.reading.workspace.itemAt(line.reference(value, within));
      return above && (({ parent }) => parent === above);
    }
    default:
      return undefined;
  }
}

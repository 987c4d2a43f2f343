import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseYamlDocument } from '../../../../src/base/parse-yaml.js';
import { treeOfEvents, valueOfPlain } from '../../../../src/model/document/yaml/event-tree.js';
import {
  isAlias,
  isCollection,
  isList,
  isMap,
  isScalar,
  type SyntaxNode,
} from '../../../../src/model/document/yaml/tree.js';
import { runs } from '../../../support/property-runs.js';

/** A document with every construct that model files use. */
const SAMPLE = `# A comment
domains:
  - { id: a, name: "A \\"b\\"" , }
  - id: b   # after a value
    name: 'it''s'
    caption:
    list: []
    block: |
      x
      y

    folded: >-
      a b
      c

      d
    version: 1.10
    anchor: &x foo
    alias: *x
    map: &m { a: 1, b: [x, y] }
    merged: *m
    empty:
      -
      - z
      - - a
        - b
    plain: one
      two
# between
objects: [a,b ]
"quoted key": 'v'
null: ~
numbers: [0x1F, 0o17, 1e3, -.5, .inf, -.INF, .nan, 007, +1, 12e, 1_000]
words: [true, False, yes, null, NULL, nULL]
last:
`;

/** Texts that change the meaning of their surroundings. */
const SNIPPETS = [
  ...[' ', '  ', '\n', '\n\n', ':', ': ', '- ', '-', '#', ' #', '"', "'", '{', '}', '[', ']', ',', '|', '>'],
  ...['&a ', '*a', '!t ', '? ', '\\', '|-\n', '>+\n', '|2\n', '<<: *a\n', '\n---\n', '...\n', '%', '@', '`'],
  ...['null', '~', '0x1F', '1e3', '\\x41', '\t', '\r', '\ufeff', '\u2028', '\u0085', '\u0001', '\ud800', 'é'],
];

/** A tree as plain data. Ends of block collections and block scalars are left out. */
function plain(node: unknown, text: string): unknown {
  if (isScalar(node)) return { value: String(node.value), is: typeof node.value, ...facts(node, text) };
  if (isAlias(node)) return { alias: node.source, ...facts(node, text) };
  if (isList(node)) return { list: node.items.map((it) => plain(it, text)), ...facts(node, text) };
  if (isMap(node))
    return {
      map: node.items.map(({ key, value }) => [plain(key, text), plain(value, text)]),
      ...facts(node, text),
    };
  return node ?? null;
}

function facts(node: SyntaxNode, text: string) {
  const [from, to] = node.range ?? [0, 0];
  const isBlock = isCollection(node) ? !/[[{]/.test(text.charAt(from)) : /[|>]/.test(text.charAt(from));
  const source = 'source' in node ? node.source : undefined;
  return { source, anchor: node.anchor, range: isBlock ? [from] : [from, to] };
}

/** Expects both parsers to agree; returns whether the text is supported. */
function agree(text: string): boolean {
  const tree = treeOfEvents(text);
  if (tree === undefined) return false;
  const yaml = parseYamlDocument(text, { uniqueKeys: false, version: '1.2' });
  expect(yaml.errors, JSON.stringify(text)).toEqual([]);
  expect(plain(tree, text), JSON.stringify(text)).toEqual(plain(yaml.contents, text));
  return true;
}

it('reads the sample as the package yaml does, with the same ranges', () => {
  expect(agree(SAMPLE)).toBe(true);
});

it('reads JSON as the package yaml does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      agree(JSON.stringify(value, undefined, indent));
    }),
    { numRuns: runs(200) },
  );
  expect(agree('{"objects": [{"id": "a", "name": null}]}')).toBe(true);
});

const edit = fc.tuple(
  fc.nat({ max: SAMPLE.length }),
  fc.nat({ max: 6 }),
  fc.oneof(
    fc.constantFrom(...SNIPPETS),
    fc
      .tuple(fc.nat({ max: SAMPLE.length }), fc.nat({ max: 30 }))
      .map(([at, length]) => SAMPLE.substr(at, length)),
  ),
);

it('accepts nothing that the package yaml rejects, and reads the same from edited texts', () => {
  let supported = 0;
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let text = SAMPLE;
      for (const [at, removed, added] of edits) text = text.slice(0, at) + added + text.slice(at + removed);
      if (agree(text)) supported += 1;
    }),
    { numRuns: runs(1_500) },
  );
  // Otherwise the test compares little.
  expect(supported).toBeGreaterThan(100);
});

it.each([
  ['a tag', 'a: !!str 1'],
  ['a directive', '%YAML 1.1\n---\na: 1'],
  ['a second document', 'a: 1\n---\nb: 2'],
  ['a tab', 'a:\t1'],
  ['a byte order mark', '\ufeffa: 1'],
  ['an explicit key', '? a\n: 1'],
  ['a missing key', ': 1'],
  ['a key with an anchor', '&a b: 1'],
  ['a map after an anchor and a key', 'a: &b c: d'],
  ['an anchor without a space', 'a: &b{ c: d }'],
  ['a key that is a collection', '[a, b]: 1'],
  ['a missing value in braces', '{ a: , b: 1 }'],
  ['a syntax error', 'a: [1'],
  ['a key of more than 1,024 characters', `${'k'.repeat(1025)}: 1`],
  ['deep nesting', '['.repeat(5_000)],
])('leaves %s to the package yaml', (_, text) => {
  expect(treeOfEvents(text)).toBeUndefined();
});

it('returns null for an empty text', () => {
  expect(treeOfEvents('')).toBeNull();
  expect(treeOfEvents('# only a comment\n')).toBeNull();
});

it('keeps the text of a number', () => {
  expect(treeOfEvents('1.10')).toMatchObject({ value: 1.1, source: '1.10' });
});

it.each([
  ['', null],
  ['~', null],
  ['true', true],
  ['FALSE', false],
  ['yes', 'yes'],
  ['010', 10],
  ['0o10', 8],
  ['0x1f', 31],
  ['-.5e-1', -0.05],
  ['1.', 1],
  ['.', '.'],
  ['-', '-'],
  ['1e', '1e'],
  ['-.inf', -Infinity],
  ['.NaN', Number.NaN],
  ['.Nan', '.Nan'],
])('resolves %j as YAML 1.2 does', (text, value) => {
  expect(valueOfPlain(text)).toBe(value);
});

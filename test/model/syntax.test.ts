import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { treesOf } from '../../src/model/dialects/read/yaml-tree.js';
import { type Finding, positions } from '../../src/model/document/finding.js';
import { readModel } from '../../src/model/document/read.js';

const GOOD = `landscape: Ferry
namespace: ferry
domains:
  - id: travel
    name: Travel
    objects:
      - id: a
        name: A
        type: system
      - id: b
        name: B
        type: system
`;

const read = (text: string): Finding[] => [...readModel([{ path: 'model.yaml', text }]).findings];

/** Findings of a text, as LINE:COLUMN MESSAGE. */
const diagnosticsOf = (text: string): string[] =>
  read(text).map(({ message, place }) => {
    const { line, column } = positions(text)(place?.from ?? -1);
    return `${line}:${column} ${message}`;
  });

describe('a mistake in a file is reported once, at its position', () => {
  test.each([
    ['a tab', '      - id: b', '\t- id: b', '10:1 A tab indents this line.'],
    ['a tab, deeper', '        name: B', '\t\tname: B', '11:1 A tab indents this line.'],
    [
      'a colon',
      'name: A',
      'name: A: the first',
      '8:15 The value contains a colon, so it is read as a field.',
    ],
    ['a quote', 'name: A', 'name: "A', '8:15 The quote opened here is not closed.'],
    ['a single quote', 'name: A', "name: 'A", '8:15 The quote opened here is not closed.'],
    ['an apostrophe', 'name: A', "name: 'A's'", '8:18 There is text after the end of the value.'],
    [
      'a line too deep',
      '        type',
      '          type',
      '9:11 This line starts in a different column than the lines it belongs to.',
    ],
    [
      'a line too far out',
      '        type',
      '       type',
      '9:8 This line starts in a different column than the lines it belongs to.',
    ],
    [
      'a dash too far out',
      '      - id: b',
      '     - id: b',
      '10:6 This line starts in a different column than the lines it belongs to.',
    ],
    ['a dash alone', '- id: b', '-id: b', '10:7 A dash must be followed by a space.'],
    ['no blank', 'name: A', 'name:A', '8:9 This is not a field with a value.'],
    ['a bracket', 'name: A', 'name: A\n        tags: [x, y', '10:9 A preceding [ is not closed.'],
    [
      'a brace',
      '      - id: b',
      '      - { id: c, name: C\n      - id: b',
      '11:7 A preceding { is not closed.',
    ],
    ['a comma', '- id: b', '- { id: c name: C }\n      - id: b', '10:15 A comma is missing between fields.'],
    ['an at', 'name: A', 'name: @A', '8:15 A value cannot start with @.'],
    [
      'a backslash',
      'name: A',
      'name: "C:\\dir"',
      '8:18 This backslash does not start a valid escape sequence.',
    ],
    [
      'a conflict',
      '        name: A\n',
      '<<<<<<< HEAD\n        name: A\n=======\n        name: C\n>>>>>>> other\n',
      '8:1 There is an unresolved merge conflict here.',
    ],
    [
      'two documents',
      GOOD,
      `${GOOD}---\n${GOOD}`,
      '13:1 A file contains one document, but "---" starts another.',
    ],
  ])('%s', (_, from, to, expected) => {
    const text = GOOD.replace(from, () => to);
    expect(diagnosticsOf(text)).toEqual([expected]);
    for (const { hint } of read(text)) expect(hint).toMatch(/\.$/);
  });

  test('each line with a tab is reported, and each conflict', () => {
    expect(diagnosticsOf(GOOD.replaceAll('        name', '\tname')).map((it) => it.split(' ')[0])).toEqual([
      '8:1',
      '11:1',
    ]);
  });
});

test.each([
  ['invalid escapes', `a: "${'\\x'.repeat(10_000_000)}"`, 'This backslash does not start'],
  [
    'texts in quotes side by side',
    '"" '.repeat(7_000_000),
    'The file exceeds the maximum number of fields and entries',
  ],
  ['characters that begin no value', '@ '.repeat(10_000_000), 'A value cannot start with @'],
  ['lines that begin no value', '@\n'.repeat(1_000_000), 'A value cannot start with @'],
])('millions of %s are one finding', (_, text, message) => {
  expect(diagnosticsOf(text)).toEqual([expect.stringContaining(message)]);
  const findings: Finding[] = [];
  treesOf({ path: 'compose.yaml', text }, findings);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.length).toBeLessThan(10);
});

test('any text is read, or has a finding with a position', () => {
  const bits = fc.constantFrom(...'-:?[]{}"\'|>&*!%@`#,\n\t ab', '  ', '- ', ': ', '<<<<<<< a\n', '---\n');
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      for (const { place, message } of read(text)) {
        expect(message).not.toBe('');
        expect(place?.from ?? 0).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

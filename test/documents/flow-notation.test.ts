import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type NotedPath,
  type NotedStep,
  parseNotation,
  printNotation,
} from '../../src/documents/flow-notation/index.js';
import { anyCharacter } from '../support/any-character.js';
import { runs } from '../support/property-runs.js';

const step = (type: string, fields: Partial<NotedStep> = {}): NotedStep => ({
  type,
  text: '',
  inner: [],
  paths: [],
  ...fields,
});

/** Steps without the line numbers that the parser adds. */
const withoutLines = (steps: readonly NotedStep[]): NotedStep[] =>
  steps.map(({ line: _, ...rest }) => ({
    ...rest,
    inner: withoutLines(rest.inner),
    paths: rest.paths.map((path) => ({ ...path, steps: withoutLines(path.steps) })),
  }));

const parsed = (text: string): NotedStep[] => {
  const { steps, problems } = parseNotation(text);
  expect(problems).toEqual([]);
  return withoutLines(steps);
};

describe('a line of the notation', () => {
  it.each<[string, NotedStep]>([
    [
      'Passenger -> Booking API: asks for a cabin',
      step('outgoing', { origin: 'Passenger', target: 'Booking API', text: 'asks for a cabin' }),
    ],
    [
      'Booking API -> Payments via Broker: reserves',
      step('outgoing', { origin: 'Booking API', target: 'Payments', via: 'Broker', text: 'reserves' }),
    ],
    ['A --> B', step('reply', { origin: 'A', target: 'B' })],
    ['Payments: checks: twice', step('self-action', { origin: 'Payments', text: 'checks: twice' })],
    ['Payments:', step('self-action', { origin: 'Payments' })],
    ['note: Until here', step('information', { text: 'Until here' })],
    ['note over A, B: Shared', step('information', { origin: 'A', target: 'B', text: 'Shared' })],
    ['introduction: Hello', step('introduction', { text: 'Hello' })],
    ['conclusion over A', step('conclusion', { origin: 'A' })],
    ['flow Refund: if declined', step('subflow', { flow: 'Refund', text: 'if declined' })],
    ['alt: What the issuer says', step('alternate-path', { text: 'What the issuer says' })],
    ['par', step('parallel-path')],
    ['"note": works', step('self-action', { origin: 'note', text: 'works' })],
    ['"A: -> B" -> "say \\"hi\\""', step('outgoing', { origin: 'A: -> B', target: 'say "hi"' })],
    ['A -> B: " spaces "', step('outgoing', { origin: 'A', target: 'B', text: ' spaces ' })],
    [
      '[introduction] via "Broker" flow "X": t',
      step('introduction', { via: 'Broker', flow: 'X', text: 't' }),
    ],
    ['[outgoing]', step('outgoing')],
    ['["a: ]b"] from "A"', step('a: ]b', { origin: 'A' })],
  ])('%s is parsed and printed', (line, expected) => {
    expect(parsed(line)).toEqual([expected]);
    expect(printNotation([expected])).toBe(`${line}\n`);
  });

  it.each([
    ['A->B:x', 'A -> B: x'],
    ['A → B', 'A -> B'],
    ['A-->B', 'A --> B'],
    ['  A  ->  B  : x  ', 'A -> B: x'],
    ['note taker -> B', '"note taker" -> B'],
    ['A -> B: say "hi" to "them"', 'A -> B: say "hi" to "them"'],
    ['A -> B\r', 'A -> B'],
    ['\ufeffA -> B', 'A -> B'],
  ])('%j is read as %s', (given, meant) => {
    expect(printNotation(parsed(given))).toBe(`${meant}\n`);
  });

  it.each([
    ['Booking API asks', 'is not a step'],
    ['-> B', 'a name is missing'],
    ['A -> : text', 'a name is missing'],
    [': text', 'a name is missing'],
    ['A -> B -> C', 'several arrows'],
    ['"A -> B', 'no closing quote'],
    ['"A" B -> C', 'followed by more text'],
    ['"\\x" -> C', 'not a valid quoted text'],
    ['note A: x', 'write "note: TEXT", or "note over NAME: TEXT"'],
    ['note over A, B, C: x', 'one or two objects'],
    ['alt Paid: x', 'write "alt: TEXT"'],
    ['path: Paid', 'a path must be indented below a step'],
    ['path Paid', 'write "path: NAME"'],
    ['flow: x', 'a name is missing'],
    ['| details', 'details must follow a step'],
    ['[reply', 'write the type of a step as [TYPE]'],
    ['[reply] A', 'write from, to, via or flow'],
    ['[reply] from A from B', 'occurs twice'],
  ])('%s is invalid', (line, message) => {
    const { problems } = parseNotation(`# comment\n\n${line}\n`);
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining(message) }]);
  });
});

describe('the structure of the notation', () => {
  it('follows the indentation, with comments and blank lines anywhere', () => {
    const text = `alt: Card?
  path: Accepted
    A -> B: pays

    # why
    B --> A: thanks
      | First line

      |   indented
  path: Declined
  A -> B: child of alt
C -> D
`.replace('\n\n      |   indented', '\n      |\n      |   indented');
    const steps = parsed(text);
    expect(steps).toEqual([
      step('alternate-path', {
        text: 'Card?',
        inner: [step('outgoing', { origin: 'A', target: 'B', text: 'child of alt' })],
        paths: [
          {
            name: 'Accepted',
            steps: [
              step('outgoing', { origin: 'A', target: 'B', text: 'pays' }),
              step('reply', {
                origin: 'B',
                target: 'A',
                text: 'thanks',
                details: 'First line\n\n  indented',
              }),
            ],
          },
          { name: 'Declined', steps: [] },
        ],
      }),
      step('outgoing', { origin: 'C', target: 'D' }),
    ]);
  });

  it('reports every invalid line, and none because of another', () => {
    const { steps, problems } = parseNotation(
      'alt x\n  path: A\n    A -> B\nnonsense\nA -> B\n\tB -> C\n  C -> D\n',
    );
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [1, 'write "alt: TEXT"'],
      [4, expect.stringContaining('is not a step')],
      [7, 'its indentation matches no line above'],
    ]);
    expect(steps.map(({ line }) => line)).toEqual([5]);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom(
    'note',
    'note x',
    'path',
    'alt',
    'flow',
    'via',
    'a via b',
    'A -> B',
    'a:b',
    '"',
    '"a"',
    '#a',
    '|',
  ),
  fc.constantFrom(
    'a-',
    '[x]',
    'a, b',
    ' a ',
    'a\nb',
    'a\r',
    '',
    '\u202ea',
    '→',
    'over',
    'from',
    'a"b',
    '\ud800',
  ),
  fc
    .array(fc.constantFrom('a', ' ', '"', ':', '-', '>', '\\', ',', '\t', '|', '[', ']', '#', '\n', '\u00a0'))
    .map((it) => it.join('')),
);
const optional = fc.option(hostile, { nil: undefined });
const TYPES = ['outgoing', 'reply', 'self-action', 'introduction', 'information', 'conclusion', 'subflow'];
const { steps: anySteps } = fc.letrec<{ steps: NotedStep[]; step: NotedStep; path: NotedPath }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 3 }),
  path: fc.record({ name: hostile, steps: tie('steps') }),
  step: fc
    .record({
      type: fc.oneof(fc.constantFrom(...TYPES, 'alternate-path', 'parallel-path'), hostile),
      fields: fc.record({
        origin: optional,
        target: optional,
        via: optional,
        flow: optional,
        details: optional,
      }),
      text: hostile,
      inner: fc.oneof({ maxDepth: 3 }, fc.constant([]), tie('steps')),
      paths: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('path'), { maxLength: 2 })),
    })
    .map(({ fields, ...rest }) => ({
      ...rest,
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    })),
}));

describe('printing and parsing', () => {
  it('are inverse for any steps with any names', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const text = printNotation(steps);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the notation contains none.
        expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f\u202e]/);
        expect(parsed(text)).toEqual(steps);
      }),
      { numRuns: runs(300) },
    );
  });

  it('never fail for any text', () => {
    fc.assert(
      fc.property(fc.array(hostile), (lines) => {
        const { steps } = parseNotation(lines.join('\n'));
        expect(parsed(printNotation(steps))).toEqual(withoutLines(steps));
      }),
      { numRuns: runs(500) },
    );
  });
});

import { expect, test } from 'vitest';
import { parseYamlDocument, parseYamlDocuments } from '../../src/base/parse-yaml.js';

const ESCAPE = '"\\x"';

test.each([
  ['invalid escapes in one text', `a: "${'\\x'.repeat(100_000)}"`],
  ['invalid escapes in nested lists', `${'- '.repeat(50)}[${`${ESCAPE}, `.repeat(1_000)}]`],
  ['lines that belong to nothing', '@\n'.repeat(100_000)],
  ['closing brackets', `a: ${'] '.repeat(100_000)}`],
])('stops after 100 errors: %s', (_, text) => {
  const { errors } = parseYamlDocument(text);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBeLessThanOrEqual(101);
  expect(errors.every(({ code }) => code !== 'RESOURCE_EXHAUSTION')).toBe(true);
});

test('reports the first errors in the order of the text', () => {
  const [first, second] = parseYamlDocument(`a: "${'\\x'.repeat(1_000)}"`).errors;
  expect([first?.pos[0], second?.pos[0]]).toEqual([4, 8]);
});

test('stops at the document that has too many errors', () => {
  const documents = parseYamlDocuments(`a: 1\n---\nb: [${`${ESCAPE}, `.repeat(200)}]\n---\nc: 1\n`);
  expect(documents.flatMap(({ errors }) => errors)).toHaveLength(100);
  expect(documents.length).toBeLessThan(3);
});

test('reads a single document, and reports a second one with its position', () => {
  expect(parseYamlDocument('').toJS()).toBeNull();
  expect(parseYamlDocument('a: [1, b]').toJS()).toEqual({ a: [1, 'b'] });
  expect(parseYamlDocuments('')).toEqual([]);
  const [error] = parseYamlDocument('a: 1\n---\nb: 2\n').errors;
  expect([error?.code, error?.pos[0]]).toEqual(['MULTIPLE_DOCS', 5]);
});

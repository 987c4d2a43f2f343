/** Finds tests that can end without an assertion, with TypeScript's parser. */

import type ts from 'typescript';
import { parser } from './typescript.js';

/** Matches `it`, `test`, and their members: `it.each(…)`, `it.skipIf(…)`. */
function isTest(callee: ts.Expression): boolean {
  if (parser.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (parser.isPropertyAccessExpression(callee) || parser.isCallExpression(callee))
    return isTest(callee.expression);
  return parser.isTaggedTemplateExpression(callee) && isTest(callee.tag);
}

/** Matches `expect(…)`, `expect.soft(…)`, `expectTypeOf(…)`, and helpers with an assertion in their name. */
const ASSERTS = /^(expect|assert|must|check|clean)/;
const asserts = (node: ts.Node): boolean =>
  parser.isCallExpression(node)
    ? ASSERTS.test(nameOf(node.expression))
    : (parser.forEachChild(node, (child) => asserts(child) || undefined) ?? false);
function nameOf(callee: ts.Expression): string {
  if (parser.isIdentifier(callee)) return callee.text;
  if (parser.isPropertyAccessExpression(callee) || parser.isCallExpression(callee))
    return nameOf(callee.expression);
  return '';
}

/** Returns each `return` of a test body without a preceding assertion, as `file:line: why`. */
export function silentReturns(file: string, text: string): string[] {
  if (!/\breturn\b/.test(text)) return [];
  const options = {
    languageVersion: parser.ScriptTarget.Latest,
    jsDocParsingMode: parser.JSDocParsingMode.ParseNone,
  };
  const source = parser.createSourceFile(file, text, options);
  const found: string[] = [];
  const inBody = (body: ts.Node): void => {
    let firstAssertion = Number.POSITIVE_INFINITY;
    const returns: ts.ReturnStatement[] = [];
    const visit = (node: ts.Node): void => {
      if (parser.isCallExpression(node) && ASSERTS.test(nameOf(node.expression)))
        firstAssertion = Math.min(firstAssertion, node.getStart(source));
      if (parser.isReturnStatement(node)) returns.push(node);
      // A `return` in a nested function ends only that function.
      if (!parser.isFunctionLike(node)) parser.forEachChild(node, visit);
    };
    parser.forEachChild(body, visit);
    for (const it of returns) {
      if (it.getStart(source) > firstAssertion || (it.expression && asserts(it.expression))) continue;
      const { line } = source.getLineAndCharacterOfPosition(it.getStart(source));
      found.push(`${file}:${line + 1}: ends before anything is asserted: filter the table, or it.skipIf.`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (parser.isCallExpression(node) && isTest(node.expression)) {
      for (const given of node.arguments)
        if (parser.isArrowFunction(given) || parser.isFunctionExpression(given)) inBody(given.body);
      // Tests are not nested.
      return;
    }
    parser.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

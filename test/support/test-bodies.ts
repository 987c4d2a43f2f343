/** Looks for tests that can end without having asserted anything, with TypeScript's own parser. */

import type ts from 'typescript';
import { parser } from './typescript.js';

/** `it`, `test`, and what hangs on them: `it.each(…)`, `it.skipIf(…)`. */
function isTest(callee: ts.Expression): boolean {
  if (parser.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (parser.isPropertyAccessExpression(callee) || parser.isCallExpression(callee))
    return isTest(callee.expression);
  return parser.isTaggedTemplateExpression(callee) && isTest(callee.tag);
}

/** `expect(…)`, `expect.soft(…)`, `expectTypeOf(…)`, and helpers that say in their name that they assert. */
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

/** Each `return` of a test's own body that no assertion stands before, as `file:line: why`. */
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
      // What an inner function returns ends that function only.
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
      // A test holds no other.
      return;
    }
    parser.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

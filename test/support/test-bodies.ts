/** Looks for tests that can end without having asserted anything, with TypeScript's own parser. */

import ts from 'typescript';

/** `it`, `test`, and what hangs on them: `it.each(…)`, `it.skipIf(…)`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTest(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && isTest(callee.tag);
}

/** `expect(…)`, `expect.soft(…)`, `expectTypeOf(…)`, and helpers that say in their name that they assert. */
const ASSERTS = /^(expect|assert|must|check|clean)/;
const asserts = (node: ts.Node): boolean =>
  ts.isCallExpression(node)
    ? ASSERTS.test(nameOf(node.expression))
    : (ts.forEachChild(node, (child) => asserts(child) || undefined) ?? false);
function nameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return nameOf(callee.expression);
  return '';
}

/** Each `return` of a test's own body that no assertion stands before, as `file:line: why`. */
export function silentReturns(file: string, text: string): string[] {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  const source = ts.createSourceFile(file, text, options);
  const found: string[] = [];
  const inBody = (body: ts.Node): void => {
    let firstAssertion = Number.POSITIVE_INFINITY;
    const returns: ts.ReturnStatement[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ASSERTS.test(nameOf(node.expression)))
        firstAssertion = Math.min(firstAssertion, node.getStart(source));
      if (ts.isReturnStatement(node)) returns.push(node);
      // What an inner function returns ends that function only.
      if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
    };
    ts.forEachChild(body, visit);
    for (const it of returns) {
      if (it.getStart(source) > firstAssertion || (it.expression && asserts(it.expression))) continue;
      const { line } = source.getLineAndCharacterOfPosition(it.getStart(source));
      found.push(`${file}:${line + 1}: ends before anything is asserted: filter the table, or it.skipIf.`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      for (const given of node.arguments)
        if (ts.isArrowFunction(given) || ts.isFunctionExpression(given)) inBody(given.body);
      // A test holds no other.
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

import { expect } from 'vitest';
import { parser as ts } from '../support/typescript.js';

/** The example that a page gives of the library. */
export function libraryExample(page: string): string {
  const [, code = ''] = /## As a library[\s\S]*?```ts\n([\s\S]*?)```/.exec(page) ?? [];
  expect(code).not.toBe('');
  return code;
}

/** Runs a piece of TypeScript with these modules behind its imports. */
export async function runWith(code: string, modules: Record<string, unknown>, told: string[]): Promise<void> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  const body = outputText.replace(
    /^import (\{[^}]*\}) from '([^']+)';$/gm,
    (_, names: string, id: string) => `const ${names} = modules['${id}'];`,
  );
  expect(body).not.toContain('import ');
  const run = new Function('modules', 'console', `return (async () => {${body}})();`);
  await run(modules, { log: (line: unknown) => told.push(String(line)) });
}

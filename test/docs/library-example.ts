import { expect } from 'vitest';
import { parser as ts } from '../support/typescript.js';

/** First library example below a heading of a page. */
export function libraryExample(page: string, heading = 'As a library'): string {
  const [, code = ''] = new RegExp(`## ${heading}[\\s\\S]*?\`\`\`ts\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  expect(code).not.toBe('');
  return code;
}

/** Returns the TypeScript examples of a page, or of comments in a source file. */
export const examplesIn = (text: string): string[] =>
  [...text.replace(/^ \* ?/gm, '').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);

/** Runs TypeScript with these modules for its imports, and with these variables. */
export async function runWith(
  code: string,
  modules: Record<string, unknown>,
  printed: string[],
  variables: Record<string, unknown> = {},
): Promise<unknown> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  const body = outputText.replace(
    /^import (\{[^}]*\}) from '([^']+)';$/gm,
    (_, names: string, id: string) => `const ${names} = modules['${id}'];`,
  );
  expect(body).not.toContain('import ');
  const names = Object.keys(variables);
  const run = new Function('modules', 'console', ...names, `return (async () => {${body}})();`);
  const console = { log: (...words: unknown[]) => printed.push(words.join(' ')) };
  return await run(modules, console, ...Object.values(variables));
}

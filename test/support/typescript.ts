import { createRequire } from 'node:module';
import type typescript from 'typescript';

/**
 * TypeScript's parser. It is loaded with `require`, because `import` reads its nine megabytes twice more to
 * find export names.
 */
export const parser: typeof typescript = createRequire(import.meta.url)('typescript');

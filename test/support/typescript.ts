import { createRequire } from 'node:module';
import type typescript from 'typescript';

/** TypeScript's own parser. Required: an import reads its nine megabytes twice more, for the names it might export. */
export const parser: typeof typescript = createRequire(import.meta.url)('typescript');

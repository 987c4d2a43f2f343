import { join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
/** Sources and tests as JavaScript: below `node_modules`, so that packages are found from there and no tool looks at it. */
export const COMPILED = join(ROOT, 'node_modules', '.cache', 'archctl-tests');

/** Where the JavaScript of a source or a test lies. */
export const compiledPath = (file: string): string =>
  join(COMPILED, relative(ROOT, file).replace(/\.ts$/, '.js'));

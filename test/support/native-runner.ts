import { pathToFileURL } from 'node:url';
import { TestRunner } from 'vitest';
import { compiledPath } from './compiled.js';

/**
 * Has Node load the compiled tests and sources. Vite hands each module of each worker over by message, and reads whatever
 * is imported through getters: together a fifth of the time of all tests. While files are watched, it is Vite that knows
 * which modules an edit makes stale; and coverage counts what Vite has loaded.
 */
export default class NativeRunner extends TestRunner {
  override importFile(file: string, source: 'collect' | 'setup'): unknown {
    const { watch, coverage } = this.config;
    if (watch || coverage.enabled) return super.importFile(file, source);
    return import(pathToFileURL(compiledPath(file)).href);
  }
}

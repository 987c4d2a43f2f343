// Builds dist/page/: the program of the browser page, its style sheets, the script of static pages, and the webhook inspector.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** Programs of the page: name of the output, and its source. Classic scripts, because `file:` pages cannot load modules. */
const PROGRAMS = {
  page: 'main.tsx',
  open: 'open.ts',
  inspect: 'inspect/main.tsx',
  worker: 'explore/worker.ts',
  fonts: 'fonts/main.ts',
};

/** Style sheets: name of the output, and its sources, in the order of their precedence. */
const STYLES = {
  page: ['base', 'text', 'marks', 'frame', 'start', 'picture', 'details', 'phone', 'print'].map(
    (name) => `styles/${name}.css`,
  ),
  inspect: ['inspect/inspect.css'],
};

/** The worker is loaded together with ELK, which defines this function. */
const globalElk = {
  name: 'global-elk',
  resolveId: (id) => (id === 'elkjs/lib/elk.bundled.js' ? `\0${id}` : undefined),
  load: (id) => (id === '\0elkjs/lib/elk.bundled.js' ? 'export default globalThis.ELK;' : undefined),
};

/** Builds the page, and returns the ids of its modules. */
export async function buildPage(directory) {
  mkdirSync(directory, { recursive: true });
  const modules = [];
  for (const [name, source] of Object.entries(PROGRAMS)) {
    const bundle = await rolldown({
      input: join(root, 'src/page', source),
      platform: 'browser',
      cwd: root,
      plugins: [globalElk],
      checks: { circularDependency: true },
    });
    const { output } = await bundle.write({
      file: join(directory, `${name}.js`),
      format: 'iife',
      minify: true,
      codeSplitting: false,
    });
    await bundle.close();
    modules.push(...output.flatMap((chunk) => chunk.moduleIds ?? []));
  }
  for (const [name, sources] of Object.entries(STYLES)) {
    const texts = sources.map((source) => readFileSync(join(root, 'src/page', source), 'utf8'));
    writeFileSync(join(directory, `${name}.css`), texts.join('\n'));
  }
  return modules;
}

// Builds dist/page/: the program of the browser page, its style sheets, the script of static pages, and the webhook inspector.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { pageFonts } from './fonts.mjs';

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

/** Provides the fonts to the script that embeds them in pictures. */
const fontModule = (files) => ({
  name: 'fonts',
  resolveId: (id) => (id === './font-files.js' ? `\0${id}` : undefined),
  load: (id) => (id === '\0./font-files.js' ? `export default ${JSON.stringify(files)};` : undefined),
});

/** Builds the page, and returns the ids of its modules. */
export async function buildPage(directory) {
  mkdirSync(directory, { recursive: true });
  const modules = [];
  const fonts = await pageFonts();
  for (const [name, source] of Object.entries(PROGRAMS)) {
    const bundle = await rolldown({
      input: join(root, 'src/page', source),
      platform: 'browser',
      cwd: root,
      plugins: [globalElk, fontModule(fonts.files)],
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
    // The style sheet of the inspector is used together with that of the page.
    const faces = name === 'page' ? [fonts.styles] : [];
    writeFileSync(join(directory, `${name}.css`), [...faces, ...texts].join('\n'));
  }
  return modules;
}

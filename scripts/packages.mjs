// Writes dist/packages/: the packages archctl-client and archctl-webhooks, for programs that do not need the command-line
// program and its native code. They contain the built files of the library that their entry file imports.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { declarationsOf } from './declarations.mjs';
import { licenceFile, packagesOf } from './licences.mjs';
import { importsOf } from './shared-packages.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Packages, each with its entry file in dist/lib/, its declarations in dist/types/, and the page with its example. */
export const PACKAGES = [
  {
    name: 'archctl-client',
    description: 'Typed client of the Architecture Modelling Service.',
    module: 'archctl',
    entry: 'index',
    declarations: 'index',
    page: 'library.md',
  },
  {
    name: 'archctl-webhooks',
    description: 'Verifies and parses webhook deliveries of the Architecture Modelling Service.',
    module: 'archctl/webhooks',
    entry: 'webhooks',
    declarations: 'webhooks/index',
    page: 'library-webhooks.md',
  },
];

/**
 * Writes the packages. They have the version of archctl, and are complete without it.
 * @param modules Paths of the bundled modules by path of the built file.
 */
export function writePackages(modules) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const it of PACKAGES) {
    const folder = join(dist, 'packages', it.name);
    const files = new Set();
    for (const extension of ['mjs', 'cjs']) addImports(join(dist, 'lib', `${it.entry}.${extension}`), files);
    for (const types of ['types', 'types-cjs'])
      for (const file of declarationsOf(join(dist, types, `${it.declarations}.d.ts`))) files.add(file);
    files.add(join(dist, 'types-cjs', 'package.json'));
    for (const file of files) cpSync(file, join(folder, relative(dist, file)));
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    const bundled = packagesOf([...files].flatMap((file) => modules.get(file) ?? []));
    const licences = bundled.length > 0 ? { 'THIRD-PARTY-LICENSES.txt': licenceFile(bundled, it.name) } : {};
    const texts = {
      'package.json': `${JSON.stringify(manifestOf(it, manifest), undefined, 2)}\n`,
      'README.md': readmeOf(it),
      ...licences,
    };
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  }
}

function addImports(file, found) {
  if (found.has(file)) return;
  found.add(file);
  for (const path of importsOf(readFileSync(file, 'utf8'))) addImports(join(dirname(file), path), found);
}

function manifestOf({ name, description, entry, declarations }, archctl) {
  const { version, license, type, engines, dependencies, publishConfig, repository, sideEffects } = archctl;
  return {
    ...{ name, version, description, license, type, repository, engines, sideEffects, publishConfig },
    main: `./lib/${entry}.cjs`,
    types: `./types-cjs/${declarations}.d.ts`,
    exports: {
      '.': {
        import: { types: `./types/${declarations}.d.ts`, default: `./lib/${entry}.mjs` },
        require: { types: `./types-cjs/${declarations}.d.ts`, default: `./lib/${entry}.cjs` },
      },
      './package.json': './package.json',
    },
    dependencies: { zod: dependencies.zod },
  };
}

function readmeOf({ name, description, module, page }) {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const [, example] = /^```ts\n([\s\S]*?)^```/m.exec(text) ?? [];
  if (example === undefined) throw new Error(`docs/${page} has no example.`);
  return `# ${name}

${description} It contains no native code.

\`\`\`sh
npm install ${name}
\`\`\`

\`\`\`ts
${example.replaceAll(`'${module}'`, `'${name}'`)}\`\`\`

The package \`archctl\` exports the same functions as \`${module}\`, beside the command-line program.
`;
}

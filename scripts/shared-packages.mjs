// Build plugins for packages of the program that the library uses as well.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { yamlExports } from './lazy-yaml.mjs';

const CONF_ENTRY = '\0conf';

/** File with the package conf, as an entry of the program's build. */
export const confEntry = { 'chunks/conf': CONF_ENTRY };

/** Plugin of the program's build that provides the entry. */
export const confFile = {
  name: 'conf-file',
  resolveId: (id) => (id === CONF_ENTRY ? id : undefined),
  load: (id) => (id === CONF_ENTRY ? "export { default as Conf } from 'conf';" : undefined),
};

const SHARED = {
  conf: {
    file: 'conf.cjs',
    code: (file) => `import conf from ${JSON.stringify(file)};\nexport default conf.Conf;`,
  },
  yaml: { file: 'yaml.cjs', code: yamlExports },
};
const PREFIX = '\0shared:';

/** Relative imports of a minified file. */
export const importsOf = (code) =>
  [...code.matchAll(/(?:\bfrom|\brequire\(|\bimport\(?)["'`](\.\.?\/[\w./-]+)["'`]/g)].map(
    ([, path]) => path,
  );

/**
 * Plugin of the library's build, whose output is `lib/` beside `chunks/` of the program. The library loads the program's
 * copies of conf and yaml. Its ES modules contain the ES modules of yaml instead, from which bundlers of callers drop
 * unused code.
 * @param root Working directory of the build: rolldown writes paths of external files as if the output were in it.
 */
export const sharedPackages = (root, format) => ({
  name: 'shared-packages',
  resolveId(id, importer) {
    if (importer?.startsWith(PREFIX)) return { id, external: 'relative' };
    if (id === 'yaml' && format === 'esm')
      return join(root, 'node_modules', 'yaml', 'browser', 'dist', 'index.js');
    return Object.hasOwn(SHARED, id) ? `${PREFIX}${id}` : undefined;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const { file, code } = SHARED[id.slice(PREFIX.length)];
    return code(join(root, 'chunks', file));
  },
  writeBundle({ dir }, bundle) {
    for (const { fileName, code = '' } of Object.values(bundle))
      for (const path of importsOf(code))
        if (!existsSync(join(dir, fileName, '..', path)))
          throw new Error(`${fileName} imports ${path}, which does not exist.`);
  },
});

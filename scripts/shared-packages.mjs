// Build plugins for packages of the program that the library uses as well.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const CONF_ENTRY = '\0conf';

/** File with the package conf, as an entry of the program's build. */
export const confEntry = { 'chunks/conf': CONF_ENTRY };

/** Plugin of the program's build that provides the entry. */
export const confFile = {
  name: 'conf-file',
  resolveId: (id) => (id === CONF_ENTRY ? id : undefined),
  load: (id) => (id === CONF_ENTRY ? "export { default as Conf } from 'conf';" : undefined),
};

const SHARED_CONF = '\0shared:conf';

/** Relative imports of a minified file. */
export const importsOf = (code) =>
  [...code.matchAll(/(?:\bfrom|\brequire\(|\bimport\(?)["'`](\.\.?\/[\w./-]+)["'`]/g)].map(
    ([, path]) => path,
  );

/**
 * Plugin of the library's build, whose output is `lib/` beside `chunks/` of the program. The library loads the program's
 * copy of conf. Of yaml it contains the ES modules, from which bundlers of callers drop unused code. @param root Working
 * directory of the build: rolldown writes paths of external files as if the output were in it.
 */
export const sharedPackages = (root) => ({
  name: 'shared-packages',
  resolveId(id, importer) {
    if (importer === SHARED_CONF) return { id, external: 'relative' };
    if (id === 'yaml') return join(root, 'node_modules', 'yaml', 'browser', 'dist', 'index.js');
    return id === 'conf' ? SHARED_CONF : undefined;
  },
  load: (id) =>
    id === SHARED_CONF
      ? `import conf from ${JSON.stringify(join(root, 'chunks', 'conf.cjs'))};\nexport default conf.Conf;`
      : undefined,
  writeBundle({ dir }, bundle) {
    for (const { fileName, code = '' } of Object.values(bundle))
      for (const path of importsOf(code))
        if (!existsSync(join(dir, fileName, '..', path)))
          throw new Error(`${fileName} imports ${path}, which does not exist.`);
  },
});

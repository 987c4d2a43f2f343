// Build plugin of the library: functions of `archctl/model` that use a landscape, or edit files, load their code when they are
// called. Programs that only read and write files do not load it. Each returns a promise, so types and calls stay the same.
import { join } from 'node:path';

const entry = join(import.meta.dirname, '..', 'src/model/index.ts');
const PREFIX = '\0on-demand:';

/** Functions of the entry by file in src/model. The build fails if one is missing in its file. */
const FUNCTIONS = {
  'edit/edit-files': ['moveElement', 'removeElements', 'renameElement'],
  'sync/accept-drift': ['acceptDrift'],
  'sync/apply-model': ['applyModel'],
  'sync/compare-versions': ['compareVersions'],
  'sync/drift-model': ['driftModel'],
  'sync/id-of': ['idOf'],
  'sync/impact': ['objectImpact'],
  'sync/lock-model': ['currentReferences', 'lockModel'],
  'sync/object-graph': ['readObjectGraph'],
  'sync/plan-model': ['planModel'],
  'sync/pull-model': ['pullModel'],
};

export const serviceFunctions = {
  name: 'service-functions',
  resolveId(id, importer) {
    const name = /^\.\/((?:sync|edit)\/.+)\.js$/.exec(id)?.[1];
    if (importer !== entry || name === undefined) return undefined;
    if (!Object.hasOwn(FUNCTIONS, name)) throw new Error(`List the functions of src/model/${name}.ts.`);
    return PREFIX + name;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const name = id.slice(PREFIX.length);
    const file = JSON.stringify(join(entry, '..', `${name}.ts`));
    return FUNCTIONS[name]
      .map((it) => `export const ${it} = async (...args) => (await import(${file})).${it}(...args);`)
      .join('\n');
  },
};

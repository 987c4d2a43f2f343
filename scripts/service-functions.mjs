// Build plugin of the library: functions of `archctl/model` that read or change a landscape load their code when they are
// called. Programs that only read and write files do not load it. Each returns a promise, so types and calls stay the same.
import { join } from 'node:path';

const entry = join(import.meta.dirname, '..', 'src/model/index.ts');
const PREFIX = '\0on-demand:';

/** Functions of the entry by file in src/model/sync. The build fails if one is missing in its file. */
const FUNCTIONS = {
  'accept-drift': ['acceptDrift'],
  'apply-model': ['applyModel'],
  'compare-versions': ['compareVersions'],
  'drift-model': ['driftModel'],
  'id-of': ['idOf'],
  impact: ['objectImpact'],
  'lock-model': ['currentReferences', 'lockModel'],
  'object-graph': ['readObjectGraph'],
  'plan-model': ['planModel'],
  'pull-model': ['pullModel'],
};

export const serviceFunctions = {
  name: 'service-functions',
  resolveId(id, importer) {
    const name = /^\.\/sync\/(.+)\.js$/.exec(id)?.[1];
    if (importer !== entry || name === undefined) return undefined;
    if (!Object.hasOwn(FUNCTIONS, name)) throw new Error(`List the functions of src/model/sync/${name}.ts.`);
    return PREFIX + name;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const name = id.slice(PREFIX.length);
    const file = JSON.stringify(join(entry, '..', 'sync', `${name}.ts`));
    return FUNCTIONS[name]
      .map((it) => `export const ${it} = async (...args) => (await import(${file})).${it}(...args);`)
      .join('\n');
  },
};

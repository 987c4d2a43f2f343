// Build plugin for lazy loading of the package yaml: only texts that js-yaml does not support and changed model files
// need it, and loading it takes longer than reading a small model.
import { join } from 'node:path';

const sources = join(import.meta.dirname, '..', 'src', '/');
const FILE = './yaml.cjs';
const ENTRY = '\0yaml';
const PROXIES = '\0lazy-yaml';

/** The exports of yaml that the program uses. The build fails if one is missing here. */
const NAMES = [
  ...[
    'Alias',
    'Composer',
    'Document',
    'LineCounter',
    'Pair',
    'Parser',
    'Scalar',
    'YAMLMap',
    'YAMLParseError',
  ],
  ...[
    'YAMLSeq',
    'isAlias',
    'isCollection',
    'isMap',
    'isNode',
    'isPair',
    'isScalar',
    'isSeq',
    'parseDocument',
  ],
  'visit',
];

/** File with the package, as an entry of the build. */
export const yamlEntry = { 'chunks/yaml': ENTRY };

/** Module that exports the same from another file. Node does not see the names of exports in minified CommonJS. */
export const yamlExports = (file) =>
  [
    `import yaml from ${JSON.stringify(file)};`,
    ...NAMES.map((name) => `export const ${name} = /* @__PURE__ */ yaml.${name};`),
  ].join('\n');

/** Plugin that replaces imports of yaml with proxies, which load the file on first use. */
export const lazyYaml = {
  name: 'lazy-yaml',
  resolveId(id, importer) {
    if (id === ENTRY) return id;
    // Chunks of proxies and this file are in the same directory.
    if (importer === PROXIES) return { id, external: true };
    return id === 'yaml' && importer?.startsWith(sources) ? PROXIES : undefined;
  },
  load(id) {
    if (id === ENTRY) return `export { ${NAMES.join(', ')} } from 'yaml';`;
    if (id !== PROXIES) return undefined;
    return `let yaml;
const proxy = (name) => {
  const real = () => (yaml ??= require('${FILE}'))[name];
  return new Proxy(function () {}, {
    apply: (_, self, args) => Reflect.apply(real(), self, args),
    construct: (_, args) => Reflect.construct(real(), args),
    get: (_, key) => real()[key],
  });
};
${NAMES.map((name) => `export const ${name} = /* @__PURE__ */ proxy('${name}');`).join('\n')}`;
  },
};

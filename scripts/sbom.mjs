// Bill of materials of a release (SBOM), as CycloneDX 1.6: bundled packages and installed dependencies. The output is
// reproducible: it contains no time and no random serial number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const compare = (a, b) => (a < b ? -1 : Number(a > b));
const property = (name, value) => ({ name: `archctl:${name}`, value });

/** Packages of the lockfile that users install, by path. */
function installedPackages(lock) {
  return Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  );
}

/** Path that a dependency resolves to: the nearest node_modules directory upwards that contains it, as in Node. */
function resolveDependency(lock, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (at === '') return undefined;
  }
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function integrityOf(lock, name, version) {
  const entry = Object.entries(lock.packages).find(
    ([path, it]) => nameOf(path) === name && it.version === version,
  );
  return entry?.[1].integrity;
}

function hashes(integrity) {
  const [, algorithm, digest] = /^(sha512|sha1)-(\S+)/.exec(integrity ?? '') ?? [];
  if (!digest) return {};
  const alg = algorithm === 'sha512' ? 'SHA-512' : 'SHA-1';
  return { hashes: [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }] };
}

/** Creates the document. `bundled` and `fonts` are results of licences.mjs. */
export function billOfMaterials({ root, bundled, fonts }) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const [manifest, lock] = [read('package.json'), read('package-lock.json')];
  const ref = purl(manifest.name, manifest.version);
  const components = new Map();
  for (const { name, version, licence, source } of bundled) {
    components.set(purl(name, version), {
      ...library(name, version, integrityOf(lock, name, version)),
      scope: 'required',
      licenses: [{ license: { id: licence } }],
      externalReferences: [{ type: 'website', url: source }],
      properties: [property('bundled', 'true')],
    });
  }
  for (const { file, licence, sha512 } of fonts) {
    const id = `font:${file}`;
    components.set(id, {
      type: 'file',
      'bom-ref': id,
      name: file,
      hashes: [{ alg: 'SHA-512', content: sha512 }],
      licenses: [{ license: { id: licence } }],
      properties: [property('bundled', 'true')],
    });
  }
  const direct = new Set();
  const dependencies = new Map();
  const bundledIds = [...components.keys()];
  for (const [path, entry] of installedPackages(lock)) {
    const [name, { version, license, integrity, optional }] = [nameOf(path), entry];
    const id = purl(name, version);
    // A package can be bundled into the program and also be a dependency of the library.
    const existing = components.get(id);
    components.set(id, {
      ...(existing ?? library(name, version, integrity)),
      scope: optional ? 'optional' : 'required',
      ...(license && { licenses: [{ license: { id: license } }] }),
      properties: [...(existing?.properties ?? []), property('installed', 'true')],
    });
    if (manifest.dependencies?.[name] && path === `node_modules/${name}`) direct.add(id);
    const dependsOn = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).flatMap(
      (dependency) => {
        const at = resolveDependency(lock, path, dependency);
        return at === undefined ? [] : [purl(dependency, lock.packages[at].version)];
      },
    );
    dependencies.set(id, dependsOn.sort(compare));
  }
  const all = [...components.values()].sort((a, b) => compare(a['bom-ref'], b['bom-ref']));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': ref,
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        licenses: [{ license: { id: manifest.license } }],
        purl: ref,
      },
    },
    components: all,
    dependencies: [
      { ref, dependsOn: [...new Set([...bundledIds, ...direct])].sort(compare) },
      ...all.map((it) => ({ ref: it['bom-ref'], dependsOn: dependencies.get(it['bom-ref']) ?? [] })),
    ],
  };
}

function library(name, version, integrity) {
  const id = purl(name, version);
  const [, group, rest] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return {
    type: 'library',
    'bom-ref': id,
    ...(group && { group }),
    name: rest ?? name,
    version,
    purl: id,
    ...hashes(integrity),
  };
}

// The bill of materials of a release, as CycloneDX 1.6: what is in the bundles, and what is installed beside them. The
// same input gives the same bytes: no time, no random serial number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const order = (a, b) => (a < b ? -1 : Number(a > b));
const property = (name, value) => ({ name: `archctl:${name}`, value });

/** Which packages of the lockfile a user installs, keyed by their place in it. */
function installed(lock) {
  return Object.entries(lock.packages).filter(
    ([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional,
  );
}

/** The place a dependency resolves to: the nearest node_modules upwards, as Node looks for it. */
function resolvePlace(lock, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock.packages[place]) return place;
    if (at === '') return undefined;
  }
}

const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function integrityOf(lock, name, version) {
  const entry = Object.entries(lock.packages).find(
    ([place, it]) => nameAt(place) === name && it.version === version,
  );
  return entry?.[1].integrity;
}

function hashes(integrity) {
  const [, algorithm, digest] = /^(sha512|sha1)-(\S+)/.exec(integrity ?? '') ?? [];
  if (!digest) return {};
  const alg = algorithm === 'sha512' ? 'SHA-512' : 'SHA-1';
  return { hashes: [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }] };
}

/** The document. `bundled` comes from licences.mjs. */
export function billOfMaterials({ root, bundled, fonts }) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const [own, lock] = [read('package.json'), read('package-lock.json')];
  const ref = purl(own.name, own.version);
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
  const inside = [...components.keys()];
  for (const [place, entry] of installed(lock)) {
    const [name, { version, license, integrity, optional }] = [nameAt(place), entry];
    const id = purl(name, version);
    // A package may be in the bundle of the program and beside it for the library.
    const known = components.get(id);
    components.set(id, {
      ...(known ?? library(name, version, integrity)),
      scope: optional ? 'optional' : 'required',
      ...(license && { licenses: [{ license: { id: license } }] }),
      properties: [...(known?.properties ?? []), property('installed', 'true')],
    });
    if (own.dependencies?.[name] && place === `node_modules/${name}`) direct.add(id);
    const needs = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).flatMap((need) => {
      const at = resolvePlace(lock, place, need);
      return at === undefined ? [] : [purl(need, lock.packages[at].version)];
    });
    dependencies.set(id, needs.sort(order));
  }
  const all = [...components.values()].sort((a, b) => order(a['bom-ref'], b['bom-ref']));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': ref,
        name: own.name,
        version: own.version,
        description: own.description,
        licenses: [{ license: { id: own.license } }],
        purl: ref,
      },
    },
    components: all,
    dependencies: [
      { ref, dependsOn: [...new Set([...inside, ...direct])].sort(order) },
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

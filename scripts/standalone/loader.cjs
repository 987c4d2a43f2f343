'use strict';

// The main script of the single-file build. The chunks of dist/ are assets of the executable and load as they do from
// files, each with V8's compiled form. What must be a file (native code, fonts) is put into the user's cache directory
// when it is first needed.

const { createHash } = require('node:crypto');
const { lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join, posix } = require('node:path');
const sea = require('node:sea');
const { Script } = require('node:vm');

const assets = new Set(sea.getAssetKeys());
/** Of each asset that must be a file: its name there, and the hash of its content. */
const files = JSON.parse(sea.getAsset('files.json', 'utf8'));

const modules = new Map();
const scripts = new Map();

function load(name) {
  const known = modules.get(name);
  if (known) return known.exports;
  const module = { id: name, filename: name, exports: {} };
  modules.set(name, module);
  const code = sea.getAsset(name, 'utf8');
  const cachedData = assets.has(`cache/${name}`) ? Buffer.from(sea.getRawAsset(`cache/${name}`)) : undefined;
  const source = `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
  const script = new Script(source, { filename: name, cachedData });
  scripts.set(name, script);
  script.runInThisContext()(module.exports, requireFor(name), module, name, posix.dirname(name));
  return module.exports;
}

const requireFor = (name) => (id) => {
  if (id.startsWith('.')) return load(posix.join(posix.dirname(name), id));
  if (assets.has(`packages/${id}.cjs`)) return load(`packages/${id}.cjs`);
  return files[id] ? loadNative(id) : require(id);
};

function loadNative(id) {
  const module = { id, exports: {} };
  process.dlopen(module, place(id));
  return module.exports;
}

let directory;

/** The path of an asset as a file of exactly its content. */
function place(id) {
  directory ??= directoryOfFiles();
  const { name, sha256 } = files[id];
  const path = join(directory, name);
  if (hashOf(path) === sha256) return path;
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  writeFileSync(temporary, Buffer.from(sea.getRawAsset(`files/${id}`)), { mode: 0o600, flag: 'wx' });
  renameSync(temporary, path);
  return path;
}

function hashOf(path) {
  try {
    return lstatSync(path).isFile()
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : undefined;
  } catch {
    return undefined;
  }
}

/** Where nobody else can put code in place of ours, by the rule of the launcher: the cache of the user, named by content. */
function directoryOfFiles() {
  const { isOwnDirectory, ownDirectory } = load('bin/compile-cache.js');
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const path = ownDirectory(`files-${id}`);
  return path !== undefined && isWritable(path) ? path : temporaryDirectory(isOwnDirectory);
}

function isWritable(path) {
  const probe = join(path, `${process.pid}.${Math.random().toString(36).slice(2)}.probe`);
  try {
    writeFileSync(probe, '', { mode: 0o600, flag: 'wx' });
    rmSync(probe);
    return true;
  } catch {
    return false;
  }
}

/** Where nothing can be kept, the files last as long as the process. */
function temporaryDirectory(isOwnDirectory) {
  const path = mkdtempSync(join(tmpdir(), 'archctl-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  if (isOwnDirectory(path)) return path;
  throw new Error(
    `Native code would have to lie in ${tmpdir()}, where others could exchange it. Set XDG_CACHE_HOME to a directory of your own.`,
  );
}

globalThis.archctlSingleFile = {
  fontDirectory: () =>
    dirname(
      Object.keys(files)
        .filter((id) => id.endsWith('.ttf'))
        .map(place)[0],
    ),
};

// The first of two builds keeps what V8 compiled; the second carries it.
if (assets.has('record')) {
  const target = sea.getAsset('record', 'utf8');
  process.once('exit', () => {
    for (const [name, script] of scripts)
      writeFileSync(join(target, encodeURIComponent(name)), script.createCachedData());
  });
}

load('dist/main.cjs');

'use strict';

// The main script of the single-file build. Loads the chunks of dist/ from assets of the executable, with V8's compiled
// code of each. Native code and fonts must be files: they are extracted into the user's cache directory on first use.

const { createHash } = require('node:crypto');
const { lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join, posix } = require('node:path');
const sea = require('node:sea');
const { Script } = require('node:vm');

const assets = new Set(sea.getAssetKeys());
/** Assets that are extracted, by id: the file name and the hash of the content. */
const files = JSON.parse(sea.getAsset('files.json', 'utf8'));

const modules = new Map();
const scripts = new Map();

function load(name) {
  const cached = modules.get(name);
  if (cached) return cached.exports;
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
  process.dlopen(module, extract(id));
  return module.exports;
}

let directory;

/** Extracts an asset, unless a file with exactly its content exists. Returns the path of the file. */
function extract(id) {
  directory ??= extractionDirectory();
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

/**
 * Directory of the extracted files, named by a hash of their contents. It is in the user's cache directory if other users
 * cannot replace its files, which compile-cache.js checks; otherwise it is temporary.
 */
function extractionDirectory() {
  const { cacheDirectory, isPrivateDirectory } = load('bin/compile-cache.js');
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const path = cacheDirectory(`files-${id}`);
  return path !== undefined && isWritable(path) ? path : temporaryDirectory(isPrivateDirectory);
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

/** Creates a directory that is deleted when the process exits. */
function temporaryDirectory(isPrivateDirectory) {
  const path = mkdtempSync(join(tmpdir(), 'archctl-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  if (isPrivateDirectory(path)) return path;
  throw new Error(
    `Native code cannot be extracted into ${tmpdir()}: other users could replace it there. Set XDG_CACHE_HOME to a directory that only you can write.`,
  );
}

/** Extracts the files whose ids match, and returns their directory. */
const directoryOf = (pattern) =>
  dirname(
    Object.keys(files)
      .filter((id) => pattern.test(id))
      .map(extract)[0],
  );

globalThis.archctlSingleFile = {
  fontDirectory: () => directoryOf(/\.ttf$/),
  pageDirectory: () => directoryOf(/^page\//),
};

// The first of two builds writes the compiled code to a directory; the second build embeds it.
if (assets.has('code-cache-directory')) {
  const codeCache = sea.getAsset('code-cache-directory', 'utf8');
  process.once('exit', () => {
    for (const [name, script] of scripts)
      writeFileSync(join(codeCache, encodeURIComponent(name)), script.createCachedData());
  });
}

load('dist/main.cjs');

'use strict';

// Compile cache of the launcher: stores V8's compiled code between runs, which saves a third of the time of a short
// command. Uses the compile cache of Node from 22.1 on, and implements one for older versions. The single-file build
// embeds this file for its directory checks. After any error, the program is compiled without a cache. This file itself
// is compiled at every start, so rare cases are in separate functions: V8 compiles a function when it is first called.

const {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { dirname, isAbsolute, join, resolve, sep } = require('node:path');

const MAX_LINKS = 40;
const isWindows = process.platform === 'win32';
const userId = isWindows ? 0 : process.geteuid();

/**
 * Ownership and permission check of a directory. Returns its path with symbolic links resolved if only this user can
 * access it, and no other user except root can replace it or a directory above it; otherwise undefined. Checks from the
 * root down: each component is examined after its parent has passed, so no other user can replace it afterwards. Creates
 * missing directories beyond the first `existing` characters of `path`. Throws file system errors.
 */
function securePath(path, existing, links = MAX_LINKS) {
  for (let end = 0; ; end = path.indexOf('/', end + 1)) {
    if (end === -1) end = path.length;
    const component = path.slice(0, end) || '/';
    const stat =
      lstatSync(component, { throwIfNoEntry: false }) ??
      (end > existing ? createDirectory(component) : undefined);
    if (stat === undefined || (stat.uid !== userId && stat.uid !== 0)) return undefined;
    const type = stat.mode & 0o170000;
    if (type === 0o120000)
      return links > 0 ? followLink(component, path.slice(end), existing - end, links - 1) : undefined;
    if (type !== 0o040000) return undefined;
    if (end === path.length) return stat.uid === userId && (stat.mode & 0o077) === 0 ? path : undefined;
    if ((stat.mode & 0o022) !== 0 && !hasProtectedEntries(stat)) return undefined;
  }
}

/**
 * Whether a directory that is writable by its group or by all users still protects its entries from other users. In a
 * sticky directory they can only add entries. A group with the id of the user is the user's private group.
 */
const hasProtectedEntries = ({ gid, mode }) =>
  (mode & 0o1000) !== 0 || ((mode & 0o002) === 0 && gid === userId && gid === process.getegid());

/** Creates a directory that only this user can access. Returns the status of the entry, even if it already exists. */
function createDirectory(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return lstatSync(path);
}

/** Checks the target of a symbolic link, followed by `rest`. The target itself must exist. */
function followLink(link, rest, existing, links) {
  const target = resolve(link, '..', readlinkSync(link)).replace(/^\/$/, '');
  return securePath(target + rest, target.length + Math.max(0, existing), links);
}

/** Creates a directory without a check: on Windows, the access control list of the user's directory protects it. */
function createOnWindows(path) {
  mkdirSync(path, { recursive: true });
  return path;
}

/**
 * Path of archctl's directory `name` in the user's cache directory; undefined if it is not safe or cannot be created.
 * Creates missing directories, but not the home directory. Never throws.
 */
exports.cacheDirectory = (name) => {
  try {
    const { XDG_CACHE_HOME: cacheHome } = process.env;
    // The XDG base directory specification requires that relative values are ignored.
    const hasCacheHome = cacheHome && isAbsolute(cacheHome);
    const base = hasCacheHome ? cacheHome : process.env[isWindows ? 'LOCALAPPDATA' : 'HOME'];
    if (!base || !isAbsolute(base)) return undefined;
    if (isWindows) return createOnWindows(join(base, 'archctl', name));
    if (hasCacheHome) return securePath(join(base, 'archctl', name), 0);
    return securePath(join(base, '.cache', 'archctl', name), join(base, '.').length);
  } catch {
    // For example, the disk is full or the home directory is read-only.
    return undefined;
  }
};

/** Whether only this user can access a directory, and no other user except root can replace it. Never throws. */
exports.isPrivateDirectory = (path) => {
  try {
    return isWindows || securePath(resolve(path), Number.POSITIVE_INFINITY) !== undefined;
  } catch {
    return false;
  }
};

/** FNV-1a hash of a text. It distinguishes directory names; it is not a security measure. */
function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Identifies a build of a file by times and length. V8 itself only compares its version, its flags and the length. */
function buildId(filename, length) {
  const { mtimeMs, ctimeMs } = lstatSync(filename);
  return `${Math.trunc(mtimeMs)}-${Math.trunc(ctimeMs)}-${length}`;
}

/**
 * Reads the compiled code of an entry. Undefined if the entry is missing or damaged: V8 does not detect damage and would
 * crash. An entry contains the data twice, because a comparison takes a tenth of the time of a checksum.
 */
function readEntry(file) {
  try {
    const entry = readFileSync(file);
    const { buffer, byteOffset, length } = entry;
    const half = length / 2;
    return entry.compare(entry, half, length, 0, half) === 0
      ? new Uint8Array(buffer, byteOffset, half)
      : undefined;
  } catch {
    // The entry does not exist yet.
    return undefined;
  }
}

/** Writes an entry by an atomic replace: concurrent readers get either the old or the new entry. */
function writeEntry(file, data) {
  const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([data, data]), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Compile cache for Node before 22.1: stores the compiled code of the bundle in `directory`. */
function installCompileCache(directory) {
  // The export of node:module. Loading node:module takes longer than running this file.
  const Module = module.constructor;
  const { Script } = require('node:vm');
  const bundle = join(__dirname, '..', 'dist') + sep;
  const flags = [bundle, process.env.NODE_OPTIONS, ...process.execArgv].join('\n');
  const folder = join(directory, `${process.version}-${process.arch}-${fnv1a(flags)}`);
  const scripts = [];
  const compile = Module.prototype._compile;
  Module.prototype._compile = function compileBundled(content, filename, ...rest) {
    if (!filename.startsWith(bundle)) return compile.call(this, content, filename, ...rest);
    const name = filename.slice(bundle.length).replaceAll(sep, '-');
    const file = join(folder, `${name}-${buildId(filename, content.length)}.bin`);
    const cachedData = readEntry(file);
    const script = new Script(Module.wrap(content), { filename, cachedData });
    const isAccepted = cachedData !== undefined && !script.cachedDataRejected;
    scripts.push({ script, file, cachedBytes: isAccepted ? cachedData.length : 0 });
    const load = (id) =>
      id.startsWith('.') ? loadFile(join(dirname(filename), id), this) : this.require(id);
    return script
      .runInThisContext()
      .call(this.exports, this.exports, load, this, filename, dirname(filename));
  };
  /** Loads a file of the bundle by its exact path. Node's own lookup would take longer than reading the file. */
  const loadFile = (filename, parent) => {
    const cached = Module._cache[filename];
    if (cached) return cached.exports;
    const loaded = new Module(filename, parent);
    Module._cache[filename] = loaded;
    Object.assign(loaded, { filename, paths: parent.paths });
    try {
      loaded._compile(readFileSync(filename, 'utf8'), filename);
    } catch (error) {
      delete Module._cache[filename];
      throw error;
    }
    loaded.loaded = true;
    return loaded.exports;
  };
  process.once('exit', () => {
    try {
      updateEntries(scripts, folder);
    } catch {
      // The command succeeded even if the cache cannot be written.
    }
  });
}

/**
 * Writes entries for the scripts of this run. An entry contains the functions that have run before it is written, so one
 * command would leave the functions of others uncompiled. Each combination of loaded scripts therefore updates the
 * entries once, which a marker file records. Data that is not longer than the existing entry is not written: in a long
 * run, V8 discards the compiled code of functions that were not used for a while.
 */
function updateEntries(scripts, folder) {
  const files = scripts.map(({ file }) => file).sort();
  const marker = join(folder, `${fnv1a(files.join('\n'))}.added`);
  const isFirst = !existsSync(marker);
  const outdated = scripts.filter(({ cachedBytes }) => isFirst || cachedBytes === 0);
  if (outdated.length === 0) return;
  mkdirSync(folder, { mode: 0o700, recursive: true });
  for (const { script, file, cachedBytes } of outdated) {
    const data = script.createCachedData();
    if (data.length > cachedBytes) writeEntry(file, data);
  }
  if (isFirst) writeFileSync(marker, '', { mode: 0o600, flag: 'wx' });
}

/** Enables the compile cache if the cache directory is safe. */
exports.enable = () => {
  const directory = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : exports.cacheDirectory('compiled');
  if (directory === undefined) return;
  const { enableCompileCache } =
    Number.parseInt(process.versions.node, 10) < 22 ? {} : require('node:module');
  (enableCompileCache ?? installCompileCache)(directory);
};

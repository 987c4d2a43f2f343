'use strict';

// Where code is kept between runs, for the launcher and for the single-file build, which carries this file; and the
// compile cache of Node 20, which has none of its own: a third of the time of a short command goes into compiling
// otherwise. Whatever fails means compiling as usual. Every start runs this before there is compiled code: one file,
// and what is rare in functions of its own, since those that are not called cost next to nothing.

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

const MOST_LINKS = 40;
const isWindows = process.platform === 'win32';
const me = isWindows ? 0 : process.geteuid();

/**
 * The path without links, if it is a directory of this user alone and nobody else can put another in its place. It is
 * checked from the root down: when a name is looked at, nobody can exchange it any more. What lies behind the first
 * `given` characters is made where it is missing. Undefined where it is not so; throws what the file system says.
 */
function checked(path, given, links = MOST_LINKS) {
  for (let end = 0; ; end = path.indexOf('/', end + 1)) {
    if (end === -1) end = path.length;
    const name = path.slice(0, end) || '/';
    const stat = lstatSync(name, { throwIfNoEntry: false }) ?? (end > given ? made(name) : undefined);
    if (stat === undefined || (stat.uid !== me && stat.uid !== 0)) return undefined;
    const kind = stat.mode & 0o170000;
    if (kind === 0o120000)
      return links > 0 ? followed(name, path.slice(end), given - end, links - 1) : undefined;
    if (kind !== 0o040000) return undefined;
    if (end === path.length) return stat.uid === me && (stat.mode & 0o077) === 0 ? path : undefined;
    if ((stat.mode & 0o022) !== 0 && !keepsOthersOut(stat)) return undefined;
  }
}

/**
 * Whether nobody else can exchange what lies in a directory though others may write there: to a sticky one they can add,
 * no more, and the group that many systems make for each user, with the user's number, has nobody else in it.
 */
const keepsOthersOut = ({ gid, mode }) =>
  (mode & 0o1000) !== 0 || ((mode & 0o002) === 0 && gid === me && gid === process.getegid());

/** A directory that was missing, for this user alone; or what another process put there. */
function made(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return lstatSync(path);
}

/** A link of this user or of the system: where it leads is checked as any path is, and never made. */
function followed(link, rest, given, links) {
  const target = resolve(link, '..', readlinkSync(link)).replace(/^\/$/, '');
  return checked(target + rest, target.length + Math.max(0, given), links);
}

/** On Windows the access list of the user's directory keeps others out. */
function madeOnWindows(path) {
  mkdirSync(path, { recursive: true });
  return path;
}

/**
 * The path of a directory of archctl's in the user's cache, made where it is missing (a home is not); undefined where none
 * is safe or can be. Never throws.
 */
exports.ownDirectory = (name) => {
  try {
    const { XDG_CACHE_HOME: named } = process.env;
    // Relative values are ignored, as the XDG base directory rules ask.
    const isNamed = named && isAbsolute(named);
    const base = isNamed ? named : process.env[isWindows ? 'LOCALAPPDATA' : 'HOME'];
    if (!base || !isAbsolute(base)) return undefined;
    if (isWindows) return madeOnWindows(join(base, 'archctl', name));
    if (isNamed) return checked(join(base, 'archctl', name), 0);
    return checked(join(base, '.cache', 'archctl', name), join(base, '.').length);
  } catch {
    // A disk that is full, a home for reading only.
    return undefined;
  }
};

/** Whether a directory is this user's alone, and nobody else can put another in its place. Never throws. */
exports.isOwnDirectory = (path) => {
  try {
    return isWindows || checked(resolve(path), Number.POSITIVE_INFINITY) !== undefined;
  } catch {
    return false;
  }
};

/** FNV-1a: tells installations and flags apart in the name of a directory, and guards nothing. */
function digest(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Of which build a file is: V8 itself compares its version, its flags and the length of the source, and no more. */
function buildOf(filename, length) {
  const { mtimeMs, ctimeMs } = lstatSync(filename);
  return `${Math.trunc(mtimeMs)}-${Math.trunc(ctimeMs)}-${length}`;
}

/**
 * The compiled form in an entry; undefined where there is none, or it is damaged: V8 does not look, and would crash. It
 * stands there twice, since comparing takes a tenth of the time of any checksum at hand.
 */
function read(file) {
  try {
    const entry = readFileSync(file);
    const { buffer, byteOffset, length } = entry;
    const half = length / 2;
    return entry.compare(entry, half, length, 0, half) === 0
      ? new Uint8Array(buffer, byteOffset, half)
      : undefined;
  } catch {
    // The first run.
    return undefined;
  }
}

/** Puts an entry in the place of what is there; readers see the old one or the new one. */
function write(file, data) {
  const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([data, data]), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The compile cache of Node 20: keeps what is compiled of the bundle from now on in a directory of the user's own. */
function keepCompiled(directory) {
  // What node:module exports, which takes longer to load than all of this to run.
  const Module = module.constructor;
  const { Script } = require('node:vm');
  const bundle = join(__dirname, '..', 'dist') + sep;
  const flags = [bundle, process.env.NODE_OPTIONS, ...process.execArgv].join('\n');
  const folder = join(directory, `${process.version}-${process.arch}-${digest(flags)}`);
  const scripts = [];
  const compile = Module.prototype._compile;
  Module.prototype._compile = function compileBundled(content, filename, ...rest) {
    if (!filename.startsWith(bundle)) return compile.call(this, content, filename, ...rest);
    const name = filename.slice(bundle.length).replaceAll(sep, '-');
    const file = join(folder, `${name}-${buildOf(filename, content.length)}.bin`);
    const cachedData = read(file);
    const script = new Script(Module.wrap(content), { filename, cachedData });
    const isKept = cachedData !== undefined && !script.cachedDataRejected;
    scripts.push({ script, file, kept: isKept ? cachedData.length : 0 });
    const load = (id) => (id.startsWith('.') ? part(join(dirname(filename), id), this) : this.require(id));
    return script
      .runInThisContext()
      .call(this.exports, this.exports, load, this, filename, dirname(filename));
  };
  /** A file of the bundle names others as they are: what Node would look up for each takes longer than to read it. */
  const part = (filename, parent) => {
    const known = Module._cache[filename];
    if (known) return known.exports;
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
      keep(scripts, folder);
    } catch {
      // A cache that cannot be written is no reason to fail.
    }
  });
}

/**
 * Writes what is compiled of these scripts. An entry holds the functions that ran until it was written: those of the first
 * command alone would leave the others slow for good, so that each kind of command, told by what it loads, adds its own,
 * once. What would be shorter takes nothing's place: a long run forgets what it has not used for a while.
 */
function keep(scripts, folder) {
  const names = scripts.map(({ file }) => file).sort();
  const added = join(folder, `${digest(names.join('\n'))}.added`);
  const isFirst = !existsSync(added);
  const due = scripts.filter(({ kept }) => isFirst || kept === 0);
  if (due.length === 0) return;
  mkdirSync(folder, { mode: 0o700, recursive: true });
  for (const { script, file, kept } of due) {
    const data = script.createCachedData();
    if (data.length > kept) write(file, data);
  }
  if (isFirst) writeFileSync(added, '', { mode: 0o600, flag: 'wx' });
}

/** Switches the compile cache of this Node on, where there is a safe place for it: Node's own from 22.1 on. */
exports.enable = () => {
  const directory = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : exports.ownDirectory('compiled');
  if (directory === undefined) return;
  const { enableCompileCache } =
    Number.parseInt(process.versions.node, 10) < 22 ? {} : require('node:module');
  (enableCompileCache ?? keepCompiled)(directory);
};

'use strict';

// Node 20 has no compile cache of its own. This keeps V8's compiled form of the bundle in the user's cache directory:
// a third of the time of a short command goes into compiling otherwise. Any failure means compiling as usual.

const { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, sep } = require('node:path');
const { Script } = require('node:vm');
const { version } = require('../package.json');

const home = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, '.cache'));
const bundle = join(__dirname, '..', 'dist') + sep;

/** Node's recursive mkdir never returns where a parent cannot hold directories. */
function makeDirectory(path) {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function install(directory) {
  const compiled = [];
  const compile = Module.prototype._compile;
  Module.prototype._compile = function compileBundled(content, filename) {
    if (!filename.startsWith(bundle)) return compile.call(this, content, filename);
    // V8 itself compares lengths only: the time of the build tells two of one version apart.
    const build = `${Math.trunc(statSync(filename).mtimeMs)}-${content.length}`;
    const file = join(directory, `${filename.slice(bundle.length).replaceAll(sep, '-')}-${build}.bin`);
    let cachedData;
    try {
      cachedData = readFileSync(file);
    } catch {
      // The first run.
    }
    const script = new Script(Module.wrap(content), { filename, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) compiled.push({ script, file });
    const load = (id) => this.require(id);
    return script
      .runInThisContext()
      .call(this.exports, this.exports, load, this, filename, dirname(filename));
  };
  process.once('exit', () => {
    try {
      if (compiled.length > 0) makeDirectory(directory);
      for (const { script, file } of compiled) {
        const temporary = `${file}.${process.pid}`;
        writeFileSync(temporary, script.createCachedData(), { mode: 0o600 });
        renameSync(temporary, file);
      }
    } catch {
      // A cache that cannot be written is no reason to fail.
    }
  });
}

if (home) install(join(home, 'archctl', `${version}-${process.version}-${process.arch}`));

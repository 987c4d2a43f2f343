// Builds build/standalone/archctl: the program as one executable for machines without Node, for the platform of this
// machine. Uses Node's single executable applications and the newest supported Node line from the npm registry.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { readFlags } from './arguments.mjs';
import { describePackage, packagesOf } from './licences.mjs';
import { nodeOf } from './node-line.mjs';

readFlags();

const LINE = '26';
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const out = join(root, 'build', 'standalone');
const suffix = process.platform === 'win32' ? '.exe' : '';
const work = mkdtempSync(join(tmpdir(), 'archctl-standalone-'));

/** Packages with native code. Their JavaScript is bundled; their native code is embedded as a file. */
const NATIVE_PACKAGES = ['libsql', '@resvg/resvg-js'];

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Native files that the packages load on this platform, with the id of the package that contains each. */
function nativeFiles() {
  const require = createRequire(join(root, 'package.json'));
  // The tools of this script load native code too.
  const before = new Set(Object.keys(require.cache));
  for (const name of NATIVE_PACKAGES) require(name);
  const loaded = Object.keys(require.cache).filter((path) => path.endsWith('.node') && !before.has(path));
  if (loaded.length !== NATIVE_PACKAGES.length)
    throw new Error(`Expected native files of ${NATIVE_PACKAGES.join(' and ')}, not ${loaded.join(', ')}.`);
  return loaded.map((path) => ({
    id: JSON.parse(readFileSync(join(dirname(path), 'package.json'))).name,
    path,
  }));
}

async function bundlePackage(name) {
  const build = await rolldown({
    input: name,
    cwd: root,
    platform: 'node',
    external: [/^@libsql\/.+-/, /^@resvg\/resvg-js-/, /\.node$/],
    onLog: () => {},
  });
  const file = join(work, 'packages', `${name}.cjs`);
  const { output } = await build.write({ file, format: 'cjs', minify: true, codeSplitting: false });
  await build.close();
  return { file, modules: output.flatMap((chunk) => chunk.moduleIds ?? []) };
}

/** Component of Node in the bill of materials. */
const nodeComponent = (version) => ({
  type: 'platform',
  'bom-ref': `pkg:generic/node@${version}`,
  name: 'node',
  version,
  purl: `pkg:generic/node@${version}`,
  scope: 'required',
  licenses: [{ license: { name: 'Node.js licence: see THIRD-PARTY-LICENSES.txt' } }],
});

/** Runs typical commands with the first build, so that the code cache contains their functions. */
function warmUp(program) {
  const env = { PATH: process.env.PATH, HOME: join(work, 'home'), ARCHCTL_OUTPUT: 'table' };
  mkdirSync(env.HOME);
  const run = (...args) =>
    execFileSync(program, args, { env, cwd: work, stdio: ['ignore', 'pipe', 'inherit'] });
  run('sandbox', 'exec', '--', program, 'diagram', 'list', '-q');
  run('help', 'environment');
  run('sandbox', 'exec', '--', program, 'landscape', 'list', '-q');
  run('--help');
  run('--version');
}

/** Creates an executable from a base executable and assets. */
function assemble(node, base, output, assets) {
  const config = join(work, 'sea.json');
  // Given by file name, because the executable would contain a full path.
  copyFileSync(join(import.meta.dirname, 'standalone', 'loader.cjs'), join(work, 'loader.cjs'));
  const options = {
    main: 'loader.cjs',
    executable: base,
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets,
  };
  writeFileSync(config, JSON.stringify(options));
  execFileSync(node, ['--build-sea', config], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
  chmodSync(output, 0o755);
}

try {
  const node = nodeOf(LINE, work, { fresh: true });
  const base = join(work, `node${suffix}`);
  copyFileSync(node, base);
  // Debug symbols are a quarter of the size. Without the strip program the executable is larger, but works.
  if (process.platform === 'linux') spawnSync('strip', [base]);

  const packages = await Promise.all(NATIVE_PACKAGES.map(bundlePackage));
  const natives = nativeFiles();
  const assets = {};
  for (const file of readdirSync(dist, { recursive: true }))
    if (/^(main\.cjs|chunks[\\/].*|page[\\/]elk\.cjs)$/.test(file))
      assets[`dist/${file.replaceAll('\\', '/')}`] = join(dist, file);
  // Ownership and permission check of the directory for extracted files.
  assets['bin/compile-cache.js'] = join(root, 'bin', 'compile-cache.js');
  NATIVE_PACKAGES.forEach((name, at) => {
    assets[`packages/${name}.cjs`] = packages[at].file;
  });
  const fonts = readdirSync(join(dist, 'fonts')).filter((name) => name.endsWith('.ttf'));
  const files = Object.fromEntries([
    ...natives.map(({ id, path }) => [id, { name: `${id.replace(/^@/, '').replace('/', '-')}.node`, path }]),
    ...fonts.map((name) => [name, { name, path: join(dist, 'fonts', name) }]),
    ...readdirSync(join(dist, 'page')).map((name) => [
      `page/${name}`,
      { name, path: join(dist, 'page', name) },
    ]),
  ]);
  for (const [id, it] of Object.entries(files)) {
    assets[`files/${id}`] = it.path;
    files[id] = { name: it.name, sha256: sha256(it.path) };
  }
  assets['files.json'] = join(work, 'files.json');
  writeFileSync(assets['files.json'], JSON.stringify(files));

  // The first executable records a code cache, which the second one contains.
  const codeCache = join(work, 'code-cache');
  const codeCachePath = join(work, 'code-cache-directory');
  mkdirSync(codeCache);
  writeFileSync(codeCachePath, codeCache);
  const first = join(work, `archctl${suffix}`);
  assemble(node, base, first, { ...assets, 'code-cache-directory': codeCachePath });
  warmUp(first);
  for (const name of readdirSync(codeCache))
    assets[`cache/${decodeURIComponent(name)}`] = join(codeCache, name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const program = join(out, `archctl${suffix}`);
  assemble(node, base, program, assets);

  // Licences and bill of materials.
  const bundled = packagesOf(packages.flatMap(({ modules }) => modules));
  const text = ({ name, version, licence, text: licenceText, source }) =>
    ['='.repeat(80), `${name} ${version}`, `Licence: ${licence}`, `Source: ${source}`, '', licenceText].join(
      '\n',
    );
  const nodeLicence = join(dirname(node), '..', 'LICENSE');
  if (!existsSync(nodeLicence)) throw new Error('The Node package does not contain the text of its licence.');
  const licences = [
    readFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8').trimEnd(),
    'The single-file build also contains these packages:',
    ...[...bundled, ...NATIVE_PACKAGES.map((name) => describePackage(join(root, 'node_modules', name)))]
      .filter(({ name }, at, all) => all.findIndex((it) => it.name === name) === at)
      .map(text),
    ['='.repeat(80), `Node.js ${LINE}`, '', readFileSync(nodeLicence, 'utf8').trim()].join('\n'),
  ];
  writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), `${licences.join('\n\n')}\n`);
  cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
  const bill = JSON.parse(readFileSync(join(dist, 'sbom.cdx.json'), 'utf8'));
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  bill.components.push(nodeComponent(version));
  bill.dependencies[0].dependsOn.push(nodeComponent(version)['bom-ref']);
  bill.dependencies.push({ ref: nodeComponent(version)['bom-ref'], dependsOn: [] });
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 2)}\n`);
  const { size } = statSync(program);
  process.stdout.write(`${program}: ${(size / 1e6).toFixed(0)} MB, sha256 ${sha256(program)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

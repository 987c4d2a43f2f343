// Third-party packages in the bundles and their licences, derived from the bundled modules.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Licences of packages that may be bundled. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
];
/** Copyleft licences by file. These packages may be bundled if their files are unchanged and their source is listed. */
const ALLOWED_WITH_SOURCE = ['EPL-2.0', 'MPL-2.0'];

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const LICENCE_FILE = /^(?:mit-)?(licen[cs]e|copying|notice)/i;

/** Packages that contain the modules, sorted by name and version. Throws if a licence is not allowed. */
export function packagesOf(moduleIds) {
  const folders = new Set(moduleIds.map((id) => PACKAGE_FOLDER.exec(id.replace(/^\0/, ''))?.[0]));
  folders.delete(undefined);
  const found = new Map();
  for (const folder of folders) {
    const it = describePackage(folder);
    found.set(`${it.name}@${it.version}`, it);
  }
  return [...found.values()].sort((a, b) => compare(`${a.name}@${a.version}`, `${b.name}@${b.version}`));
}

const compare = (a, b) => (a < b ? -1 : Number(a > b));

/** Name, version, licence, licence text and source URL of the package in a folder. */
export function describePackage(folder) {
  const { name, version, license, repository, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const licence = allowedLicence(license);
  if (licence === undefined)
    throw new Error(`The licence "${license}" of ${name} ${version} is not allowed.`);
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort(compare)
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (texts.length === 0) throw new Error(`${name} ${version} does not contain the text of its licence.`);
  return { name, version, licence, text: texts.join('\n\n'), source: sourceOf(repository, homepage, name) };
}

/** The first allowed licence of an SPDX expression with alternatives; undefined if none is allowed. */
function allowedLicence(expression) {
  const choices = String(expression)
    .replace(/^\(|\)$/g, '')
    .split(' OR ');
  return choices.find((it) => ALLOWED.includes(it) || ALLOWED_WITH_SOURCE.includes(it));
}

function sourceOf(repository, homepage, name) {
  const url = (typeof repository === 'string' ? repository : repository?.url) ?? homepage ?? '';
  const web = url
    .replace(/^git\+/, '')
    .replace(/^(git|ssh):\/\/(git@)?/, 'https://')
    .replace(/^github:/, 'https://github.com/')
    .replace(/\.git$/, '');
  if (/^https?:/.test(web)) return web;
  return /^[\w.-]+\/[\w.-]+$/.test(web)
    ? `https://github.com/${web}`
    : `https://www.npmjs.com/package/${name}`;
}

/** Fonts in a folder, with licence and hash. */
export function fonts(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ttf'));
  const licence = join(folder, 'OFL.txt');
  if (!existsSync(licence))
    throw new Error('The folder of the fonts does not contain the text of their licence.');
  return files.sort(compare).map((file) => ({
    file: basename(file),
    licence: 'OFL-1.1',
    sha512: createHash('sha512')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
  }));
}

/** Text of THIRD-PARTY-LICENSES.txt. Only archctl itself contains fonts. */
export function licenceFile(packages, name = 'archctl') {
  const head = [
    `${name} contains code of the following packages. The licence of each package is below.`,
    'The code was bundled and minified, and is otherwise unchanged.',
    ...(name === 'archctl'
      ? ['The fonts in fonts/ are licensed under the SIL Open Font License 1.1 (fonts/OFL.txt).']
      : []),
    '',
    ...packages.map(({ name, version, licence }) => `  ${name} ${version} (${licence})`),
  ];
  const sections = packages.map(({ name, version, licence, text, source }) =>
    ['='.repeat(80), `${name} ${version}`, `Licence: ${licence}`, `Source: ${source}`, '', text].join('\n'),
  );
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}

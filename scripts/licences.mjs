// What other people's code is in the bundles, read off the modules that are really there, and under which licence.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Licences that may be bundled; the last two are file-based copyleft: unchanged files, with their source named. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];
const WITH_SOURCE = ['EPL-2.0', 'MPL-2.0'];

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const TEXTS = /^(licen[cs]e|copying|notice)/i;

/** The packages that any of the modules come from, by name and version. Throws where one may not be shipped. */
export function packagesOf(moduleIds) {
  const folders = new Set(moduleIds.map((id) => PACKAGE_FOLDER.exec(id.replace(/^\0/, ''))?.[0]));
  folders.delete(undefined);
  const found = new Map();
  for (const folder of folders) {
    const it = describePackage(folder);
    found.set(`${it.name}@${it.version}`, it);
  }
  return [...found.values()].sort((a, b) => order(`${a.name}@${a.version}`, `${b.name}@${b.version}`));
}

const order = (a, b) => (a < b ? -1 : Number(a > b));

/** One package in a folder: name, version, licence, its text, where its source is. */
export function describePackage(folder) {
  const { name, version, license, repository, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const licence = chosen(license);
  if (licence === undefined)
    throw new Error(`${name} ${version} is under "${license}", which may not be shipped.`);
  const texts = readdirSync(folder)
    .filter((file) => TEXTS.test(file))
    .sort(order)
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (texts.length === 0) throw new Error(`${name} ${version} comes without the text of its licence.`);
  return { name, version, licence, text: texts.join('\n\n'), source: sourceOf(repository, homepage, name) };
}

/** The licence we use it under: the first allowed one where there is a choice. */
function chosen(expression) {
  const choices = String(expression)
    .replace(/^\(|\)$/g, '')
    .split(' OR ');
  return choices.find((it) => ALLOWED.includes(it) || WITH_SOURCE.includes(it));
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

/** The fonts that lie beside the bundle. */
export function fonts(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ttf'));
  const licence = join(folder, 'OFL.txt');
  if (!existsSync(licence)) throw new Error('The fonts come without the text of their licence.');
  return files.sort(order).map((file) => ({
    file: basename(file),
    licence: 'OFL-1.1',
    sha512: createHash('sha512')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
  }));
}

/** The file that goes with the bundles. */
export function licenceFile(packages) {
  const head = [
    'archctl contains code of these packages, each under its own licence, which follows.',
    'None of it was changed but for bundling: it was put together and made smaller.',
    'The fonts in fonts/ are under the SIL Open Font License 1.1: fonts/OFL.txt.',
    '',
    ...packages.map(({ name, version, licence }) => `  ${name} ${version} (${licence})`),
  ];
  const sections = packages.map(({ name, version, licence, text, source }) =>
    ['='.repeat(80), `${name} ${version}`, `Licence: ${licence}`, `Source: ${source}`, '', text].join('\n'),
  );
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}

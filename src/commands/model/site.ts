import { appendFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { isAbsent } from '../../base/files/regular-file.js';
import { updateFile } from '../../base/files/update-file.js';
import { bytesInWords, pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import type { SiteFile } from '../../site/build-site.js';
import { FONT_OPTION } from '../shared/output/picture-font.js';
import { MODEL_ARG } from './shared/analysis/read-model-files.js';
import { modelPaths } from './shared/model-paths.js';
import { bindSides, isElsewhere } from './shared/sides.js';

const DEFAULT_FOLDER = 'site';

export default command({
  summary: 'Write a model as static web pages',
  details:
    'Writes a folder of static pages: search, diagrams with pan and zoom, elements with their connections, flows step by step, decisions and findings. The neighbourhood of an element, and paths between two elements, are drawn on request.\n\nOpen index.html in a browser, or publish the folder on any web server, also below a path. The pages send no requests to other sites. Without JavaScript, every element, diagram and flow is still a page with its picture, text and links.\n\n--against adds the changes from another model: added, changed and removed elements in one picture, with a list by field.\n\nThe same model gives the same bytes. The folder may contain an earlier site, but no other files. Files of the earlier site that are no longer needed are deleted.',
  args: { model: MODEL_ARG },
  options: {
    out: text('Folder of the site', { fallback: DEFAULT_FOLDER, value: 'DIR', completes: 'directory' }),
    title: text('Title of the site', { fallback: 'the name of the landscape' }),
    rules: text('Also show violations of the rules in this file', { value: 'FILE', completes: 'file' }),
    against: text('Show changes from this file, folder, live, live@VERSION, draft:NAME or git:REF:PATH', {
      value: 'FILE',
      completes: 'file',
    }),
    ...FONT_OPTION,
  },
  scope: ['landscape'],
  examples: {
    'Files of a repository': 'archctl model site models --out site',
    'A landscape': 'archctl model site live --out site',
    'Preview the changes of a pull request':
      'archctl model site models --against git:main:models --out preview',
  },
  related: ['model view', 'model graph', 'model diff', 'version export', 'diagram export'],
  async run(context, { args, options }) {
    const folder = options.out ?? DEFAULT_FOLDER;
    checkSiteFolder(context, folder);
    const [{ readSiteSource }, { filesOfSite, sitePlan }, { pageCount }] = await Promise.all([
      import('./shared/site/site-source.js'),
      import('./shared/site/site-files.js'),
      import('../../site/build-site.js'),
    ]);
    const paths = modelPaths(context, args.model);
    const [first = ''] = paths;
    if (options.against !== undefined && isElsewhere(first)) await bindSides(context, options.against, first);
    const source = await readSiteSource(context, paths, options);
    const { plan, model } = await sitePlan(context, paths, source, options);
    const { terminal } = context;
    for (const { name, boxes, lines } of plan.undrawn)
      terminal.warn(`The diagram "${name}" has no picture: ${boxes} boxes and ${lines} lines are too many.`);
    const pages = pageCount(model);
    if (context.parsed.globals.dryRun)
      return { kind: 'record', record: { path: folder, pages }, columns: COLUMNS };
    const { files, bytes } = await writeSite(context, folder, filesOfSite(context, plan, options));
    terminal.success(`Wrote ${pluralize(pages, 'page')} to ${folder} (${bytesInWords(bytes)}).`);
    return { kind: 'record', record: { path: folder, pages, files, bytes }, columns: COLUMNS };
  },
});

const COLUMNS = [
  { key: 'path', priority: 1 },
  { key: 'pages', kind: 'number', priority: 1 },
  { key: 'files', kind: 'number', priority: 2 },
  { key: 'bytes', kind: 'number', priority: 2 },
] as const;

/** A folder with a site and nothing else: a list of its files limits what a later run replaces or deletes. */

/** Name of the list of files: a first line that identifies it, then one path a line. */
const LIST = 'site-files.txt';
const FIRST_LINE = '# Files of a site that archctl wrote. Other files in this folder are never deleted.';

interface WrittenSite {
  files: number;
  bytes: number;
}

/**
 * Writes the files of a site, and deletes files of the earlier site that it no longer has. An interrupted run is completed
 * by the next one. Errors: `usage` for a folder with other files, and a link in the place of a file or folder.
 */
async function writeSite(
  { world }: Pick<Context, 'world'>,
  folder: string,
  files: AsyncIterable<SiteFile>,
): Promise<WrittenSite> {
  const root = resolve(world.cwd, folder);
  const before = listedFiles(root, folder);
  const write = (path: string, content: string) =>
    updateFile(join(root, path), [Buffer.from(content)], world.signal);
  const writeList = (paths: Iterable<string>) => write(LIST, `${[FIRST_LINE, ...paths].join('\n')}\n`);
  const written = new Set<string>();
  let bytes = 0;
  mkdirSync(root, { recursive: true });
  await writeList(before);
  for await (const { path, content } of files) {
    world.signal.throwIfAborted();
    makeFolder(root, dirname(path), folder);
    // Listed before it is written, so that the next run may replace or delete it after a crash.
    appendFileSync(join(root, LIST), `${path}\n`);
    await write(path, content);
    written.add(path);
    bytes += Buffer.byteLength(content);
  }
  for (const path of before) if (!written.has(path)) removeIfPresent(join(root, path));
  await writeList([...written].sort());
  return { files: written.size, bytes };
}

/** Errors: `usage` if the folder cannot be used for a site. */
function checkSiteFolder({ world }: Pick<Context, 'world'>, folder: string): void {
  listedFiles(resolve(world.cwd, folder), folder);
}

/** Files of the earlier site; none for a new or empty folder. */
function listedFiles(root: string, folder: string): string[] {
  const stat = lstatSync(root, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory() && !stat.isSymbolicLink())
    throw usageError(`Option --out: ${folder} is not a folder.`, { hint: 'Pass a new or empty folder.' });
  const names = readdirSync(root);
  if (names.length === 0) return [];
  const files = names.includes(LIST) ? filesIn(join(root, LIST)) : undefined;
  if (!files)
    throw usageError(`Option --out: ${folder} contains files that are not part of a site.`, {
      hint: 'Pass a new or empty folder, or the folder of an earlier site.',
    });
  return files;
}

/** Paths of the list that are inside the folder; undefined if it is not a list of files. */
function filesIn(path: string): string[] | undefined {
  if (!lstatSync(path).isFile()) return undefined;
  const [first, ...paths] = readFileSync(path, 'utf8').split('\n');
  return first === FIRST_LINE ? [...new Set(paths)].filter(isInside) : undefined;
}

/** Returns true for a file name, or one in a subfolder. */
const isInside = (path: string): boolean =>
  /^(?:[^/\\]+\/)?[^/\\]+$/.test(path) && !path.split('/').some((it) => it === '..' || it === '.');

/** Creates a folder inside the site. Errors: `usage` for a link. */
function makeFolder(root: string, path: string, folder: string): void {
  if (path === '.') return;
  const full = join(root, path);
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (!stat) mkdirSync(full);
  else if (!stat.isDirectory())
    throw usageError(`Option --out: ${join(folder, path)} is not a folder.`, {
      hint: 'Delete it, and try again.',
    });
}

function removeIfPresent(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

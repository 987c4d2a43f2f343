import { join } from 'node:path';
import { bytesInWords, pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { FONT_OPTION } from '../shared/output/picture-font.js';
import { MODEL_ARG } from './shared/analysis/read-model-files.js';
import { modelPaths } from './shared/model-paths.js';
import { bindSides, isElsewhere } from './shared/sides.js';
import type { WrittenSite } from './shared/site/site-folder.js';

const DEFAULT_FOLDER = 'site';

export default command({
  summary: 'Write a model as static web pages',
  details:
    'Writes a folder of static pages: search, diagrams with pan and zoom, elements with their connections, flows step by step, decisions and findings. The neighbourhood of an element, and paths between two elements, are drawn on request.\n\nOpen index.html in a browser, or publish the folder on any web server, also below a path. The pages send no requests to other sites. Without JavaScript, every element, diagram and flow is still a page with its picture, text and links.\n\n--against adds the changes from another model: added, changed and removed elements in one picture, with a list by field.\n\nThe same model gives the same bytes. The folder may contain an earlier site, but no other files. Files of the earlier site that are no longer needed are deleted, unless they were changed, or other users can write to the folder.',
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
    const { checkSiteFolder, writeSite } = await import('./shared/site/site-folder.js');
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
    const { files, bytes, kept } = await writeSite(context, folder, filesOfSite(context, plan, options));
    warnOfKept(context, folder, kept);
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

/** Maximum number of paths that a warning names. */
const MAX_NAMED = 10;

/** Reports files of the earlier site that are still there. */
function warnOfKept({ terminal }: Context, folder: string, kept: WrittenSite['kept']): void {
  for (const [reason, paths] of kept) {
    const named = paths.slice(0, MAX_NAMED).map((it) => join(folder, it));
    const more = paths.length > MAX_NAMED ? `, and ${paths.length - MAX_NAMED} more` : '';
    terminal.warn(
      `${pluralize(paths.length, 'file')} of the earlier site ${paths.length === 1 ? 'was' : 'were'} not deleted, because ${reason}: ${named.join(', ')}${more}.`,
    );
  }
}

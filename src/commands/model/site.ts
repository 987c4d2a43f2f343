import { bytesInWords, pluralize } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import { MODEL_ARG } from './shared/ask/read-model-files.js';
import { checkSiteFolder, writeSite } from './shared/site-folder.js';

const DEFAULT_FOLDER = 'site';

export default command({
  summary: 'Write a site of a model: pages to look at, without a server',
  details:
    'Writes a folder of static pages: start page with search, diagrams with pan and zoom, elements with their connections, flows step by step, decisions and findings. The neighbourhood of any element and paths between two elements are drawn on request. Open index.html in a browser, or publish the folder on any web server, also below a path. No page sends a request anywhere else. Without JavaScript every element, diagram and flow is still a page with its picture, text and links.\n\n--against adds the changes from another model: added, changed and removed elements in one picture, with a list by field.\n\nThe same model gives the same bytes. The folder may contain an earlier site, but no other files; files of the earlier site that are no longer needed are deleted.',
  args: { model: MODEL_ARG },
  options: {
    out: text('Folder of the site', { fallback: DEFAULT_FOLDER, value: 'DIR', completes: 'directory' }),
    title: text('Title of the site', { fallback: 'the name of the landscape' }),
    rules: text('Also show violations of the rules in this file', { value: 'FILE', completes: 'file' }),
    against: text('Show changes from this file, folder, live, live@VERSION, draft:NAME or git:REF:PATH', {
      value: 'FILE',
      completes: 'file',
    }),
  },
  scope: ['landscape'],
  examples: {
    'Files of a repository': 'archctl model site models --out site',
    'A landscape': 'archctl model site live --out site --landscape LANDSCAPE_ID',
    'Preview the changes of a pull request':
      'archctl model site models --against git:main:models --out preview',
  },
  related: ['model view', 'model graph', 'model diff', 'version export', 'diagram export'],
  async run(context, { args, options }) {
    const folder = options.out ?? DEFAULT_FOLDER;
    checkSiteFolder(context, folder);
    const [{ readSiteSource }, { filesOfSite, sitePlan }, { pageCount }] = await Promise.all([
      import('./shared/site-source.js'),
      import('./shared/site-files.js'),
      import('../../site/build-site.js'),
    ]);
    const source = await readSiteSource(context, args.model, options);
    const { plan, model } = await sitePlan(context, args.model, source, options);
    const { terminal } = context;
    for (const { name, boxes, lines } of plan.undrawn)
      terminal.warn(`The diagram "${name}" has no picture: ${boxes} boxes and ${lines} lines are too many.`);
    const pages = pageCount(model);
    if (context.parsed.globals.dryRun)
      return { kind: 'record', record: { path: folder, pages }, columns: COLUMNS };
    const { files, bytes } = await writeSite(context, folder, filesOfSite(context, plan));
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

import { pluralize } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { readModel } from '../../model/document/read.js';
import { validate } from '../../model/validate/validate.js';
import { readCatalog } from './shared/catalog.js';
import { locate } from './shared/findings/located.js';
import { findingsOutcome } from './shared/findings/outcome.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Validate model files offline',
  details:
    'Checks the syntax of a model and the rules of the service: dangling references, parents by type, unique names within a domain, and the contents of diagrams and flows. Each finding has a location. The exit code is 8 if there are errors (with --strict also for warnings), and 2 if a file cannot be read or parsed.\n\nTo ignore a rule, add "ignore: [RULE, …]" to an element, or to the top of a document for the whole model.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    strict: flag('Treat warnings as errors'),
    catalog: text(
      'Catalog file written by "technology list -o json"; without it, technologies are not checked',
      {
        value: 'FILE',
        completes: 'file',
      },
    ),
  },
  formats: ['sarif', 'github'],
  examples: {
    'A folder': 'archctl model validate models',
    'Annotate a pull request': 'archctl model validate models --strict -o github',
  },
  related: ['model init', 'model schema'],
  async run(context, { args, options }) {
    const technologies =
      options.catalog === undefined ? undefined : readCatalog(options.catalog, context.world);
    const files = await readSources(context, args.files);
    const read = readModel(files);
    const strict = options.strict === true;
    const findings = validate(files, read, { strict, ...(technologies && { technologies }) });
    const found = locate(findings, files);
    return findingsOutcome(context, found, {
      empty: `No problems found in ${pluralize(files.length, 'file')}.`,
      isWhole: read.isWhole,
    });
  },
});

import { counted } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { readModel } from '../../model/document/read.js';
import { validate } from '../../model/validate/validate.js';
import { readCatalog } from './shared/catalog.js';
import { locate } from './shared/findings/located.js';
import { findingsOutcome } from './shared/findings/outcome.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Check the files of a model, without the service',
  details:
    'Whether a model can be read, and whether it keeps the rules of the service: ids that name nothing, parents by type, names within a domain, what stands on diagrams and in flows. Each finding is told with its place. Ends with exit code 8 where there are errors, with --strict also where there are warnings, and with 2 where a file cannot be read or parsed.\n\n"ignore: [RULE, …]" silences a rule, at an element for that element and at the top of a document for all.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    strict: flag('Warnings count as errors'),
    catalog: text(
      'Technologies there are, as "technology list -o json" writes them; without it none is unknown',
      {
        value: 'FILE',
        completes: 'file',
      },
    ),
  },
  formats: ['sarif', 'github'],
  examples: [
    { note: 'A folder', line: 'archctl model validate models' },
    { note: 'As annotations of a pull request', line: 'archctl model validate models --strict -o github' },
  ],
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
      empty: `Nothing is wrong in ${counted(files.length, 'file')}.`,
      isWhole: read.isWhole,
    });
  },
});

import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { validate } from '../../model/validate/validate.js';
import { locate } from './shared/findings/located.js';
import { findingsOutcome } from './shared/findings/outcome.js';
import { readLocked } from './shared/lock.js';
import { FILES_ARG, modelPaths } from './shared/model-paths.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Validate model files offline',
  details:
    'Checks the syntax of a model and the rules of the service: dangling references, parents by type, unique names within a parent, and the contents of diagrams and flows. Each finding has a location. The exit code is 8 if there are errors (with --strict also for warnings), and 2 if a file cannot be read or parsed.\n\nReferences to elements of other namespaces are checked with the lock file (see "archctl model lock"). --live also reads the landscape, and reports elements that their owners renamed or deleted.\n\nTo ignore a rule, add "ignore: [RULE, …]" to an element, or to the top of a document for the whole model.',
  args: { files: FILES_ARG },
  options: {
    strict: flag('Treat warnings as errors'),
    live: flag('Compare references to other namespaces with the landscape'),
    catalog: text(
      'Catalog file written by "technology list -o json"; without it, technologies are not checked',
      {
        value: 'FILE',
        completes: 'file',
      },
    ),
  },
  scope: ['landscape'],
  formats: ['sarif', 'github'],
  examples: {
    'A folder': 'archctl model validate models',
    'Report renamed and deleted elements of other namespaces': 'archctl model validate models --live',
    'Annotate a pull request': 'archctl model validate models --strict -o github',
  },
  related: ['model init', 'model schema', 'model lock'],
  async run(context, { args, options }) {
    const technologies =
      options.catalog === undefined
        ? undefined
        : (await import('./shared/catalog.js')).readCatalog(options.catalog, context.world);
    const files = await readSources(context, modelPaths(context, args.files));
    const read = await readLocked(context, files);
    const strict = options.strict === true;
    const current = options.live
      ? await (await import('./shared/current-references.js')).readReferences(context, read.model, {
          isRead: true,
        })
      : undefined;
    const findings = validate(files, read, {
      strict,
      ...(technologies && { technologies }),
      ...(current && { changes: current.changes }),
    });
    const found = locate(findings, files);
    return findingsOutcome(context, found, {
      empty: `No problems found in ${pluralize(files.length, 'file')}.`,
      isWhole: read.isWhole,
    });
  },
});

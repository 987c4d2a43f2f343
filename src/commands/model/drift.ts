import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { texts } from '../../cli/command/options.js';
import { LATEST } from '../../contract/scopes.js';
import { driftFor } from '../../model/sync/drift-model.js';
import { documentOf } from './shared/document.js';
import { drawDrift, driftData, driftInWords, entriesIn } from './shared/drift-text.js';
import { holderInWords, holderOf } from './shared/lease.js';
import { refuseProblems } from './shared/planning.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Report differences between a landscape and its model files',
  details:
    'Lists elements that were changed, field by field, added to, or removed from the landscape. Elements that another namespace owns are not drift. An element that no namespace owns is drift if it is inside an element of the document, or if a pull adopted it. An element that the document refers to is drift if its owner renamed it since "archctl model lock", or deleted it; then other differences are reported once the reference is corrected. A label that "archctl model apply" would set is not drift. Suitable for a scheduled job in CI: the exit code is 0 if there is no drift and 8 if there is. While an apply is running on this machine, drift is not checked, and the exit code is 0. Makes no changes, with a client that cannot write.\n\nEntries of "drift: ignore:" in the document accept differences, each with a reason and optionally a last day ("until"). --ignore does the same for one run. Ignored differences are counted, and listed with -o json; they do not affect the exit code. Differences of an expired entry are drift again, and the report names the entry with file, line and column. Entries that match nothing are reported as well.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    ignore: texts(
      'Ignore the differences of an element, or of one field: id, handle, name or path; NAME/** for everything in it',
      { value: 'ELEMENT[.FIELD]' },
    ),
  },
  scope: ['landscape'],
  examples: {
    'In a scheduled CI job': 'archctl model drift models --landscape LANDSCAPE_ID',
    'As data': 'archctl model drift models --landscape LANDSCAPE_ID -o json',
    'Ignore arranged diagrams in this run':
      "archctl model drift models --ignore 'diagram:**.layout' --landscape LANDSCAPE_ID",
  },
  related: ['model plan', 'model diff', 'model validate'],
  async run(context, { args, options }) {
    const files = await readSources(context, args.files);
    const document = await documentOf(context, files);
    const landscapeId = await context.scope('landscape');
    const holder = holderOf(context.stateDirectory, landscapeId);
    if (holder)
      return { kind: 'nothing', remark: `${holderInWords(holder)} Drift is not checked until it ends.` };
    const report = await driftFor(
      await context.reader(),
      { landscapeId, versionId: LATEST },
      document.model,
      { ignore: options.ignore ?? [], now: context.world.now() },
    );
    await refuseProblems(context, report.problems, files);
    const entries = entriesIn(report, files);
    const failure = new ArchctlError('check', `The landscape has drifted: ${driftInWords(report)}.`);
    return {
      kind: 'drawing',
      data: driftData(report, entries),
      draw: (line) => drawDrift(report, entries, line),
      ...(report.drift.length > 0 && { failure }),
    };
  },
});

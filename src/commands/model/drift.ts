import { ArchctlError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { inCommandWords } from '../../cli/command/command-words.js';
import { texts } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { LATEST } from '../../contract/scopes.js';
import type { DriftIgnore } from '../../model/document/element.js';
import type { DriftItem, DriftReport } from '../../model/plan/drift.js';
import { type DriftOn, driftOn, readForDrift } from '../../model/sync/drift-model.js';
import { documentAt } from './shared/document.js';
import { holderInWords, holderOf } from './shared/lease.js';
import { FILES_ARG, modelPaths } from './shared/model-paths.js';
import { referenceInCommandWords, refuseProblems } from './shared/plans/planning.js';
import { type AuthorsOf, drawDrift, driftData, entriesIn } from './shared/report/drift-text.js';

export default command({
  summary: 'Report differences between a landscape and its model files',
  details:
    'Lists elements that were changed, field by field, added to, or removed from the landscape. Elements that another namespace owns are not drift. An element that no namespace owns is drift if it is inside an element of the document, or if a pull adopted it. The action log of the landscape shows who made each change and when, if the key may read it. An element that the document refers to is drift if its owner renamed it since "archctl model lock", or deleted it; then other differences are reported once the reference is corrected. A label that "archctl model apply" would set is not drift. Suitable for a scheduled job in CI: the exit code is 0 if there is no drift and 8 if there is. While an apply is running on this machine, drift is not checked, and the exit code is 0. Makes no changes, with a client that cannot write.\n\nEntries of "drift: ignore:" in the document accept differences, each with a reason and optionally a last day ("until"). --ignore does the same for one run. Ignored differences are counted, and listed with -o json; they do not affect the exit code. Differences of an expired entry are drift again, and the report names the entry with file, line and column. Entries that match nothing are reported as well.\n\n--accept NAME writes the differences of an element into the files, as "archctl model pull" would: comments and layout of everything else are kept. A deleted element goes with every reference to it. Writes all files, or none; then the differences are no longer drift. Ignored differences are not written.',
  args: { files: FILES_ARG },
  options: {
    ignore: texts(
      'Ignore the differences of an element, or of one field: id, handle, name or path; NAME/** for everything in it',
      { value: 'ELEMENT[.FIELD]' },
    ),
    accept: texts(
      'Write the differences of this element into the files instead of reporting drift; NAME/** for everything in it',
      { value: 'NAME' },
    ),
  },
  scope: ['landscape'],
  formats: ['markdown'],
  examples: {
    'In a scheduled CI job': 'archctl model drift models',
    'As a comment for an issue': 'archctl model drift models -o markdown',
    'Write a change in the landscape into the files': 'archctl model drift models --accept booking-api',
  },
  related: ['model plan', 'model pull', 'model diff', 'model validate'],
  async run(context, { args, options }) {
    const paths = modelPaths(context, args.files);
    const { model, files } = await documentAt(context, paths);
    const landscapeId = await context.scope('landscape');
    const holder = holderOf(context.stateDirectory, landscapeId);
    if (holder)
      return { kind: 'nothing', remark: `${holderInWords(holder)} Drift is not checked until it ends.` };
    const path = { landscapeId, versionId: LATEST };
    const aim = { ignore: options.ignore ?? [], now: context.world.now() };
    const found = await driftOn(await readForDrift(await context.reader(), path, model), model, aim);
    const report = reportInCommandWords(found.report);
    await refuseProblems(context, report.problems, files);
    if (options.accept !== undefined) {
      const { acceptDrift } = await import('./shared/accept.js');
      return acceptDrift(context, {
        paths,
        files: await files(),
        found,
        names: options.accept,
        driftOptions: aim,
      });
    }
    const entries = await entriesIn(report, files);
    const authors = await authorsOf(context, landscapeId, found);
    const exit = report.drift.length > 0 ? ({ exitAs: 'check' } as const) : {};
    if (context.terminal.format === 'markdown') {
      const { markdownOfDrift } = await import('./shared/report/drift-markdown.js');
      return { kind: 'text', text: markdownOfDrift(report, entries, authors, aim.now), ...exit };
    }
    return {
      kind: 'drawing',
      data: driftData(report, entries, authors),
      draw: (line) => drawDrift(report, entries, authors, aim.now, line),
      ...exit,
    };
  },
});

function reportInCommandWords({ drift, ignored, unused, ...report }: DriftReport): DriftReport {
  const inWords = <T extends DriftItem>(it: T): T =>
    it.reference ? { ...it, reference: referenceInCommandWords(it.reference) } : it;
  const entryInWords = (by: DriftIgnore): DriftIgnore =>
    by.places ? by : { ...by, reason: inCommandWords(by.reason) };
  return {
    ...report,
    drift: drift.map(inWords),
    ignored: ignored.map((it) => ({ ...inWords(it), by: entryInWords(it.by) })),
    unused: unused.map(entryInWords),
  };
}

/** Authors of the changes, from the action log. The report does not fail if the log cannot be read. */
async function authorsOf(
  context: Context,
  landscapeId: string,
  { report, both }: DriftOn,
): Promise<AuthorsOf> {
  const { terminal, world } = context;
  if (report.drift.length === 0) return new Map();
  const { whoChanged } = await import('../../model/sync/who-changed.js');
  try {
    const { authors, skipped } = await whoChanged(
      await context.reader(),
      landscapeId,
      report.drift,
      both.now,
    );
    if (skipped > 0)
      terminal.note(`The report does not show who changed the last ${pluralize(skipped, 'element')}.`);
    return authors;
  } catch (error) {
    if (!(error instanceof ArchctlError) || world.signal.aborted) throw error;
    terminal.note(
      `The action log cannot be read, so the report does not show who changed what: ${error.message}`,
    );
    return new Map();
  }
}

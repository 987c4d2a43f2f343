import { ArchctlError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { inCommandWords } from '../../cli/command/command-words.js';
import { texts } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { LATEST } from '../../contract/scopes.js';
import type { DriftIgnore } from '../../model/document/element.js';
import type { DriftItem, DriftReport } from '../../model/plan/drift.js';
import { compareForDrift, type DriftComparison, readForDrift } from '../../model/sync/drift-model.js';
import { documentAt } from './shared/document.js';
import { bindToDocument, TARGET_OPTIONS } from './shared/landscape-target.js';
import { holderInWords, holderOf } from './shared/lease.js';
import { FILES_ARG, modelPaths } from './shared/model-paths.js';
import { referenceInCommandWords, refuseProblems } from './shared/plans/planning.js';
import { type AuthorsOf, drawDrift, driftData, entriesIn } from './shared/report/drift-text.js';

export default command({
  summary: 'Report differences between a landscape and its model files',
  details:
    'Lists elements that were changed, added or removed in the landscape, field by field. Shows who made each change and when, if the key may read the action log. The exit code is 0 without drift and 8 with drift, for a scheduled CI job. Makes no changes. If the document names a landscape, compares with this one, whatever the default is.\n\nElements that another namespace owns are not drift. An element without an owner is drift if it is inside an element of the document, or if a pull adopted it. An element that the document refers to is drift if its owner renamed or deleted it since "archctl model lock". While an apply is running on this machine, drift is not checked, and the exit code is 0.\n\n"drift: ignore:" in the document lists differences to ignore, each with a reason and optionally a last day; --ignore ignores them for one run. Ignored differences are counted, and listed with -o json, but do not affect the exit code. Entries that have expired or match nothing are reported.\n\n--accept writes the differences of an element into the files, as "archctl model pull" would, and leaves everything else as it is. Writes all files, or none.',
  args: { files: FILES_ARG },
  options: {
    ignore: texts(
      'Ignore the differences of an element, or of one field: id, handle, name or path; NAME/** for everything in it',
      { value: 'ELEMENT[.FIELD]' },
    ),
    ...TARGET_OPTIONS,
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
    const { model: read, files } = await documentAt(context, paths);
    const { model, otherLandscape } = await bindToDocument(context, read, options);
    const landscapeId = await context.scope('landscape');
    const holder = holderOf(context.stateDirectory, landscapeId);
    if (holder)
      return { kind: 'nothing', remark: `${holderInWords(holder)} Drift is not checked until it ends.` };
    const path = { landscapeId, versionId: LATEST };
    const aim = { ignore: options.ignore ?? [], otherLandscape, now: context.world.now() };
    const found = await compareForDrift(await readForDrift(await context.reader(), path, model), model, aim);
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
  { report, comparison }: DriftComparison,
): Promise<AuthorsOf> {
  const { terminal, world } = context;
  if (report.drift.length === 0) return new Map();
  const { whoChanged } = await import('../../model/sync/who-changed.js');
  try {
    const { authors, skipped } = await whoChanged(
      await context.reader(),
      landscapeId,
      report.drift,
      comparison.current,
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

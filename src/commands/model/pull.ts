import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { shellWord } from '../../cli/command/shell-word.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import { ELEMENT_KINDS, elementsOf, type Model } from '../../model/document/element.js';
import { KINDS } from '../../model/document/kinds.js';
import type { SourceFile } from '../../model/document/read.js';
import { rewriteModel } from '../../model/document/rewrite.js';
import { schemaText } from '../../model/document/schema.js';
import { DOCUMENT, SCHEMA, writeModel } from '../../model/document/write.js';
import { pulledFrom } from '../../model/sync/pull-model.js';
import type { Terminal } from '../../terminal/terminal.js';
import { checkOutput, outputFile, STDOUT } from '../shared/output-file.js';
import { textOutput } from '../shared/text-output.js';
import { LiveReader } from './shared/live.js';
import { filesThere, placed, type Target, writeFiles } from './shared/pulled-files.js';
import { modelOfFiles } from './shared/sides.js';

export default command({
  summary: 'Write a landscape to files, as a model that can be kept as code',
  details: `Into ${DOCUMENT} in a folder, or a file of any name. Files that are there are brought up to date: comments, order, quotes and ids stay, and what did not change is not written. Ids of what is new are made of names, the same for every pull. Diagrams that are new come with their layout; --split puts layouts into files of their own, where merges go wrong less.\n\nTo adopt an existing landscape, pull it, then apply the document: the next plan labels each record with its id and namespace. Until then the document lists the records that no namespace owns in its field "adopted", so that deleting one of them from the document is a deletion that "model plan --prune" plans. The next pull after an apply removes the list.`,
  args: {},
  options: {
    dir: text('Folder of the document; made where there is none', {
      value: 'DIR',
      fallback: 'here',
      completes: 'directory',
      isNew: true,
    }),
    file: outputFile('The document, under a name of your own', { isNew: true }),
    split: flag('Each new layout of a diagram in a file of its own, below layout/'),
  },
  scope: ['landscape', 'landscapeVersion'],
  examples: [
    {
      note: 'Into a folder of its own',
      line: 'archctl model pull --dir architecture --split --landscape LANDSCAPE_ID',
    },
    {
      note: 'What would change, with nothing written',
      line: 'archctl model pull --file ferries.yaml --landscape LANDSCAPE_ID --dry-run',
    },
  ],
  related: ['model diff', 'landscape export'],
  async run(context, { options }) {
    const { parsed, terminal, world } = context;
    if (options.file === STDOUT) return pulledToStdout(context, options);
    const target = targetOf(options);
    const isDry = parsed.globals.dryRun === true;
    const before = await filesThere(context, target);
    const wanted = before.length === 0 ? undefined : modelOfFiles(before);
    const live = await new LiveReader(context).read(await context.scope('landscapeVersion'));
    const { model, unlabelled } = pulledFrom(live, wanted);
    const split = options.split ? { split: true } : {};
    const after = wanted
      ? rewriteModel(before, model, split)
      : [...placed(target, writeModel(model, split)), ...schemaBeside(world.cwd, target)];
    const items = writeFiles(context, target, before, after, isDry);
    const changed = items.filter(({ status }) => status !== 'unchanged').length;
    const did =
      changed === 0
        ? 'nothing changed'
        : `${isDry ? 'would write ' : ''}${counted(changed, 'file')}${isDry ? '' : ' written'}`;
    terminal.success(`${isDry ? 'Read' : 'Pulled'} ${inNumbers(model)}: ${did}.`);
    if (unlabelled > 0 && !isDry) sayNext(terminal, target, model, unlabelled);
    return { kind: 'list', items, columns: COLUMNS };
  },
});

/** The next step: an apply labels the records, and deletes what was deleted from the document. */
function sayNext(
  terminal: Terminal,
  target: Target,
  { namespace, adopted }: Model,
  unlabelled: number,
): void {
  const path = shellWord('dir' in target ? target.dir : target.file);
  const owner = namespace === undefined ? '' : ` as owned by "${namespace}"`;
  if (adopted.size > 0)
    terminal.note(
      `The document adopts ${counted(adopted.size, 'element')} that no namespace owns: if you delete one from the document, --prune deletes it from the landscape.`,
    );
  terminal.note(
    `Next, review the plan, which labels ${counted(unlabelled, 'record')}${owner}, and apply it:`,
  );
  terminal.commandLine(`archctl model plan ${path}`);
  terminal.commandLine(`archctl model apply ${path}`);
}

const COLUMNS = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'status', kind: 'status', priority: 1 },
] as const;

function targetOf({
  dir,
  file,
  split,
}: {
  dir?: string | undefined;
  file?: string | undefined;
  split?: boolean | undefined;
}): Target {
  if (file === undefined) return { dir: dir ?? '.' };
  refuseClashes({ dir, split });
  if (!/\.ya?ml$/i.test(file))
    throw usageError(`Option --file: ${file} does not end in .yaml.`, {
      hint: 'A document that is pulled is YAML.',
    });
  return { file };
}

/** What does not go with --file. Errors: `usage`. */
function refuseClashes({ dir, split }: { dir?: string | undefined; split?: boolean | undefined }): void {
  if (dir !== undefined)
    throw usageError('Options --dir and --file exclude each other.', {
      hint: 'Name the folder in --file: --file architecture/ferries.yaml.',
    });
  if (split) throw usageError('Option --split needs --dir: layouts lie in a folder beside the document.');
}

/** A new document, whatever lies in files, without the schema beside it. */
async function pulledToStdout(
  context: Context,
  options: { dir?: string | undefined; split?: boolean | undefined },
): Promise<Outcome> {
  refuseClashes(options);
  checkOutput(context, STDOUT);
  const live = await new LiveReader(context).read(await context.scope('landscapeVersion'));
  const files = writeModel(pulledFrom(live, undefined).model);
  return textOutput(context, files.map((it) => it.text).join(''), STDOUT);
}

/** The schema that editors check the document by, where there is none. */
function schemaBeside(cwd: string, target: Target): SourceFile[] {
  const path = join('dir' in target ? target.dir : dirname(target.file), SCHEMA);
  const isThere = lstatSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined;
  return isThere ? [] : [{ path, text: schemaText() }];
}

/** `12 model objects, 9 model connections and 1 diagram`; nothing of what there is none of. */
function inNumbers(model: Model): string {
  const parts = ELEMENT_KINDS.map((kind) => ({ kind, count: elementsOf(model, kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => counted(count, KINDS[kind].noun));
  const [last = 'nothing', ...rest] = parts.reverse();
  return rest.length === 0 ? last : `${rest.reverse().join(', ')} and ${last}`;
}

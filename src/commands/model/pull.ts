import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { shellWord } from '../../cli/command/input/shell-word.js';
import { printsOneLine } from '../../cli/command/one-line.js';
import { flag, text } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import { DECISIONS_FOLDER } from '../../model/document/decision/decision-files.js';
import { rewriteDecisions } from '../../model/document/decision/rewrite-decisions.js';
import {
  DOCUMENT_FILE,
  ELEMENT_KINDS,
  elementsOf,
  type Locked,
  type Model,
} from '../../model/document/element.js';
import { KINDS } from '../../model/document/kinds.js';
import type { SourceFile } from '../../model/document/read.js';
import { schemaText } from '../../model/document/schema.js';
import { SCHEMA_FILE, writeModel } from '../../model/document/write.js';
import { refuseTooLarge } from '../../model/document/yaml/parse.js';
import { LOCK_FILE } from '../../model/lock/lock-name.js';
import { keepsDecisions } from '../../model/sync/plan-model.js';
import { type Pulled, pulledFrom, refuseNamespace, updatedFiles } from '../../model/sync/pull-model.js';
import type { Terminal } from '../../terminal/terminal.js';
import { FILE_STATUS_COLUMNS } from '../shared/file-changes.js';
import { checkOutput, outputFileOrFolder, STDOUT } from '../shared/output/output-file.js';
import { textOutput } from '../shared/output/text-output.js';
import { refuseDocument } from './shared/findings/refuse.js';
import { LiveReader } from './shared/live.js';
import { lockPath, readLocked, textOfLock, writeLock } from './shared/lock.js';
import { USUAL_MODEL, usualModel } from './shared/model-paths.js';
import {
  existingFiles,
  movedToTarget,
  ONE_FILE,
  type PulledFile,
  type Target,
  targetOf,
  writeFiles,
} from './shared/pulled-files.js';

export default command({
  summary: 'Write a landscape to model files',
  details: `Writes ${DOCUMENT_FILE} in a folder, or one file of any name. In a folder, a large landscape is split by domain into domain-ID.yaml files, and decisions are written to decisions/. In a new folder, diagram layouts are written to layout/, which reduces merge conflicts. Ids of new elements are derived from their names, and are the same in every pull.\n\nExisting files are updated: comments, order, quotes and ids stay, and unchanged files are not written. Layouts stay where they are; --split and --no-split place those of new diagrams. A document without decisions stays without them until you create the folder decisions/.\n\nTo adopt an existing landscape, pull it, then apply the document: the apply labels each record with its id and namespace. Until then, the document lists records without an owner in its field "adopted". If you delete one of them from the document, "archctl model plan --prune" plans to delete it from the landscape.\n\nElements of other namespaces are left out. If an element of the document uses one of them, the document gets a reference to it, and model.lock.json its name, type and owner. With --namespace, a new document contains only the elements of that namespace, and elements without an owner inside them.`,
  args: {},
  options: {
    out: outputFileOrFolder(
      'Folder of the document, or a file ending in .yaml; created if it does not exist',
      {
        fallback: USUAL_MODEL,
        isNew: true,
      },
    ),
    namespace: text('Pull only the elements of this namespace, and references to others that they use', {
      value: 'NAME',
    }),
    split: flag('Write each new diagram layout to a separate file in layout/ (default in a new folder)'),
    noSplit: flag('Keep new diagram layouts in the document'),
  },
  scope: ['landscape', 'landscapeVersion'],
  examples: {
    'Pull to a new folder': 'archctl model pull --out architecture',
    'Pull the elements of one team': 'archctl model pull --out payments --namespace payments',
    'Preview the changes': 'archctl model pull --out ferries.yaml --dry-run',
  },
  related: ['model diff', 'landscape export'],
  async run(context, { options }) {
    const { parsed, terminal, world } = context;
    if (options.out === STDOUT) return pulledToStdout(context, options);
    const target = targetOf(context, options.out ?? usualModel(world.cwd) ?? '.');
    refuseSplit(target, options);
    const isDry = parsed.globals.dryRun === true;
    const before = await existingFiles(context, target);
    const read = before.length === 0 ? undefined : await readLocked(context, before);
    refuseDocument(read?.findings ?? [], before, 'nothing was pulled');
    const withDecisions = 'dir' in target && pullsDecisions(world.cwd, target.dir, read?.model);
    const { namespace } = options;
    refuseNamespace(namespace, read?.model);
    const { model, unlabelled, locked } = await pullModel(context, read?.model, withDecisions, namespace);
    const split = splitOf(options, target, read === undefined);
    const after = read
      ? updatedFiles(before, read, model, split)
      : [
          ...movedToTarget(target, writeModel(model, { ...split, ...('file' in target && ONE_FILE) })),
          ...movedToTarget(target, rewriteDecisions([], model.decisions ?? [])),
          ...schemaBeside(world.cwd, target),
        ];
    refuseTooLarge(after);
    const items = writeFiles(context, target, before, after, isDry);
    items.push(...(locked ? await lockBeside(context, target, model, locked) : []));
    const changed = items.filter(({ status }) => status !== 'unchanged').length;
    const did =
      changed === 0
        ? 'no changes'
        : `${isDry ? 'would write ' : ''}${pluralize(changed, 'file')}${isDry ? '' : ' written'}`;
    terminal.success(`${isDry ? 'Read' : 'Pulled'} ${inNumbers(model)}: ${did}.`);
    const isForPeople = printsOneLine(context);
    if (isForPeople && changed === 0) return { kind: 'nothing' };
    if (unlabelled > 0 && !isDry) noteNextStep(terminal, target, model, unlabelled);
    const shown = isForPeople ? items.filter(({ status }) => status !== 'unchanged') : items;
    return { kind: 'list', items: shown, columns: FILE_STATUS_COLUMNS };
  },
});

/** Whether decisions are pulled to a folder: to a new one, and to one that keeps decisions or has a folder for them. */
const pullsDecisions = (cwd: string, dir: string, before: Model | undefined): boolean =>
  before === undefined || keepsDecisions(before) || existsSync(join(resolve(cwd, dir), DECISIONS_FOLDER));

/** Reads the landscape; its records are released on return. */
async function pullModel(
  context: Context,
  wanted: Model | undefined,
  withDecisions: boolean,
  slice?: string,
): Promise<Pulled> {
  const version = await context.scope('landscapeVersion');
  return pulledFrom(await new LiveReader(context, true, withDecisions).read(version), wanted, slice);
}

/** Writes the lock file of a document with references. */
async function lockBeside(
  { world, parsed }: Context,
  target: Target,
  model: Model,
  found: ReadonlyMap<string, Locked>,
): Promise<PulledFile[]> {
  const { lockText } = await import('../../model/lock/lock-file.js');
  const path = lockPath(model) ?? join('dir' in target ? target.dir : dirname(target.file), LOCK_FILE);
  const before = textOfLock(world.cwd, path);
  // References to other landscapes keep their state.
  const states = new Map(
    [...model.references].flatMap(([key, { landscape, locked }]): [string, Locked][] => {
      const state = found.get(key) ?? (landscape === undefined ? undefined : locked);
      return state ? [[key, state]] : [];
    }),
  );
  const after = lockText(model, states);
  if (before !== after && !parsed.globals.dryRun) writeLock(world.cwd, path, after);
  return [{ path, status: before === undefined ? 'new' : before === after ? 'unchanged' : 'changed' }];
}

/** Prints the next step: an apply labels the records, so that it finds them again. */
function noteNextStep(
  terminal: Terminal,
  target: Target,
  { namespace, adopted }: Model,
  unlabelled: number,
): void {
  const path = 'dir' in target ? target.dir : target.file;
  const model = path === '.' ? '' : ` ${shellWord(path)}`;
  const owner = namespace === undefined ? '' : ` and the owner "${namespace}"`;
  terminal.note(
    `The next apply labels ${pluralize(unlabelled, 'record')} with their id in the files${owner}, so that a renamed record is still found. It changes nothing else. Look at it first:`,
  );
  terminal.commandLine(`archctl model plan${model}`);
  terminal.commandLine(`archctl model apply${model}`);
  if (adopted.size > 0)
    terminal.note('Elements that you delete from the files stay in the landscape, unless you use --prune.');
}

/** Whether new layouts are written to files of their own; by default in a new folder, and as in an existing one. */
function splitOf(
  { split, noSplit }: { split?: boolean | undefined; noSplit?: boolean | undefined },
  target: Target,
  isNew: boolean,
): { split?: boolean } {
  if (split && noSplit) throw usageError('Option --split cannot be combined with --no-split.');
  if (split || (isNew && !noSplit && 'dir' in target)) return { split: true };
  return noSplit ? { split: false } : {};
}

/** Errors: `usage` for --split without a folder. */
function refuseSplit(target: Target, { split }: { split?: boolean | undefined }): void {
  if (split && 'file' in target)
    throw usageError('Option --split requires a folder, because layouts are written beside the document.', {
      hint: 'Name a folder: --out models/',
    });
}

/** Pulls a new document without its schema, independent of existing files. */
async function pulledToStdout(
  context: Context,
  options: { split?: boolean | undefined; namespace?: string | undefined },
): Promise<Outcome> {
  refuseSplit({ file: STDOUT }, options);
  checkOutput(context, STDOUT);
  const { model } = await pullModel(context, undefined, false, options.namespace);
  const files = writeModel(model, ONE_FILE);
  refuseTooLarge(files.map(({ text }) => ({ path: 'The document', text })));
  return textOutput(context, files.map((it) => it.text).join(''), STDOUT);
}

/** The schema for editors, unless it exists. */
function schemaBeside(cwd: string, target: Target): SourceFile[] {
  const path = join('dir' in target ? target.dir : dirname(target.file), SCHEMA_FILE);
  const isThere = lstatSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined;
  return isThere ? [] : [{ path, text: schemaText() }];
}

/** `12 model objects, 9 model connections and 1 diagram`; zero counts are left out. */
function inNumbers(model: Model): string {
  const parts = ELEMENT_KINDS.map((kind) => ({ kind, count: elementsOf(model, kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => pluralize(count, KINDS[kind].noun));
  if (model.decisions?.length) parts.push(pluralize(model.decisions.length, 'decision'));
  const [last = 'nothing', ...rest] = parts.reverse();
  return rest.length === 0 ? last : `${rest.reverse().join(', ')} and ${last}`;
}
